"""`serve`: the stream between a bot's process and the arena."""

import asyncio
import os
import platform
import sys
from typing import Any

import grpc

from arena.bot.bot import Bot, games_of
from arena.bot.desk import Desk
from arena.bot.output import never_fail_to_print
from arena.protocol.mapping.envelopes import PROTOCOL_VERSION
from arena.protocol.mapping.registry import CODECS
from arena.protocol.v1 import bot_pb2 as wire
from arena.protocol.v1.bot_pb2_grpc import BotGatewayStub

_QUIET_ENDS = (grpc.StatusCode.OK, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE)
"""How a stream ends when the arena is done, or gone."""


def serve(bot: type[Bot]) -> None:
    """Play as the arena asks, until it ends the stream.

    Raises:
        SystemExit: with a line that says what to change, if the arena can't be reached or refuses
            the hello.
    """
    never_fail_to_print()
    games = games_of(bot)
    if not games:
        raise SystemExit(f"{bot.__name__} plays no game: give it a method {' or '.join(CODECS)}")
    address, token = os.environ.get("ARENA_ADDRESS"), os.environ.get("ARENA_TOKEN")
    if not address or not token:
        raise SystemExit(
            "ARENA_ADDRESS and ARENA_TOKEN are not set: the arena starts bots, for example with "
            f"`arena match . sample:random_bot sample:greedy_bot --game {games[0]}`"
        )
    _check_address(address)
    bot.prepare()
    hello = wire.Hello(
        token=token,
        protocol_version=PROTOCOL_VERSION,
        name=bot.__name__,
        language=f"Python {platform.python_version()}",
        games=games,
    )
    asyncio.run(_play(address, hello, Desk(bot)))


def _check_address(address: str) -> None:
    """Refuse to send a token in the clear to another machine."""
    host = address.rpartition(":")[0]
    if not address.startswith("unix:") and host not in {"localhost", "127.0.0.1", "[::1]"}:
        raise SystemExit(
            f"ARENA_ADDRESS is {address}: this version plays on this machine only, not over a network"
        )


async def _play(address: str, hello: wire.Hello, desk: Desk) -> None:
    """Say hello, then answer message by message."""
    async with grpc.aio.insecure_channel(address) as channel:
        call = BotGatewayStub(channel).Play()  # type: ignore[no-untyped-call]
        try:
            await call.write(wire.BotMessage(hello=hello))
            message = await call.read()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            raise SystemExit(_refusal(address, await call.code(), await call.details())) from None
        if message is grpc.aio.EOF or not message.HasField("welcome"):
            raise SystemExit(f"the arena at {address} ended the stream without a welcome")
        while message is not grpc.aio.EOF:
            message = await _exchange(call, desk.answer(message))


async def _exchange(call: Any, answer: wire.BotMessage) -> Any:
    """Send an answer, if there is one, and return the next message, or EOF when the stream has ended."""
    try:
        if answer.choices:
            await call.write(answer)
        return await call.read()
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
        code = await call.code()
        if code not in _QUIET_ENDS:
            print(f"the arena ended the stream: {code.name}: {await call.details()}", file=sys.stderr)
        return grpc.aio.EOF


def _refusal(address: str, code: grpc.StatusCode, details: str) -> str:
    """Say why there was no welcome, and what to change."""
    if code is grpc.StatusCode.UNAVAILABLE:
        return f"no arena answers at {address}: {details}"
    advice = {
        grpc.StatusCode.UNAUTHENTICATED: "ARENA_TOKEN is wrong: use the one you were started with",
        grpc.StatusCode.FAILED_PRECONDITION: "bot and arena speak different versions: update the older",
        grpc.StatusCode.ALREADY_EXISTS: "this bot is connected already: start it once",
        grpc.StatusCode.PERMISSION_DENIED: "see docs/protocol.md",
        grpc.StatusCode.INVALID_ARGUMENT: "see docs/protocol.md",
    }.get(code)
    if advice is None:
        return f"the arena at {address} ended the stream without a welcome: {code.name} {details}".rstrip()
    return f"the arena refused the hello: {details or code.name} ({advice})"
