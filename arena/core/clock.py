"""The clock, as an interface; this is the only file that reads the time."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What time it is; passed in, so that tests can set it."""

    def micros(self) -> int:
        """Return microseconds of a clock that never goes back; only differences mean anything."""
        ...

    def now(self) -> datetime:
        """Return the wall-clock time, in UTC."""
        ...


class SystemClock:
    """The machine's own clock."""

    __slots__ = ()

    def micros(self) -> int:
        """Return microseconds of the monotonic clock."""
        return time.monotonic_ns() // 1000

    def now(self) -> datetime:
        """Return the wall-clock time, in UTC."""
        return datetime.now(UTC)


class ManualClock:
    """A clock that stands still until it is told to move; for tests and replays."""

    def __init__(self, start: datetime = datetime(2000, 1, 1, tzinfo=UTC)) -> None:
        """Begin at `start`, with zero microseconds."""
        self._start = start
        self._micros = 0

    def micros(self) -> int:
        """Return the microseconds that `advance` has added up."""
        return self._micros

    def now(self) -> datetime:
        """Return the start time plus what `advance` has added up."""
        return datetime.fromtimestamp(self._start.timestamp() + self._micros / 1e6, UTC)

    def advance(self, micros: int) -> None:
        """Let time pass."""
        self._micros += micros
