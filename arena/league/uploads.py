"""Receiving what authors send: bounded in bytes, in time, and in how many send at once."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO

import grpc

from arena.league.bot_files import write
from arena.league.calls import Refusal, in_thread
from arena.protocol.v1 import league_pb2 as wire

MOST_CHUNK = 256 << 10
"""Bytes."""
MOST_UPLOADS = 16
"""Received at once by this server; the others wait before anything of them is read."""
MOST_UPLOADS_AN_ACCOUNT = 4
START_SECONDS = 30.0
SLOWEST_BYTES = 16 << 10
"""A second, after the first half minute: a slower upload would hold its place for too long. One that says
nothing is ended by the door."""
_HASH = re.compile(r"[0-9a-f]{64}")
_TELL_BYTES = 512 << 10
"""How much arrives from one answer to the next."""


class Places:
    """Bounds how many uploads are received at once, of everybody and of each account."""

    def __init__(self) -> None:
        """All places are free."""
        self._all = asyncio.Semaphore(MOST_UPLOADS)
        self._accounts: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @asynccontextmanager
    async def one(self, account: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        own, users = self._accounts.get(account, (asyncio.Semaphore(MOST_UPLOADS_AN_ACCOUNT), 0))
        self._accounts[account] = (own, users + 1)
        try:
            async with own, self._all:
                yield
        finally:
            _, users = self._accounts.pop(account)
            if users > 1:
                self._accounts[account] = (own, users - 1)


async def receive_head(requests: AsyncIterator[wire.SubmitBotRequest]) -> wire.SubmissionHead:
    """Return the first message's head.

    Raises:
        Refusal: it is none, or can't be.
    """
    first = await anext(requests, None)
    if first is None or first.WhichOneof("part") != "head":
        raise _invalid("the first message of an upload has its head, and only the first")
    if not _HASH.fullmatch(first.head.content_hash):
        raise _invalid("content_hash: is the SHA-256 over the bot's files, 64 hex digits")
    if not first.head.size:
        raise _invalid("size: is the number of bytes of all chunks together, at least 1")
    return first.head


async def receive_chunks(
    requests: AsyncIterator[wire.SubmitBotRequest], size: int, spooled: IO[bytes]
) -> AsyncIterator[int]:
    """Write exactly `size` bytes into a file; yield from time to time how many have come.

    Raises:
        Refusal: more or fewer come, or too slowly.
        HostError: there is no room for them.
    """
    loop = asyncio.get_running_loop()
    received = told = 0
    end = loop.time() + START_SECONDS + size / SLOWEST_BYTES
    while True:
        try:
            async with asyncio.timeout_at(end):
                message = await anext(requests, None)
        except TimeoutError:
            raise Refusal(
                grpc.StatusCode.DEADLINE_EXCEEDED, "the upload came too slowly; try again on a better line"
            ) from None
        if message is None:
            break
        received += _checked(message, left=size - received)
        await in_thread(write, spooled, message.chunk)
        if received - told >= _TELL_BYTES:
            told = received
            yield received
    if received != size:
        raise _invalid(f"size: {size:,} bytes were announced, and {received:,} came")


def _checked(message: wire.SubmitBotRequest, *, left: int) -> int:
    """Return how many bytes a message has."""
    if message.WhichOneof("part") != "chunk":
        raise _invalid("after the head come chunks, and nothing else")
    count = len(message.chunk)
    if not 0 < count <= MOST_CHUNK:
        raise _invalid(f"chunk: has 1 to {MOST_CHUNK:,} bytes")
    if count > left:
        raise _invalid("size: more bytes came than were announced")
    return count


def _invalid(text: str) -> Refusal:
    return Refusal(grpc.StatusCode.INVALID_ARGUMENT, text)
