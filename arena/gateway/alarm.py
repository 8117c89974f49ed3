"""Wakes a link when its batch is due to be looked at."""

import asyncio
from collections.abc import Callable

from arena.core.clock import Clock


class Alarm:
    """Rings at a time by the clock, or earlier: one timer of the loop serves many batches."""

    __slots__ = ("_clock", "_loop", "_ring", "_timer")

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        """Ring never, until it is set."""
        self._clock = clock
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def set(self, due: int) -> None:
        """Ring when it is due; if it rings earlier anyhow, it must be set again then."""
        at = self._loop.time() + max(due - self._clock.micros(), 0) / 1e6
        if self._timer is not None:
            if self._timer.when() <= at:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(at, self._go_off)

    def cancel(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go_off(self) -> None:
        self._timer = None
        self._ring()
