"""An instance without control groups: all that bwrap has started, down to the last grandchild.

None can leave: the first process of their namespace takes in every orphan.
"""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress

from arena.core.clock import Clock
from arena.sandbox.cpu import CpuMeter
from arena.sandbox.instance import resident_bytes
from arena.sandbox.proc import Process, descendants

LOOK_US = 100_000
"""How old the list of members may be. A look costs some tenths of a millisecond."""
_MOST_LOOKS = 10
"""A bot that always starts another process while we stop the last is not chased for ever."""


class Family:
    """Counts and stops the processes of one instance one by one."""

    def __init__(self, leader: int, clock: Clock) -> None:
        """Watch what `leader`, bwrap's own process, starts."""
        self._leader = leader
        self._meter = CpuMeter(leader, "", _Descendants(clock))

    def cpu_us(self) -> int | None:
        """Return the CPU time that they have used, in microseconds."""
        return self._meter.read()

    def memory_bytes(self) -> int | None:
        """Return the memory that they have in use, what they share counted for each."""
        return sum(map(resident_bytes, descendants(self._leader)))

    def memory_kills(self) -> int:
        """Return 0: nothing watches their memory."""
        return 0

    def freeze(self) -> None:
        """Stop them all."""
        stopped: set[int] = set()
        for _ in range(_MOST_LOOKS):
            running = descendants(self._leader).keys() - stopped
            if not running:
                return
            self._signal(running, signal.SIGSTOP)
            stopped |= running

    def thaw(self) -> None:
        """Let them all run."""
        self._signal(descendants(self._leader).keys(), signal.SIGCONT)

    def remove(self) -> None:
        """Do nothing: they end with their namespace."""

    def _signal(self, pids: Iterable[int], number: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


class _Descendants:
    """Who belongs to one instance, as of the last look."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._look = 0
        self._due = 0

    def refresh(self) -> int:
        """Look again if the last look is old; return the number of the look."""
        now = self._clock.micros()
        if now >= self._due:
            self._due = now + LOOK_US
            self._look += 1
        return self._look

    def others(self, leader: int, label: str) -> dict[int, Process]:
        """Return all but the leader."""
        del label
        return descendants(leader)
