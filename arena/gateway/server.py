"""The gRPC server of one instance: its socket, the hello, and who is turned away with which words.

Messages stay bytes here and in `link`, so that bytes that are no message are a fault of the bot and
not an error inside gRPC. Which server object was dialled, and the token, say who the peer is: the
address of a peer on a Unix socket says nothing.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc

from arena.core.errors import HostError
from arena.gateway.messages import UnreadableMessage, read_message
from arena.gateway.socket_folders import SOCKET
from arena.protocol.mapping.envelopes import PROTOCOL_VERSION
from arena.protocol.v1 import bot_pb2 as wire

SERVICE = "arena.protocol.v1.BotGateway"
HARD_LIMIT_BYTES = 4 * 1024 * 1024
"""Beyond this gRPC itself breaks the stream, and a bot seems to have hung up."""
MAX_STREAMS = 8
"""Streams that one instance may have open, those that are being turned away included."""
MAX_CONNECTIONS = 8
"""Connections that one instance may hold: each is an open file of ours, and a bot has many processes."""

Serve = Callable[[Any], Awaitable[None]]
Refused = Callable[[str], None]


class BotServer:
    """Greets one instance on a socket in a folder of its own, then hands its stream over."""

    def __init__(self, folder: Path, token: str) -> None:
        """Prepare; `open` makes the socket."""
        self.folder = folder
        self.token = token
        self._server: grpc.aio.Server | None = None
        self._serve: asyncio.Future[tuple[Serve, Refused]] = asyncio.get_running_loop().create_future()
        self._has_stream = False
        self.greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the instance has been welcomed."""
        self._last_refusal = ""

    async def open(self) -> None:
        """Listen.

        Raises:
            HostError: the socket can't be made.
        """
        self._server = grpc.aio.server(
            options=[
                ("grpc.max_receive_message_length", HARD_LIMIT_BYTES),
                ("grpc.max_allowed_incoming_connections", MAX_CONNECTIONS),
                ("grpc.so_reuseport", 0),
            ],
            maximum_concurrent_rpcs=MAX_STREAMS,
        )
        play = grpc.stream_stream_rpc_method_handler(self._play)
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(SERVICE, {"Play": play}),)
        )
        socket = self.folder / SOCKET
        try:
            self._server.add_insecure_port(f"unix:{socket}")
            await self._server.start()
            socket.chmod(0o666)  # gRPC binds with the umask, and the bot may be another user
        except (OSError, RuntimeError) as error:
            await self.close()
            raise HostError(f"can't listen on {socket}: {error}") from error

    def hand_over(self, serve: Serve, refused: Refused) -> None:
        """Say who serves the stream, and who is told that a further one was turned away."""
        self._serve.set_result((serve, refused))

    def refusal(self) -> str:
        """Return why a stream was turned away most lately, to be put behind a sentence of evidence."""
        return f"; it was turned away: {self._last_refusal}" if self._last_refusal else ""

    async def close(self) -> None:
        """End all streams and remove the socket."""
        self._serve.cancel()
        self.greeted.cancel()
        if self._server is not None:
            await self._server.stop(None)

    async def _play(self, _requests: Any, stream: Any) -> None:
        """Serve one stream: the instance's own from hello to end, any other until it is turned away."""
        raw = await stream.read()
        if raw is grpc.aio.EOF:
            self._note_refusal("it closed its stream without a hello")
            return
        status, refusal = self._judge(raw)
        if refusal:
            self._note_refusal(refusal)
            await stream.abort(status, refusal)
        self._has_stream = True
        welcome = wire.Welcome(protocol_version=PROTOCOL_VERSION)
        await stream.write(wire.ArenaMessage(welcome=welcome).SerializeToString())
        if self.greeted.done():
            return  # closed while it was being welcomed
        self.greeted.set_result(None)
        serve, _ = await self._serve
        await serve(stream)

    def _judge(self, raw: bytes) -> tuple[grpc.StatusCode, str]:
        """Return the status and words with which a first message is turned away; no words if it is right."""
        try:
            message = read_message(raw)
        except UnreadableMessage as error:
            return grpc.StatusCode.INVALID_ARGUMENT, str(error)
        if not message.HasField("hello") or message.choices:
            return (
                grpc.StatusCode.FAILED_PRECONDITION,
                "the first message must hold a hello and nothing else; choices come after the welcome",
            )
        return self._judge_hello(message.hello)

    def _judge_hello(self, hello: wire.Hello) -> tuple[grpc.StatusCode, str]:
        if not hmac.compare_digest(hello.token.encode(), self.token.encode()):
            return (
                grpc.StatusCode.UNAUTHENTICATED,
                "unknown token: send the value of the environment variable ARENA_TOKEN as hello.token",
            )
        if hello.protocol_version != PROTOCOL_VERSION:
            return (
                grpc.StatusCode.FAILED_PRECONDITION,
                f"this arena speaks protocol version {PROTOCOL_VERSION} and the bot asked for version "
                f"{hello.protocol_version}: send {PROTOCOL_VERSION} as hello.protocol_version, or use a kit "
                "that does",
            )
        if self._has_stream:
            return (
                grpc.StatusCode.ALREADY_EXISTS,
                "this bot has a stream already: call Play once and keep that stream for all matches",
            )
        return grpc.StatusCode.OK, ""

    def _note_refusal(self, refusal: str) -> None:
        self._last_refusal = refusal
        if self._serve.done() and not self._serve.cancelled():
            _, refused = self._serve.result()
            refused(f"a further stream was turned away: {refusal}")
