"""Whether the server can serve, as the standard health service tells it to probes."""

import asyncio
from collections.abc import Callable, Iterable

from grpc_health.v1 import health, health_pb2

from arena.core.errors import StorageError
from arena.league.calls import in_thread

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
PROBE_SECONDS = 5.0

Probe = Callable[[], None]
"""Writes to the database, or raises a StorageError; it blocks."""


class Health:
    """Tells whether the services serve: not while the database can't be written, nor once it stops."""

    def __init__(self, probe: Probe, seconds: float = PROBE_SECONDS) -> None:
        """Try the database with `probe` every so many seconds."""
        self.servicer = health.aio.HealthServicer()
        self._probe = probe
        self._seconds = seconds
        self._names: tuple[str, ...] = ()
        self._doubt = asyncio.Event()

    async def watch(self, services: Iterable[str]) -> None:
        """Look after the health of these services until cancelled."""
        self._names = ("", *services)
        await self._tell(is_well=True)
        while True:
            await self._tell(is_well=await self._is_well())
            try:
                async with asyncio.timeout(self._seconds):
                    await self._doubt.wait()
                self._doubt.clear()
                await self._tell(is_well=False)
                # Nobody is helped by many looks at a database that is busy.
                await asyncio.sleep(min(1.0, self._seconds))
            except TimeoutError:
                pass

    def doubt(self) -> None:
        """Say that the database has just failed a call."""
        self._doubt.set()

    async def stop(self) -> None:
        """Tell for good that nothing is served."""
        await self.servicer.enter_graceful_shutdown()

    async def _is_well(self) -> bool:
        try:
            await in_thread(self._probe)
        except StorageError:
            return False
        return True

    async def _tell(self, *, is_well: bool) -> None:
        for name in self._names:
            await self.servicer.set(name, SERVING if is_well else NOT_SERVING)
