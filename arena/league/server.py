"""The server of a league: its port, its limits, the standard services, and how it stops."""

import asyncio
import contextlib
import resource
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import grpc
from grpc_health.v1 import health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.core.clock import Clock
from arena.league.call_log import CallLog
from arena.league.door import Door, Entrance
from arena.league.doorkeeper import AccountBook, Doorkeeper
from arena.league.health import NOT_SERVING, PROBE_SECONDS, SERVING, Health, Probe
from arena.league.listening import Listening
from arena.league.open_calls import OpenCalls
from arena.league.policy import SERVICES, STANDARD_SERVICES
from arena.protocol.v1 import league_pb2_grpc


@dataclass(frozen=True, slots=True)
class Limits:
    """What peers may use; the defaults are for a server on the internet."""

    connections: int = 4_096
    """In all; never more than half of the files that this process may open."""
    streams: int = 100
    """Calls at once on one connection."""
    calls: int = 4_096
    """Open calls in all."""
    calls_an_address: int = 1_024
    message_bytes: int = 512 << 10
    """Of one message from a client."""
    metadata_bytes: int = 8 << 10
    """Of a call's headers, from which on a call may be refused; at twice that it is."""
    message_seconds: float = 30
    """For a message that is due."""
    handshake_seconds: float = 10
    """From the connection to the first words of HTTP/2."""
    idle_seconds: float = 120
    """A connection without calls is closed after that."""
    age_seconds: float = 3_600
    """A connection is asked to begin anew after that, so that no watcher holds on for ever."""
    age_grace_seconds: float = 600
    ping_seconds: float = 10
    """Between two pings of a client, at least: at the third that comes earlier the connection is closed."""
    threads: int = 8
    """For the database and for hashes."""
    probe_seconds: float = PROBE_SECONDS

    def options(self) -> list[tuple[str, int]]:
        """Return them as gRPC's options."""
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return [
            ("grpc.so_reuseport", 0),  # a second server on the port is an error, not a rival
            ("grpc.max_allowed_incoming_connections", min(self.connections, files // 2)),
            ("grpc.max_concurrent_streams", self.streams),
            ("grpc.max_receive_message_length", self.message_bytes),
            ("grpc.max_metadata_size", self.metadata_bytes),
            ("grpc.absolute_max_metadata_size", 2 * self.metadata_bytes),
            ("grpc.server_handshake_timeout_ms", int(self.handshake_seconds * 1000)),
            ("grpc.max_connection_idle_ms", int(self.idle_seconds * 1000)),
            ("grpc.max_connection_age_ms", int(self.age_seconds * 1000)),
            ("grpc.max_connection_age_grace_ms", int(self.age_grace_seconds * 1000)),
            ("grpc.keepalive_time_ms", 60_000),  # finds peers that have vanished
            ("grpc.keepalive_timeout_ms", 20_000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_ping_strikes", 2),
            ("grpc.http2.min_ping_interval_without_data_ms", int(self.ping_seconds * 1000)),
            # Streams that are opened and reset at once: some of them must be paid for with an answered ping.
            ("grpc.http2.ping_on_rst_stream_percent", 10),
        ]


class LeagueServer:
    """Serves both services of `league.proto`, health and reflection; belongs to one event loop."""

    def __init__(
        self,
        *,
        league: Any,
        admin: Any,
        accounts: AccountBook,
        probe: Probe,
        clock: Clock,
        limits: Limits | None = None,
        served: Callable[[str, str, float], None] = lambda *_: None,
    ) -> None:
        """Prepare to serve two servicers; `open` listens.

        `served` is told of every call that has ended: its method, its status, and the seconds it took.
        """
        limits = limits or Limits()
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix="league")
        self._open_calls = OpenCalls(limits.calls, limits.calls_an_address)
        self._health = Health(probe, limits.probe_seconds)
        self._loop = asyncio.get_running_loop()
        self._looking_after: asyncio.Task[None] | None = None
        entrance = Entrance(
            doorkeeper=Doorkeeper(accounts, clock),
            open_calls=self._open_calls,
            log=CallLog(clock),
            threads=self._threads,
            message_seconds=limits.message_seconds,
            storage_failed=self._health.doubt,
            served=served,
        )
        self._server = grpc.aio.server(interceptors=[Door(entrance)], options=limits.options())
        league_pb2_grpc.add_LeagueServicer_to_server(league, self._server)  # type: ignore[no-untyped-call]
        league_pb2_grpc.add_AdminServicer_to_server(admin, self._server)  # type: ignore[no-untyped-call]
        health_pb2_grpc.add_HealthServicer_to_server(self._health.servicer, self._server)
        reflection.enable_server_reflection((*SERVICES, *STANDARD_SERVICES), self._server)

    def tell(self, service: str, *, is_well: bool) -> None:
        """Tell probes of something else that runs here, by a name of its own; from any thread."""
        telling = self._health.servicer.set(service, SERVING if is_well else NOT_SERVING)
        asyncio.run_coroutine_threadsafe(telling, self._loop)

    @property
    def watchers(self) -> int:
        """Return how many watch something now."""
        return self._open_calls.watchers

    async def open(self, listening: Listening) -> int:
        """Listen, and return the port.

        Raises:
            ConfigError: that can't be done; the message says what is wrong.
        """
        port = listening.open(self._server)
        self._looking_after = asyncio.create_task(self._health.watch(_names()))
        await self._server.start()
        return port

    async def stop(self, seconds: float) -> None:
        """Let nobody in any more, end who only watches, and let others finish for so many seconds."""
        if self._looking_after is not None:
            self._looking_after.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking_after
        await self._health.stop()
        await self._open_calls.drain(seconds)
        await self._server.stop(1.0)
        self._threads.shutdown(wait=False, cancel_futures=True)


def _names() -> Sequence[str]:
    return SERVICES
