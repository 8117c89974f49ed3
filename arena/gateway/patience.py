"""How long a bot may take to start: its own time, not that of a busy machine."""

from arena.core.clock import Clock
from arena.tournament.ports import Running

BACKSTOP = 10
"""By the wall clock a start may take so many times its limit, if the bot is kept from running."""
LOOK_US = 1_000_000
"""How long a bot is watched, once its limit is over by the wall clock, before it counts as idle."""
IDLE_SHARE = 100
"""A bot that uses less than one part in so many of the time does not wait for the processor."""


class Patience:
    """Watches one start: over when the bot has used its limit, or is idle when the limit is over."""

    __slots__ = ("_began", "_clock", "_limit", "_running", "_watched_cpu", "_watched_since")

    def __init__(self, clock: Clock, running: Running, limit_us: int) -> None:
        """Begin now; the bot may use so many microseconds."""
        self._clock = clock
        self._running = running
        self._limit = limit_us
        self._began = clock.micros()
        self._watched_since: int | None = None
        self._watched_cpu = 0

    def is_over(self) -> bool:
        """Tell whether the bot has had its chance."""
        now = self._clock.micros()
        wall = now - self._began
        if wall <= self._limit:
            return False
        cpu = self._running.cpu_us()
        if cpu > self._limit or wall > BACKSTOP * self._limit:
            return True
        if self._watched_since is None:
            self._watched_since, self._watched_cpu = now, cpu
        watched = now - self._watched_since
        if watched < LOOK_US:
            return False
        is_idle = (cpu - self._watched_cpu) * IDLE_SHARE < watched
        self._watched_since, self._watched_cpu = now, cpu
        return is_idle
