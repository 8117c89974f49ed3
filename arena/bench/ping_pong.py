"""The limit that the tournament is measured beside: raw gRPC streams that ask one question at a time."""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc

from arena.bench.echo_peer import METHOD, QUESTION
from arena.core.clock import Clock


def ping_pong(streams: int, seconds: float, clock: Clock) -> float:
    """Return round trips per second of so many streams together, each with a process of its own."""
    return asyncio.run(_PingPong(streams, seconds, clock).measure())


class _PingPong:
    """One server, its peers, and a count of the answers while the measurement runs."""

    def __init__(self, streams: int, seconds: float, clock: Clock) -> None:
        self._streams = streams
        self._seconds = seconds
        self._clock = clock
        self._greeted = 0
        self._all_greeted = asyncio.Event()
        self._is_over = False
        self._answers = 0

    async def measure(self) -> float:
        """Start everything, let it run, end everything."""
        with tempfile.TemporaryDirectory(prefix="arena-bench-") as directory:
            address = f"unix:{Path(directory) / 's.sock'}"
            server = grpc.aio.server()
            server.add_generic_rpc_handlers((_Handler(self._play),))
            server.add_insecure_port(address)
            await server.start()
            peers = [
                subprocess.Popen([sys.executable, "-m", "arena.bench.echo_peer", address])  # noqa: S603
                for _ in range(self._streams)
            ]
            try:
                await asyncio.wait_for(self._all_greeted.wait(), timeout=60)
                begun, before = self._clock.micros(), self._answers
                await asyncio.sleep(self._seconds)
                rate = (self._answers - before) * 1e6 / (self._clock.micros() - begun)
                self._is_over = True
                await asyncio.gather(*(asyncio.to_thread(peer.wait, 30) for peer in peers))
            finally:
                for peer in peers:
                    if peer.poll() is None:
                        peer.kill()
                        peer.wait()
                await server.stop(None)
        return rate

    async def _play(self, _: AsyncIterator[bytes], context: Any) -> None:
        await context.read()
        self._greeted += 1
        if self._greeted == self._streams:
            self._all_greeted.set()
        while not self._is_over:
            await context.write(QUESTION)
            await context.read()
            self._answers += 1


class _Handler(grpc.GenericRpcHandler):  # type: ignore[misc]  # grpc has no types
    """Serves the one method, with bytes as they are."""

    def __init__(self, play: Any) -> None:
        self._handler = grpc.stream_stream_rpc_method_handler(play)

    def service(self, details: Any) -> Any:
        """Return the handler for our method alone."""
        return self._handler if details.method == METHOD else None
