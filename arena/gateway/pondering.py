"""CPU time that an instance uses while nothing is asked of it: another's clock may run on its core.

While it is frozen it uses none, so in strict timing this finds only what escapes the freezer. In
throughput timing an instance with open matches is left running between its batches, since freezing
and thawing it so often would cost more than honest bots use there.
"""

from arena.core.clock import Clock
from arena.match.faults import FaultKind
from arena.tournament.ports import Incident, Running

ALLOWANCE_US = 2_000_000
"""So much CPU time beyond its share may pile up: a compiler's or a garbage collector's threads work late."""
SHARE = 4
"""Of the CPU time that its answers take, an instance may use one part in so many afterwards, to tidy up."""


class Pondering:
    """The unasked CPU time of one link. A pause is from the last answer of a batch to the next message."""

    __slots__ = ("_clock", "_cpu", "_excess", "_pauses", "_running", "_since", "_used", "_wall")

    def __init__(self, clock: Clock, running: Running) -> None:
        """Watch nothing yet."""
        self._clock = clock
        self._running = running
        self._since: int | None = None
        self._cpu = 0
        self._excess = 0
        self._used = self._wall = self._pauses = 0

    def begin(self, cpu_us: int, *, thought_us: int) -> None:
        """Begin a pause: everything is answered.

        Args:
            cpu_us: The instance's CPU time when it had answered.
            thought_us: What of that it had used since it was asked.
        """
        self._since = self._clock.micros()
        self._cpu = cpu_us
        self._excess = max(self._excess - thought_us // SHARE, 0)

    def end(self) -> Incident | None:
        """End the pause: something is sent. Return what it did, if that is more than it may.

        What it has used in a pause is at most how long that was, since it has one core: CPU time of
        children that was found out late isn't charged.
        """
        if self._since is None:
            return None
        wall = self._clock.micros() - self._since
        used = min(self._running.cpu_us() - self._cpu, wall)
        self._since = None
        self._used += used
        self._wall += wall
        self._pauses += 1
        self._excess += used
        return self._incident() if self._excess > ALLOWANCE_US else None

    def _incident(self) -> Incident:
        evidence = (
            f"it computed while nothing was asked of it: {self._used / 1e6:.2f} s of CPU time "
            f"in {self._pauses} pauses between questions, {self._wall / 1e6:.2f} s in all; "
            f"{ALLOWANCE_US / 1e6:g} s and a quarter of what its answers take are allowed"
        )
        return Incident(FaultKind.PONDERING, evidence, self._wall, self._used)
