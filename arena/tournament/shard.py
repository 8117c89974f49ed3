"""A shard: plays jobs with instances that stay warm between them.

It knows links, not processes or sockets: a test plays whole jobs with bots that are functions.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from arena.core.clock import Clock
from arena.core.errors import ConfigError
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.referee import Referee
from arena.scheduling.seeds import bot_seed, deal_seed
from arena.tournament.floor import Floor
from arena.tournament.instance_pool import InstancePool, Key
from arena.tournament.job import Job, JobResult
from arena.tournament.job_run import LOOK_AHEAD, JobRun
from arena.tournament.match_run import MatchRun, Seat
from arena.tournament.ports import BotHost
from arena.tournament.programme import programme_of
from arena.tournament.setup import StageSetup, Timing, TournamentSetup


class Shard:
    """One worker's part of a tournament. Jobs overlap: the next fills the places that the last leaves."""

    def __init__(self, setup: TournamentSetup, host: BotHost, clock: Clock) -> None:
        """Start nothing yet.

        Raises:
            ConfigError: fewer instances are allowed than a table has seats.
        """
        seats = max(stage.seats for stage in setup.stages)
        if setup.max_instances < seats:
            raise ConfigError(
                f"max_instances is {setup.max_instances}, and a table of {seats} needs as many instances "
                f"at once: allow at least {seats}"
            )
        self._setup = setup
        self._host = host
        self._clock = clock
        self._schedules = programme_of(setup).schedules
        self._floor = Floor(1 if setup.timing is Timing.STRICT else setup.in_flight)
        self._pool = InstancePool(
            host,
            max_instances=setup.max_instances,
            bench_after=setup.bench_after,
            on_settled=self._floor.fill,
        )
        self._under_way: list[JobRun] = []
        self._match_number = 0
        self._last_end = clock.micros()
        self._last_batches = 0

    async def run(self, job: Job, *, is_draining: Callable[[], bool]) -> JobResult:
        """Play a job to its end; once draining no new match begins, and what runs is finished.

        Raises:
            HostError: an instance can't be ended.
        """
        stage = self._setup.stages[job.stage]
        schedule = self._schedules[job.stage]

        @lru_cache(maxsize=LOOK_AHEAD)
        def seating(block: int) -> tuple[int, ...]:
            return schedule.block(block).seating(job.lane)

        def keys_of(block: int) -> list[Key]:
            return [(entrant, job.lane) for entrant in seating(block)]

        def make_run(block: int, seats: Sequence[Seat], ending: JobRun) -> MatchRun:
            self._match_number += 1
            referee = self._referee(stage, MatchId(stage.name, block, job.lane), seating(block))
            return MatchRun(self._match_number, block, referee, seats=seats, ending=ending)

        run = JobRun(
            job,
            self._pool,
            self._clock,
            floor=self._floor,
            is_draining=is_draining,
            keys_of=keys_of,
            make_run=make_run,
        )
        began = self._clock.micros()
        self._under_way.append(run)
        try:
            result = await run.play()
        finally:
            self._under_way.remove(run)
        return self._measured(result, began)

    async def until_all_begun(self) -> None:
        """Wait until every match of every job has begun, so that one more job would fill free places."""
        for run in tuple(self._under_way):
            await run.has_begun_all.wait()

    async def close(self) -> None:
        """End all instances.

        Raises:
            HostError: one of them can't be ended; the others are.
        """
        await self._pool.close()

    def _measured(self, result: JobResult, began: int) -> JobResult:
        """Add the time, the messages and the output that this job alone accounts for."""
        now, batches = self._clock.micros(), self._pool.batches
        seconds = (now - max(began, self._last_end)) / 1e6
        output = tuple(self._host.take_output())
        result = replace(result, seconds=seconds, batches=batches - self._last_batches, output=output)
        self._last_end, self._last_batches = now, batches
        return result

    def _referee(self, stage: StageSetup, match: MatchId, seating: tuple[int, ...]) -> Referee:
        setup = self._setup
        return Referee(
            find_game(stage.game),
            stage.options,
            id=match,
            seats=seating,
            seed=deal_seed(setup.secret, stage.name, match.block),
            bot_seeds=[bot_seed(setup.secret, match, seat) for seat in range(len(seating))],
            names=() if setup.anonymous else tuple(setup.entrants[entrant].name for entrant in seating),
            time=setup.time,
            max_faults=setup.max_faults,
            started=self._clock.now().timestamp(),
        )
