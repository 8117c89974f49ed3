"""The one way in: every call of every service passes here, is let in or refused, and ends in a status.

Whatever kind a method is, it is served as a stream of bytes: so that who may call is settled before a message
is waited for, that wait is bounded, and bytes that are no message are a mistake of the caller's.
"""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import Executor
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from arena.core.errors import StorageError
from arena.league.call_log import CallLog
from arena.league.calls import Caller, Refusal, being_served
from arena.league.doorkeeper import Doorkeeper, address_of
from arena.league.open_calls import OpenCalls
from arena.league.policy import POLICY, Openness, check_role, openness_of
from arena.league.statuses import status_of


class _Gone(Exception):
    """The caller has hung up."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """What every call needs on its way in."""

    doorkeeper: Doorkeeper
    open_calls: OpenCalls
    log: CallLog
    threads: Executor
    """Where what blocks is done."""
    message_seconds: float
    """How long a message may take that is due."""
    storage_failed: Callable[[], None]
    """Told when a call met a database that can't be used."""
    served: Callable[[str, str, float], None]
    """Told of every call when it has ended: its method, its status, and the seconds that it took."""


class Door(grpc.aio.ServerInterceptor):  # type: ignore[misc]  # grpc has no types
    """Lets calls in."""

    def __init__(self, entrance: Entrance) -> None:
        """Lead all calls through this entrance."""
        self._entrance = entrance

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], details: Any) -> Any:
        """Return what serves a call: the method behind the door, or nothing if it isn't offered."""
        openness = openness_of(details.method)
        handler = await continuation(details)
        if handler is None or openness is None:
            return None  # gRPC answers UNIMPLEMENTED
        call = _Call(self._entrance, details, openness, handler)
        return grpc.stream_stream_rpc_method_handler(
            call.serve, response_serializer=handler.response_serializer
        )


class _Call:
    """One call, from its headers to its status."""

    def __init__(self, entrance: Entrance, details: Any, openness: Openness, handler: Any) -> None:
        self._entrance = entrance
        self._method: str = details.method
        self._metadata = details.invocation_metadata
        self._openness = openness
        self._handler = handler
        self._who = ""

    async def serve(self, _requests: Any, context: Any) -> None:
        """Serve the call; what it raises becomes its status."""
        peer = context.peer()
        loop = asyncio.get_running_loop()
        begun, code = loop.time(), grpc.StatusCode.OK
        try:
            with self._entrance.open_calls.opened(address_of(peer)):
                await self._let_in(peer, context)
        except grpc.aio.AbortError:
            raise  # a status has been sent
        except (_Gone, grpc.aio.BaseError):
            code = grpc.StatusCode.CANCELLED
        except Exception as error:  # noqa: BLE001 -- whatever is left is told to the caller, and logged
            code = status_of(error).code
            await self._fail(error, peer, context)
        finally:
            self._entrance.served(self._method, code.name, loop.time() - begun)

    async def _let_in(self, peer: str, context: Any) -> None:
        threads = self._entrance.threads
        account = None
        if self._openness is not Openness.ANYBODY:
            with being_served(Caller(None, peer), threads):
                account = await self._entrance.doorkeeper.identify(self._metadata, peer)
            self._who = account.name
            check_role(account, self._openness)
        with being_served(Caller(account, peer), threads):
            if self._method not in POLICY:
                await self._answer(context)  # probes are answered while the server stops, too
                return
            is_watch = self._handler.response_streaming and account is None
            with self._entrance.open_calls.at_work(is_watch=is_watch):
                await self._answer(context)

    async def _answer(self, context: Any) -> None:
        """Call the method and send what it answers."""
        handler = self._handler
        method = handler.unary_unary or handler.unary_stream or handler.stream_unary or handler.stream_stream
        requests = self._requests(context)
        async with aclosing(requests):
            request = requests if handler.request_streaming else await self._only(requests)
            answers = method(request, context)
            if not inspect.isasyncgen(answers):
                answer = await answers
                if not handler.response_streaming:
                    await context.write(answer)
                return
            async with aclosing(answers):
                async for answer in answers:
                    await context.write(answer)

    async def _requests(self, context: Any) -> AsyncGenerator[Any, None]:
        seconds = self._entrance.message_seconds
        while True:
            try:
                async with asyncio.timeout(seconds):
                    raw = await context.read()
            except TimeoutError:
                raise _invalid(f"no message came for {seconds:g} s") from None
            if raw is grpc.aio.EOF:
                return
            try:
                request = self._handler.request_deserializer(raw)
            except DecodeError:
                raise _invalid("these bytes are no message of this call; see league.proto") from None
            yield request

    async def _only(self, requests: AsyncGenerator[Any, None]) -> Any:
        async for request in requests:
            return request
        raise _invalid("the call came without its message")

    async def _fail(self, error: Exception, peer: str, context: Any) -> None:
        status = status_of(error)
        who = (error.who if isinstance(error, Refusal) else "") or self._who or "nobody"
        self._entrance.log.note(
            error, status, method=self._method, who=who, peer=peer, address=address_of(peer)
        )
        if isinstance(error, StorageError):
            self._entrance.storage_failed()
        try:
            await context.abort(status.code, status.text)
        except grpc.aio.InternalError:
            return  # the caller has hung up


def _invalid(text: str) -> Refusal:
    return Refusal(grpc.StatusCode.INVALID_ARGUMENT, text)
