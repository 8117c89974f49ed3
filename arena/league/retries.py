"""When to try again what failed for our reasons."""

from collections import Counter

from arena.core.clock import Clock

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 300.0


class Retries:
    """Pauses that grow from failure to failure, for each of several things; for one thread."""

    def __init__(self, clock: Clock) -> None:
        """Nothing has failed."""
        self._clock = clock
        self._failures: Counter[str] = Counter()
        self._due: dict[str, int] = {}

    def failed(self, what: str) -> float:
        """Hear that it has failed once more; return in how many seconds to try it again."""
        pause = min(FIRST_SECONDS * 2.0 ** min(self._failures[what], 16), LONGEST_SECONDS)
        self._failures[what] += 1
        self._due[what] = self._clock.micros() + int(pause * 1e6)
        return pause

    def worked(self, what: str) -> bool:
        """Hear that it has worked; tell whether it had failed before."""
        self._due.pop(what, None)
        return bool(self._failures.pop(what, 0))

    def seconds_left(self, what: str) -> float:
        """Return in how many seconds to try it again; 0 for now."""
        return max(0.0, (self._due.get(what, 0) - self._clock.micros()) / 1e6)
