"""One job under way: which of its matches are open, and what came of them."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from arena.core.clock import Clock
from arena.match.record import MatchRecord
from arena.tournament.floor import Floor
from arena.tournament.instance import Instance
from arena.tournament.instances import InstancePool, Key
from arena.tournament.job import Job, JobResult
from arena.tournament.match_run import MatchRun, Seat

LOOK_AHEAD = 64
"""Where there is no room for the next match's instances, so many later ones are looked at."""

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
        self._records: list[MatchRecord] = []
        self._unplayed: list[int] = []
        self._void: list[tuple[int, str]] = []
        self._decisions = 0
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.has_begun_all = asyncio.Event()
        """Set when every match has begun, or never will."""

    async def play(self) -> JobResult:
        """Play the job to its end.

        Raises:
            HostError: an instance can't be ended.
        """
        self._pool.begin_job(self._crashed)
        self._floor.add(self)
        try:
            await self._done
        finally:
            self._floor.remove(self)
            await self._pool.end_job(self._crashed)
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
        while self._ahead and self._floor.has_room:
            if self._is_draining():
                self._unplayed.extend(self._ahead)
                self._ahead.clear()
            elif not self._open_one():
                break
        if not self._ahead:
            self.has_begun_all.set()
            if not self._open and not self._done.done():
                self._done.set_result(None)

    def _open_one(self) -> bool:
        """Open the next match for whose instances there is room; tell whether there was one."""
        block = self._ahead[0]
        instances = self._pool.claim(self._keys_of(block))
        if instances is None:
            playable = self._look_ahead()
            if playable is None:
                return False
            block = playable
            instances = self._pool.claim(self._keys_of(block))
        if instances is None:
            return False
        self._ahead.remove(block)
        self._open += 1
        self._floor.take_place()
        run = self._make_run(block, instances, self)
        if run.await_seats():
            run.begin(self._clock.micros())
        return True

    def _look_ahead(self) -> int | None:
        """Return a later block that can be played with the instances that are there."""
        for block in [self._ahead[i] for i in range(1, min(LOOK_AHEAD, len(self._ahead)))]:
            if self._pool.has_all(self._keys_of(block)):
                return block
        return None

    def arrived(self, run: MatchRun) -> None:
        """Begin a match whose last instance is there, unless the run drains by now."""
        if not run.arrived():
            return
        if self._is_draining():
            self._unplayed.append(run.block)
            self._close(run)
        elif run.await_seats():  # one may have been lost again while it waited for another
            run.begin(self._clock.micros())

    # --- ending matches (match_run.Ending) --------------------------------------------------------

    def finished(self, run: MatchRun) -> None:
        """Keep the record of a match that was played to its end."""
        record = run.referee.record((self._clock.micros() - run.started_us) / 1e6)
        self._records.append(record)
        self._decisions += len(record.moves) - len(record.substitutes)
        self._close(run)

    def voided(self, run: MatchRun, reason: str, sent: Sequence[Seat]) -> None:
        """List a match that failed for our reasons; who was sent a part of it is ended with the job."""
        self._void.append((run.block, reason))
        for instance in cast("Iterable[Instance]", sent):
            instance.is_tainted = True
        self._close(run)

    def _close(self, run: MatchRun) -> None:
        for instance in cast("Iterable[Instance]", run.seats):
            instance.claims -= 1
        self._open -= 1
        self._floor.free_place()

    def _crashed(self, error: BaseException) -> None:
        if not self._done.done():
            self._done.set_exception(error)
