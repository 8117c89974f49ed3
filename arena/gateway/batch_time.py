"""How long a bot thinks about one batch, and whether that is too long (docs/protocol.md, "Time").

Instances share a core, so in throughput timing the wall clock says little about a bot: a batch is
judged by the CPU time its instance used. CPU time is read at the hand-over and with every message of
answers: whoever asks is told what an answer took by either clock.
"""

from arena.core.clock import Clock
from arena.core.errors import HostError
from arena.match.faults import FaultKind
from arena.tournament.ports import Incident, Running, Spent

LOOK_US = 1_000_000
"""How often an instance that owes answers is looked at, at least."""
BACKSTOP = 10
"""In throughput timing a batch may take so many times its limit by the wall clock."""
SHORTEST_SILENCE_US = 1_000_000
"""A busy machine may leave an instance without its core for shorter than this."""
SHORTEST_LOOK_US = 10_000
IDLE_SHARE = 100
"""An instance that uses less than one part in so many of the time is not thinking but silent."""


class BatchTime:
    """The time of one link's outstanding batch; nothing here waits."""

    __slots__ = (
        "_clock",
        "_cpu_at_start",
        "_grace",
        "_heard_at",
        "_is_strict",
        "_lateness",
        "_limit",
        "_longest",
        "_move_us",
        "_quiet_cpu",
        "_quiet_since",
        "_running",
        "_started_at",
        "cpu_heard",
        "due",
        "turns",
    )

    def __init__(self, clock: Clock, running: Running, *, move_us: int, is_strict: bool) -> None:
        """Judge by the wall clock if strict, else by CPU time."""
        self._clock = clock
        self._running = running
        self._move_us = move_us
        self._is_strict = is_strict
        self._started_at = self._heard_at = self._quiet_since = clock.micros()
        self._cpu_at_start = self._quiet_cpu = 0
        self._limit = self._longest = self._grace = self._lateness = 0
        self.due = 0
        """When to look at it next, by the clock."""
        self.turns = 0
        """How many turns the batch had when it was handed over."""
        self.cpu_heard = 0
        """The instance's CPU time when it was last heard of."""

    def hand_over(self, turns: int, longest_us: int) -> None:
        """Begin: the batch goes to the transport now. `longest_us` is the longest limit of a single turn.

        The limit of the whole is the budget of a move for each turn, and the largest bank once: with every
        bank in it a bot caught in a loop would have hours.
        """
        now = self._clock.micros()
        self._started_at = self._heard_at = self._quiet_since = now
        self._cpu_at_start = self.cpu_heard = self._quiet_cpu = self._running.cpu_us()
        self._limit = (turns - 1) * self._move_us + longest_us
        self._longest = longest_us
        self._grace = self._move_us if turns == 1 else 0
        self._lateness = 0
        self.turns = turns
        self.due = now + min(longest_us, LOOK_US)

    def share(self, answers: int) -> Spent:
        """Return what each of some answers just read took.

        What stays within the budget of a move is charged as it is: it costs no bank either way.
        """
        now = self._clock.micros()
        wall = (now - self._heard_at) // answers
        self._heard_at = now
        read = self._running.cpu_us()
        cpu = max(read - self.cpu_heard, 0) // answers
        self.cpu_heard = read
        if wall <= self._move_us or self._is_strict:
            return Spent(wall, max(wall - self._lateness // answers, 0), cpu)
        return Spent(wall, min(wall, max(read - self._cpu_at_start, 0) // self.turns), cpu)

    def is_late(self) -> bool:
        """Tell whether the answers that were just read came too late."""
        return self._is_beyond(self._limit)

    def look(self) -> str | None:
        """Judge a batch that is not answered yet, at `due`: return why it is given up, or None.

        A single turn is given a move's time more: if its answer comes in that, it is only late.
        """
        now = self._clock.micros()
        self._lateness += max(now - self.due, 0)  # the loop was busy: that is not the bot's time
        self.due = now + LOOK_US
        if self._is_beyond(self._limit + self._grace):
            return self.account("no answer in time")
        if not self._is_strict and self._is_silent(now):
            return self.account("no answer, and it is not thinking")
        self.due = min(self.due, self._next_limit(now))
        return None

    def account(self, what: str) -> str:
        """Say what happened, with the figures and the limit that was passed, as evidence."""
        wall, cpu = self.wall_us(), self.cpu_us()
        limit = f"{_milliseconds(self._limit)} ms of {'wall' if self._is_strict else 'CPU'} time"
        if not self._is_strict and cpu <= self._limit and wall > BACKSTOP * self._limit:
            limit = (
                f"{_milliseconds(BACKSTOP * self._limit)} ms by the wall clock, {BACKSTOP} times that of CPU"
            )
        return (
            f"{what}: {self.turns} turn{'' if self.turns == 1 else 's'}, with a limit of {limit}; "
            f"{_milliseconds(wall)} ms passed, {_milliseconds(cpu)} ms of CPU time were used"
        )

    def wall_us(self) -> int:
        """Return how long the batch has taken, without the time that the arena itself was late."""
        return max(self._clock.micros() - self._started_at - self._lateness, 0)

    def cpu_us(self) -> int:
        """Return the CPU time that the instance has used for the batch so far."""
        return max(self._running.cpu_us() - self._cpu_at_start, 0)

    def incident(self, kind: FaultKind, evidence: str) -> Incident:
        """Write down what befell the instance, with what the batch had taken."""
        try:
            cpu_us = self.cpu_us()
        except HostError as error:  # what happened has happened: only this figure is lost
            cpu_us = 0
            evidence = f"{evidence}; its CPU time can't be read: {error}"
        return Incident(kind, evidence, self.wall_us(), cpu_us)

    def _is_beyond(self, limit: int) -> bool:
        wall = self.wall_us()
        if wall <= limit:
            return False
        return self._is_strict or wall > BACKSTOP * limit or self.cpu_us() > limit

    def _is_silent(self, now: int) -> bool:
        """Tell whether it has neither spoken nor computed for as long as its longest turn may take."""
        if self._quiet_since < self._heard_at:
            self._quiet_since, self._quiet_cpu = now, self._running.cpu_us()
        quiet = now - self._quiet_since
        if quiet < max(self._longest + self._grace, SHORTEST_SILENCE_US):
            return False
        cpu = self._running.cpu_us()
        if (cpu - self._quiet_cpu) * IDLE_SHARE < quiet:
            return True
        self._quiet_since, self._quiet_cpu = now, cpu
        return False

    def _next_limit(self, now: int) -> int:
        """Return the soonest time at which it can be beyond its limit, so that it isn't looked at late."""
        allowed = self._limit + self._grace
        beyond = self._started_at + self._lateness + allowed
        if beyond > now or self._is_strict:
            return max(beyond, now + 1)
        return now + max(allowed - self.cpu_us(), SHORTEST_LOOK_US)


def _milliseconds(micros: int) -> str:
    """Write a time; only of a short one decimals tell anything."""
    return f"{micros / 1000:.{0 if micros >= 10_000 else 1}f}"
