"""Growing pauses for those who fail again and again; kept in memory, for a bounded number of them."""

from collections import OrderedDict
from dataclasses import dataclass

from arena.core.clock import Clock

FREE_FAILURES = 3
"""So many have no pause: people mistype."""
LONGEST_SECONDS = 60.0
FORGOTTEN_SECONDS = 15 * 60.0
"""After so long without a failure all is as if there had been none."""
MOST_KEYS = 10_000
"""Whoever failed longest ago is forgotten for a new one."""


@dataclass(slots=True)
class _Record:
    failures: int
    last_us: int
    until_us: int


class Pauses:
    """Who has to wait, and how long: 1 s after the fourth failure, then twice as long after each."""

    def __init__(self, clock: Clock, most_keys: int = MOST_KEYS) -> None:
        """Begin with nobody."""
        self._clock = clock
        self._most_keys = most_keys
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def seconds_left(self, key: str) -> float:
        """Return how long somebody has to wait; 0 for not at all."""
        record = self._record(key)
        return 0.0 if record is None else max(0.0, (record.until_us - self._clock.micros()) / 1e6)

    def has_failed(self, key: str) -> bool:
        """Tell whether a failure is remembered."""
        return self._record(key) is not None

    def note_failure(self, key: str) -> None:
        """Remember a failure, and begin the pause that follows it."""
        now = self._clock.micros()
        known = self._record(key)
        failures = 1 if known is None else known.failures + 1
        self._records[key] = _Record(failures, now, now + int(_pause(failures) * 1e6))
        self._records.move_to_end(key)
        if len(self._records) > self._most_keys:
            self._records.popitem(last=False)

    def _record(self, key: str) -> _Record | None:
        record = self._records.get(key)
        if record is not None and self._clock.micros() - record.last_us > FORGOTTEN_SECONDS * 1e6:
            del self._records[key]
            return None
        return record


def _pause(failures: int) -> float:
    beyond = failures - FREE_FAILURES
    return 0.0 if beyond <= 0 else min(LONGEST_SECONDS, 2.0 ** (min(beyond, 32) - 1))
