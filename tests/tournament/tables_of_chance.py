"""A tournament whose matches come out by a hash of their id: for everything that only schedules and folds."""

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from arena.core.ids import MatchId
from arena.match.faults import Fault
from arena.match.player import TimeControl
from arena.match.record import MatchEnding, MatchRecord
from arena.scheduling.schedule import Programme
from arena.tournament.job import Job, JobResult
from arena.tournament.programme import programme_of
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup

Trouble = Callable[[MatchId], Sequence[Fault]]


@dataclass(frozen=True)
class Options:
    """As much of a game's options as a schedule needs."""

    players: int
    preset: str = "standard"


def tournament(
    *stages: tuple[int, int], entrants: int = 4, window: int = 8, bench_after: int = 10
) -> TournamentSetup:
    """Make a tournament of stages, each given as (seats, deals)."""
    return TournamentSetup(
        name="chance",
        entrants=tuple(
            Entrant(number, f"bot-{number}", "1", Path("bot"), ("bot",), ("any",), "")
            for number in range(entrants)
        ),
        stages=tuple(
            StageSetup(
                name=f"stage-{number}",
                game="any",
                options=Options(seats),
                entrants=tuple(range(entrants)),
                seats=seats,
                deals=deals,
                tables=None,
                draw_probability=0.2,
            )
            for number, (seats, deals) in enumerate(stages)
        ),
        secret=bytes(32),
        practice=True,
        time=TimeControl(),
        start_us=1_000_000,
        timing=Timing.THROUGHPUT,
        anonymous=False,
        max_faults=3,
        bench_after=bench_after,
        window=window,
        in_flight=4,
        max_instances=100,
        sandbox="process",
    )


def record_of(
    setup: TournamentSetup, stage: int, block: int, rotation: int, trouble: Trouble | None = None
) -> MatchRecord:
    """Return the one record that this match has, whoever plays it and when."""
    match = MatchId(setup.stages[stage].name, block, rotation)
    seats = programme_of(setup).schedules[stage].block(block).seating(rotation)
    chance = hashlib.sha256(str(match).encode()).digest()
    order = sorted(range(len(seats)), key=lambda seat: chance[seat])
    faults = tuple(trouble(match)) if trouble else ()
    return MatchRecord(
        id=match,
        seats=seats,
        moves=chance[:9],
        micros=(1,) * 9,
        substitutes=(),
        places=tuple(1 + order.index(seat) for seat in range(len(seats))),
        chips=(0,) * len(seats),
        ending=MatchEnding.PLAYED,
        faults=faults,
        forfeits=tuple(fault.seat for fault in faults if fault.is_forfeit),
        notes=(),
        started=0.0,
        seconds=0.0,
    )


def blocks_of(setup: TournamentSetup) -> Programme:
    """Return the tournament's blocks."""
    return programme_of(setup)


class ChanceShard:
    """A shard that plays at once, in this process, and fails when it is told to."""

    def __init__(
        self,
        setup: TournamentSetup,
        *,
        breaks_on: Callable[[Job], bool] = lambda _job: False,
        voids: Callable[[MatchId], bool] = lambda _match: False,
        trouble: Trouble | None = None,
        remembers_jobs: bool = True,
    ) -> None:
        self.setup = setup
        self.breaks_on = breaks_on
        self.voids = voids
        self.trouble = trouble
        self.jobs: list[Job] = []
        self.under_way: list[Job] = []
        self.remembers_jobs = remembers_jobs
        self.is_drained = False
        self.ends: list[str] = []

    def exchange(self, job: Job | None) -> Future[list[JobResult]]:
        """Give back the job before this one, as a shard does whose jobs overlap."""
        future: Future[list[JobResult]] = Future()
        ended, self.under_way = self.under_way, [] if job is None else [job]
        self.jobs += self.under_way if self.remembers_jobs else []
        if job is not None and self.breaks_on(job):
            future.set_exception(BrokenProcessPool("killed"))
        else:
            future.set_result([self._play(each) for each in ended])
        return future

    def _play(self, job: Job) -> JobResult:
        name = self.setup.stages[job.stage].name
        bad = [block for block in job.blocks if self.voids(MatchId(name, block, job.lane))]
        good = [block for block in job.blocks if block not in bad and not self.is_drained]
        left = [block for block in job.blocks if block not in bad and self.is_drained]
        return JobResult(
            job=job,
            records=tuple(
                record_of(self.setup, job.stage, block, job.lane, self.trouble) for block in reversed(good)
            ),
            unplayed=tuple(left),
            void=tuple((block, "the roof fell in") for block in bad),
            seconds=0.01,
            decisions=len(good),
            batches=1,
        )

    def drain(self) -> None:
        self.is_drained = True

    def is_stuck(self) -> bool:
        return False

    def close(self) -> None:
        self.ends.append("closed")

    def kill(self) -> None:
        self.ends.append("killed")
