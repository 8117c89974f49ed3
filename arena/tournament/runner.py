"""Plays a tournament: hands jobs to shards, keeps what comes back, folds it into the tables.

The runner decides nothing by what finished first: what is left to play is the schedule minus the
stored matches, and the tables are a fold over complete blocks in schedule order.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from arena.core.errors import HostError
from arena.tournament.dispatcher import Dispatcher
from arena.tournament.events import BlockVoided, Draining, Event, ShardReplaced, TournamentEnded
from arena.tournament.fold import Fold
from arena.tournament.host_health import HostHealth, Recover
from arena.tournament.job import Job, JobResult
from arena.tournament.ports import ShardProcess, SkippedBlock, Store, Watcher
from arena.tournament.programme import programme_of
from arena.tournament.reporting import ending, folded_events, started, stored_events, tables_so_far
from arena.tournament.setup import TournamentSetup
from arena.tournament.sizing import JobSizer

CALLS_PER_SHARD = 2
"""One that is served and one that waits, so that a shard never waits for the runner."""
MAX_ATTEMPTS = 5
"""How often a match that fails for our reasons is tried before its block is void."""
POLL_SECONDS = 0.2


@dataclass
class StopRequest:
    """How often the run was asked to stop: once drains, twice abandons what runs."""

    times: int = 0


@dataclass
class _Slot:
    """One shard, the jobs it has been given, and the calls that are not answered."""

    number: int
    process: ShardProcess
    jobs: list[Job] = field(default_factory=list)
    calls: set[Future[list[JobResult]]] = field(default_factory=set)


class Runner:
    """One run of one tournament, from its first block or from where it was stopped."""

    def __init__(
        self,
        tournament: str,
        setup: TournamentSetup,
        *,
        store: Store,
        watcher: Watcher,
        start_shard: Callable[[int], ShardProcess],
        workers: int,
        stop: StopRequest,
        recover: Recover = lambda _: False,
    ) -> None:
        """Read from the store what has been played; `recover` is called after failures that are ours."""
        self._tournament = tournament
        self._setup = setup
        self._store = store
        self._watcher = watcher
        self._start_shard = start_shard
        self._stop = stop
        self._health = HostHealth(recover, watcher)
        self._workers = workers
        self._programme = programme_of(setup)
        self._fold = Fold.resumed(setup, self._programme, store, tournament)
        self._dispatcher = Dispatcher(
            self._programme, self._is_wanted, first_block=self._fold.next_block, window=setup.window
        )
        self._sizer = JobSizer(setup.window)
        self._newly_skipped: list[SkippedBlock] = []
        self._attempts: dict[tuple[int, int], int] = {}
        self._is_draining = False
        self._slots: list[_Slot] = []

    def run(self, notices: Sequence[str] = ()) -> TournamentEnded:
        """Play until everything is played or a stop is asked for.

        Returns:
            How it ended; the same went to the watcher.

        Raises:
            HostError: shards fail again and again without finishing a match.
            StorageError: what was played can't be kept; all that is stored stays.
        """
        self._watcher.see(started(self._tournament, self._setup, self._fold, self._workers, notices))
        self._show(tables_so_far(self._setup, self._fold))
        try:
            if not self._fold.is_complete:
                for number in range(self._workers):
                    self._slots.append(_Slot(number, self._start_shard(number)))
                self._play()
        finally:
            self._close()
        if self._fold.is_complete:
            self._store.finish(self._tournament)
        end = ending(self._setup, self._fold)
        self._watcher.see(end)
        return end

    def _play(self) -> None:
        """Keep every shard busy until nothing is left, or until what runs is drained."""
        self._fill()
        while any(slot.jobs for slot in self._slots):
            calls = [call for slot in self._slots for call in slot.calls]
            done, _ = wait(calls, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            self._heed_stop()
            if self._stop.times > 1:
                return
            if done:
                self._keep(self._collect(done))
            self._replace_stuck()
            self._health.ensure()
            self._fill()

    def _fill(self) -> None:
        """Give every shard its jobs, and keep the blocks that turned out not to be played."""
        while True:
            for depth in range(1, CALLS_PER_SHARD + 1):
                for slot in self._slots:
                    if len(slot.calls) < depth:
                        self._give(slot)
            if not self._newly_skipped:
                return
            self._keep([])  # which moves the window, so there may be more to give

    def _give(self, slot: _Slot) -> None:
        """Hand a shard one job; if there is none, wait for those it has."""
        job = None if self._is_draining or self._is_suspicious(slot.jobs) else self._next_job(slot)
        if job is not None and slot.jobs and self._is_suspicious([job]):
            # It failed before: it is played alone, so that it takes no other down with it.
            self._dispatcher.put_back(job)
            job = None
        if job is not None:
            slot.jobs.append(job)
        elif slot.calls or not slot.jobs:
            return
        try:
            slot.calls.add(slot.process.exchange(job))
        except BrokenProcessPool as error:
            self._replace(slot, f"its process ended: {error}")

    def _is_suspicious(self, jobs: Sequence[Job]) -> bool:
        """Tell whether a job has a match that failed before for our reasons."""
        return bool(self._attempts) and any(
            (self._programme.first_block(job.stage) + block, job.lane) in self._attempts
            for job in jobs
            for block in job.blocks
        )

    def _next_job(self, slot: _Slot) -> Job | None:
        """Return what a shard may play next."""
        stage = self._programme.locate(min(self._fold.next_block, self._programme.total_blocks - 1))[0]
        size = self._sizer.size(stage, matches_left=self._fold.matches_left(stage), shards=len(self._slots))
        return self._dispatcher.next_job(shard=slot.number, shards=len(self._slots), most=size)

    def _is_wanted(self, block: int, lane: int) -> bool:
        """Tell whether a match is to be played; a benched entrant's block is skipped here."""
        if self._fold.has(block, lane):
            return False
        skipped = self._fold.bench_skip(block)
        if skipped is not None:
            self._newly_skipped.append(skipped)
            self._fold.skip(skipped)
            return False
        return not self._fold.is_skipped(block)

    def _collect(self, done: set[Future[list[JobResult]]]) -> list[JobResult]:
        """Take the results of jobs that have ended; replace shards that broke."""
        results = []
        for slot in self._slots:
            for call in slot.calls & done:
                slot.calls.discard(call)
                error = call.exception()
                if error is None:
                    results += [self._digest(slot, result) for result in call.result()]
                elif isinstance(error, BrokenProcessPool | HostError):
                    self._replace(slot, str(error) or "its process ended")
                    break
                else:
                    raise error
        return results

    def _digest(self, slot: _Slot, result: JobResult) -> JobResult:
        """Learn from a job, and put back what it did not play."""
        slot.jobs.remove(result.job)
        self._sizer.learn(result.job.stage, matches=len(result.records), seconds=result.seconds)
        if result.records:
            self._health.worked()
        elif result.void:
            self._health.failed(result.void[0][1])
        self._take_back(result.job, result.unplayed)
        self._fail(result.job, dict(result.void))
        return result

    def _take_back(self, job: Job, blocks: Iterable[int]) -> None:
        """Put blocks of a job back to be played later."""
        first = self._programme.first_block(job.stage)
        self._dispatcher.play_again(job.lane, [first + block for block in blocks])

    def _fail(self, job: Job, failed: dict[int, str]) -> None:
        """Play matches again that failed for our reasons; after a few attempts their block is void."""
        again = []
        if failed:
            self._health.doubt()
        for block, reason in failed.items():
            number = self._programme.first_block(job.stage) + block
            attempts = self._attempts[number, job.lane] = self._attempts.get((number, job.lane), 0) + 1
            if attempts < MAX_ATTEMPTS:
                again.append(block)
            elif not self._fold.is_skipped(number):
                skipped = SkippedBlock(job.stage, block, benched=(), reason=reason)
                self._newly_skipped.append(skipped)
                self._fold.skip(skipped)
                self._watcher.see(BlockVoided(job.stage, block, reason))
        self._take_back(job, again)

    def _keep(self, results: Sequence[JobResult]) -> None:
        """Fold what came back and write it, matches and checkpoint in one transaction; then show it."""
        records = [record for result in results for record in result.records]
        for record in records:
            self._fold.add(record)
        folded = self._fold.advance()
        skipped, self._newly_skipped = self._newly_skipped, []
        output = [piece for result in results for piece in result.output]
        self._store.add(
            self._tournament, records, skipped=skipped, checkpoint=self._fold.checkpoint(), output=output
        )
        self._dispatcher.completed(self._fold.next_block)
        self._show(stored_events(results))
        self._show(folded_events(self._setup, self._fold, folded))

    def _show(self, events: Iterable[Event]) -> None:
        for event in events:
            self._watcher.see(event)

    def _heed_stop(self) -> None:
        """Begin to drain when asked to: running matches are finished, no new one begins."""
        if self._stop.times and not self._is_draining:
            self._is_draining = True
            for slot in self._slots:
                slot.process.drain()
            self._watcher.see(Draining())

    def _replace_stuck(self) -> None:
        for slot in self._slots:
            if slot.jobs and slot.process.is_stuck():
                self._replace(slot, "it has not moved for a minute")

    def _replace(self, slot: _Slot, reason: str) -> None:
        """End a broken shard with all that it started, and hand its blocks out again."""
        slot.process.kill()
        for job in slot.jobs:
            self._fail(job, dict.fromkeys(job.blocks, f"shard {slot.number}: {reason}"))
        slot.jobs.clear()
        slot.calls.clear()
        self._health.failed(reason)
        slot.process = self._start_shard(slot.number)
        if self._is_draining:
            slot.process.drain()
        self._watcher.see(ShardReplaced(slot.number, reason))

    def _close(self) -> None:
        """End all shards: in order if they are idle, at once if the run is abandoned."""
        is_abandoned = self._stop.times > 1
        if self._slots:
            with ThreadPoolExecutor(len(self._slots)) as at_once:
                ends = [
                    at_once.submit(slot.process.kill if slot.jobs or is_abandoned else slot.process.close)
                    for slot in self._slots
                ]
            for end in ends:
                end.result()
