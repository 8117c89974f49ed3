"""CPU time that an instance uses while nothing is asked of it: another's clock may run on its core.

A frozen instance uses none. In throughput timing one with open matches is left running between its
batches, since freezing it so often costs more than an honest bot uses there: measured, 5 to 50 us a
pause, 1 % of the time, and a spinning thread a fifth to all of it. Honest ones do more at times, to
tidy up, to collect garbage, to learn from a match; so using much only makes an instance suspect. From
then on it is frozen in every pause, after it was once left without a question until it came to rest.
One that never does is pondering, and is ended. From then on all instances of its bot are frozen in every
pause: each could only ponder again, for seconds in which its matches wait, and with them those of others.
"""

import asyncio
from dataclasses import dataclass

from arena.core.clock import Clock
from arena.match.faults import FaultKind
from arena.tournament.ports import Incident, Running

SUSPECT_US = 50_000
"""CPU time in pauses that makes an instance suspect, if it is also a share of them."""
SUSPECT_SHARE = 20
"""One part in so many of the time of its pauses."""
REST_US = 2_000_000
"""A suspect that was computing all the time for so long, and without a question, is pondering."""
LOOK_US = 200_000
"""How often it is looked at in that time."""
BUSY_SHARE = 50
"""It was computing if it used one part in so many of the time between two looks."""


@dataclass(slots=True)
class Reputation:
    """What is known of a bot, whichever of its instances showed it."""

    ponders: bool = False


class Pondering:
    """The unasked CPU time of one link. A pause is from the last answer of a batch to the next message."""

    __slots__ = (
        "_clock",
        "_cpu",
        "_is_suspect",
        "_pauses",
        "_reputation",
        "_running",
        "_since",
        "_used",
        "_wall",
    )

    def __init__(self, clock: Clock, running: Running, reputation: Reputation) -> None:
        """Watch nothing yet."""
        self._is_suspect = False
        self._reputation = reputation
        self._clock = clock
        self._running = running
        self._since: int | None = None
        self._cpu = 0
        self._used = self._wall = self._pauses = 0

    @property
    def is_suspect(self) -> bool:
        """Tell whether it is to be frozen in pauses."""
        return self._is_suspect or self._reputation.ponders

    def begin(self, cpu_us: int) -> None:
        """Begin a pause: everything is answered, and that was the instance's CPU time then."""
        self._since = self._clock.micros()
        self._cpu = cpu_us

    def end(self) -> bool:
        """End the pause: something is to be sent. Tell whether the instance has just become suspect.

        What it has used in a pause is at most how long that was, since it has one core: CPU time of
        children that was found out late isn't counted.
        """
        if self._since is None or self.is_suspect:
            return False
        wall = self._clock.micros() - self._since
        self._since = None
        self._wall += wall
        self._used += min(self._running.cpu_us() - self._cpu, wall)
        self._pauses += 1
        self._is_suspect = self._used > max(SUSPECT_US, self._wall // SUSPECT_SHARE)
        return self._is_suspect

    async def watch(self) -> Incident | None:
        """Leave the instance without a question until it rests; return what it did if it never does."""
        began, first = self._clock.micros(), self._running.cpu_us()
        before = first
        for _ in range(REST_US // LOOK_US):
            await asyncio.sleep(LOOK_US / 1e6)
            now = self._running.cpu_us()
            if (now - before) * BUSY_SHARE < LOOK_US:
                return None
            before = now
        self._reputation.ponders = True
        wall = self._clock.micros() - began
        evidence = (
            f"it computes while nothing is asked of it: {self._used / 1e6:.2f} s of CPU time "
            f"in {self._pauses} pauses between questions, {self._wall / 1e6:.2f} s in all; and left without "
            f"a question for {wall / 1e6:.2f} s it used {(before - first) / 1e6:.2f} s, never resting"
        )
        return Incident(FaultKind.PONDERING, evidence, wall, before - first)
