"""The calls that are open: bounded, in all and by address, and ended or awaited when the server stops."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from arena.league.calls import Refusal


class OpenCalls:
    """Counts open calls; belongs to one event loop."""

    def __init__(self, most: int, most_an_address: int) -> None:
        """Begin without any."""
        self._most = most
        self._most_an_address = most_an_address
        self._count = 0
        self._of_address: Counter[str] = Counter()
        self._watching: set[asyncio.Task[None]] = set()
        self._working: set[asyncio.Task[None]] = set()
        self.is_draining = False

    @property
    def watchers(self) -> int:
        """Return how many calls only watch."""
        return len(self._watching)

    @contextmanager
    def opened(self, address: str) -> Iterator[None]:
        """Count a call while it is open.

        Raises:
            Refusal: there are too many.
        """
        if self._count >= self._most:
            raise Refusal(grpc.StatusCode.UNAVAILABLE, "the server is full; try again later")
        if self._of_address[address] >= self._most_an_address:
            raise Refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"{self._most_an_address:,} calls are open from this address; end some of them first",
            )
        self._count += 1
        self._of_address[address] += 1
        try:
            yield
        finally:
            self._count -= 1
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    @contextmanager
    def at_work(self, *, is_watch: bool) -> Iterator[None]:
        """Say that the running task serves a call: one that only watches, or one that does something.

        Raises:
            Refusal: the server is stopping.
        """
        if self.is_draining:
            raise _stopping()
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 -- gRPC serves each call in a task
        tasks = self._watching if is_watch else self._working
        tasks.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if self._is_draining() and task.uncancel() == 0:
                raise _stopping() from None
            raise
        finally:
            tasks.discard(task)

    def _is_draining(self) -> bool:
        return self.is_draining  # it changes while a call is served

    async def drain(self, seconds: float) -> None:
        """Let nobody in any more; end who only watches, and wait for the others."""
        self.is_draining = True
        for task in self._watching:
            task.cancel()
        if self._working:
            await asyncio.wait(self._working, timeout=seconds)
        for task in self._working:
            task.cancel()


def _stopping() -> Refusal:
    return Refusal(grpc.StatusCode.UNAVAILABLE, "the server is stopping; try again later")
