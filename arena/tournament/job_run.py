"""One job under way: which of its matches are open, and what came of them."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice

from arena.core.clock import Clock
from arena.match.record import MatchRecord
from arena.tournament.floor import Floor
from arena.tournament.instance_pool import InstancePool, Key
from arena.tournament.job import Job, JobResult
from arena.tournament.match_run import MatchRun, Seat

LOOK_AHEAD = 64
"""Where the next match can't begin, so many later ones are looked at."""
MOST_WAITING = 16
"""Matches of a job that wait for instances to start; they take no place on the floor meanwhile."""

MakeRun = Callable[[int, Sequence[Seat], "JobRun"], MatchRun]
"""Makes the match of a block, with its instances by seat."""
KeysOf = Callable[[int], list[Key]]
"""Tells whose instances the match of a block needs, by seat."""


class JobRun:
    """Keeps matches open while the floor has room, until all are played or nothing more is to begin."""

    def __init__(
        self,
        job: Job,
        pool: InstancePool,
        clock: Clock,
        *,
        floor: Floor,
        is_draining: Callable[[], bool],
        keys_of: KeysOf,
        make_run: MakeRun,
    ) -> None:
        """Take a job; `play` plays it."""
        self._job = job
        self._pool = pool
        self._clock = clock
        self._floor = floor
        self._is_draining = is_draining
        self._keys_of = keys_of
        self._make_run = make_run
        self._ahead: deque[int] = deque(job.blocks)
        self._open = 0
        self._waiting = 0
        self._ready: deque[MatchRun] = deque()
        self._records: list[MatchRecord] = []
        self._unplayed: list[int] = []
        self._void: list[tuple[int, str]] = []
        self._blocked: list[tuple[int, str]] = []
        self._decisions = 0
        self._done = asyncio.Event()
        self._error: BaseException | None = None
        self.has_begun_all = asyncio.Event()
        """Set when every match has begun, or never will."""

    async def play(self) -> JobResult:
        """Play the job to its end.

        Raises:
            HostError: an instance can't be ended.
        """
        self._pool.begin_job(self._crashed)
        try:
            self._floor.add(self)
            await self._done.wait()
        finally:
            self.has_begun_all.set()
            self._floor.remove(self)
            await self._pool.end_job(self._crashed)
        if self._error is not None:
            raise self._error
        return self._result()

    def _result(self) -> JobResult:
        """Sum up; what could not begin for our reasons is unplayed, unless nothing could.

        Who plays the job's blocks again at once needs to see an end of it.
        """
        if self._records or self._void:
            self._unplayed += [block for block, _ in self._blocked]
        else:
            self._void = self._blocked
        return JobResult(
            self._job,
            tuple(self._records),
            unplayed=tuple(self._unplayed),
            void=tuple(self._void),
            decisions=self._decisions,
        )

    # --- beginning matches ------------------------------------------------------------------------

    def open_matches(self) -> None:
        """Begin matches while there are any and there is room; then see whether all is done."""
        if self._is_draining():
            self._begin_no_more()
        while self._floor.has_room and (self._ready or (self._ahead and self._open_one())):
            if self._ready:
                self._begin(self._ready.popleft())
        if not (self._ahead or self._waiting or self._ready):
            self.has_begun_all.set()
            if not self._open:
                self._done.set()
        elif not (self._open or self._waiting or self._ready or self._pool.is_busy):
            self._crashed(
                RuntimeError(f"nothing is under way, and no match can begin of blocks {[*self._ahead]}")
            )

    def _begin_no_more(self) -> None:
        """Give back what has not begun; what waits for instances is given back when they are there."""
        self._unplayed += self._ahead
        self._ahead.clear()
        for run in self._ready:
            self._unplayed.append(run.block)
            self._unclaim(run)
        self._ready.clear()

    def _open_one(self) -> bool:
        """Open the next match, or a later one whose instances are up; tell whether there was one."""
        if self._waiting < MOST_WAITING and self._open_match(self._ahead[0]):
            return True
        later = islice(self._ahead, LOOK_AHEAD)
        ready = next((block for block in later if self._pool.are_up(self._keys_of(block))), None)
        return ready is not None and self._open_match(ready)

    def _open_match(self, block: int) -> bool:
        """Begin a match, or have it wait for its instances, if there is room for them."""
        instances = self._pool.claim(self._keys_of(block))
        if instances is None:
            return False
        self._ahead.remove(block)
        self._seat(self._make_run(block, instances, self))
        return True

    def _seat(self, run: MatchRun) -> None:
        """Have a match begin when there is a place, or wait for its instances."""
        if run.await_seats():
            self._ready.append(run)
        else:
            self._waiting += 1

    def arrived(self, run: MatchRun) -> None:
        """Hear that a match waits for one instance less."""
        if run.arrived():
            self._waiting -= 1
            self._seat(run)  # one may have been lost again while it waited for another

    def _begin(self, run: MatchRun) -> None:
        if not run.await_seats():  # lost since it was ready
            self._waiting += 1
            return
        self._open += 1
        self._floor.take_place()
        run.begin(self._clock.micros())

    # --- ending matches (match_run.Ending) --------------------------------------------------------

    def finished(self, run: MatchRun) -> None:
        """Keep the record of a match that was played to its end."""
        record = run.referee.record((self._clock.micros() - run.started_us) / 1e6)
        self._records.append(record)
        self._decisions += len(record.moves) - len(record.substitutes)
        self._close(run)

    def voided(self, run: MatchRun, reason: str, sent: Sequence[Seat]) -> None:
        """List a match that failed for our reasons; who was sent a part of it must not meet it again."""
        (self._void if sent else self._blocked).append((run.block, reason))
        for seat in sent:
            seat.is_tainted = True
        self._close(run)

    def _close(self, run: MatchRun) -> None:
        self._unclaim(run)
        self._open -= 1
        self._floor.free_place()

    def _unclaim(self, run: MatchRun) -> None:
        for seat in run.seats:
            seat.claims -= 1

    def _crashed(self, error: BaseException) -> None:
        """End the job; of several errors the first is told."""
        self._error = self._error or error
        self._done.set()
