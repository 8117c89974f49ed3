"""How many matches make a job of about a second."""

TARGET_SECONDS = 1.0
FIRST = 16
GROWTH = 4


class JobSizer:
    """Learns from finished jobs how many matches of a stage a shard plays in a second."""

    __slots__ = ("_sizes", "_window")

    def __init__(self, window: int) -> None:
        """Never let one job take more than half of the window, or lanes would wait for each other."""
        self._window = window
        self._sizes: dict[int, int] = {}

    def size(self, stage: int, *, matches_left: int, shards: int) -> int:
        """Return how many matches the next job may have; small near the end, so that shards end together."""
        share = -(-matches_left // (2 * shards))
        return max(1, min(self._sizes.get(stage, FIRST), self._window // 2, share))

    def learn(self, stage: int, *, matches: int, seconds: float) -> None:
        """Take the time that a job took; grow at most fourfold, since a few matches say little."""
        if matches:
            fitting = int(matches * TARGET_SECONDS / max(seconds, 1e-3))
            self._sizes[stage] = max(1, min(fitting, matches * GROWTH))
