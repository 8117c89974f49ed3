"""A peer that speaks HTTP/2 frame by frame, and so can do what no client library would."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple, Self

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
END_STREAM, END_HEADERS = 1, 4
REFUSED_STREAM, CANCEL, ENHANCE_YOUR_CALM = 7, 8, 11
MAX_CONCURRENT_STREAMS, MAX_HEADER_LIST_SIZE = 3, 6


class Frame(NamedTuple):
    """One frame as it came."""

    kind: int
    flags: int
    stream: int
    payload: bytes

    def number(self, at: int = 0) -> int:
        """Return four bytes of the payload as a number."""
        return int.from_bytes(self.payload[at : at + 4])


class RawPeer:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def greet(self) -> Self:
        """Begin as HTTP/2 wants it."""
        await self.send(PREFACE + frame(SETTINGS, 0, 0))
        return self

    async def send(self, raw: bytes) -> None:
        """Send bytes."""
        self._writer.write(raw)
        await self._writer.drain()

    async def call(self, stream: int, path: str, *, end: bool = False, more: bytes = b"") -> None:
        """Open a call on a stream, without its message."""
        headers = {
            ":method": "POST",
            ":scheme": "http",
            ":path": path,
            ":authority": "localhost",
            "te": "trailers",
            "content-type": "application/grpc",
        }
        block = b"".join(header(name, value) for name, value in headers.items())
        flags = END_HEADERS | (END_STREAM if end else 0)
        await self.send(frame(HEADERS, flags, stream, block + more))

    async def read(self) -> Frame | None:
        """Return the next frame, or None when the server has hung up."""
        try:
            head = await self._reader.readexactly(9)
            payload = await self._reader.readexactly(int.from_bytes(head[:3]))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        return Frame(head[3], head[4], int.from_bytes(head[5:9]) & 0x7FFFFFFF, payload)

    async def read_until(self, kind: int) -> Frame | None:
        """Return the next frame of a kind, or None when the server has hung up."""
        while True:
            found = await self.read()
            if found is None or found.kind == kind:
                return found

    async def wait_for_end(self) -> None:
        """Wait until the server hangs up."""
        while await self.read() is not None:
            pass


@asynccontextmanager
async def raw_peer(port: int) -> AsyncIterator[RawPeer]:
    """Connect, and say nothing yet."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield RawPeer(reader, writer)
    finally:
        writer.transport.abort()


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Return a frame's bytes."""
    return len(payload).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + payload


def header(name: str, value: str) -> bytes:
    """Return a header, spelt out (HPACK's literal that isn't indexed)."""
    return b"\0" + _spelt(name.encode()) + _spelt(value.encode())


def _spelt(raw: bytes) -> bytes:
    length = len(raw)
    if length < 127:
        return bytes([length]) + raw
    head, length = bytes([127]), length - 127
    while length >= 128:
        head += bytes([length % 128 + 128])
        length //= 128
    return head + bytes([length]) + raw


def settings_of(first: Frame) -> dict[int, int]:
    """Return the settings that a frame announces."""
    return {
        int.from_bytes(first.payload[at : at + 2]): first.number(at + 2)
        for at in range(0, len(first.payload), 6)
    }
