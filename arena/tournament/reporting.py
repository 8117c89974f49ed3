"""From folds and results to events: what the runner tells its watcher."""

from collections.abc import Iterable, Iterator, Sequence

from arena.core.ids import MatchId
from arena.match.record import MatchRecord
from arena.rating.overall import overall_table
from arena.rating.standings import StandingRow
from arena.scheduling.seeds import commitment
from arena.tournament.events import (
    BlocksFolded,
    EntrantBenched,
    Event,
    FaultReported,
    MatchesStored,
    MatchFinished,
    StageInfo,
    TournamentEnded,
    TournamentStarted,
)
from arena.tournament.fold import Fold, FoldedBlock
from arena.tournament.job import JobResult
from arena.tournament.programme import programme_of
from arena.tournament.setup import TournamentSetup

LATEST = 12
"""Results that are told of each group of folded blocks: nobody can read more."""


def stage_infos(setup: TournamentSetup) -> tuple[StageInfo, ...]:
    """Describe the stages for headings and progress."""
    schedules = programme_of(setup).schedules
    return tuple(
        StageInfo(
            stage.name, stage.game, stage.options.preset, stage.seats, schedule.blocks, schedule.matches
        )
        for stage, schedule in zip(setup.stages, schedules, strict=True)
    )


def started(
    tournament: str, setup: TournamentSetup, fold: Fold, workers: int, notices: Sequence[str]
) -> TournamentStarted:
    """Describe a run that begins, or goes on."""
    return TournamentStarted(
        tournament=tournament,
        stages=stage_infos(setup),
        entrants=tuple(entrant.name for entrant in setup.entrants),
        workers=workers,
        notices=tuple(notices),
        stored_matches=tuple(fold.stored_matches),
    )


def tables_so_far(setup: TournamentSetup, fold: Fold) -> Iterator[Event]:
    """Tell the tables that a resumed run begins with."""
    for stage in range(len(setup.stages)):
        if fold.tables[stage].blocks:
            yield BlocksFolded(stage, fold.tables[stage].blocks, fold.rows(stage), latest=())


def stored_events(results: Iterable[JobResult]) -> Iterator[Event]:
    """Tell how many matches were written."""
    for result in results:
        if result.records:
            yield MatchesStored(result.job.stage, len(result.records), result.decisions, result.batches)


def folded_events(setup: TournamentSetup, fold: Fold, folded: Sequence[FoldedBlock]) -> Iterator[Event]:
    """Tell what complete blocks have shown: faults, benchings, then each stage's new table."""
    for block in folded:
        for record in block.records:
            yield from _faults(record)
        for entrant in block.newly_benched:
            stage, from_block = _benched_from(setup, fold.benched[entrant])
            yield EntrantBenched(entrant, stage, from_block)
    for stage in sorted({block.stage for block in folded}):
        records = [record for block in folded[-LATEST:] if block.stage == stage for record in block.records]
        yield BlocksFolded(
            stage=stage,
            blocks=fold.tables[stage].blocks,
            rows=fold.rows(stage),
            latest=tuple(_finished(stage, record) for record in records[-LATEST:]),
        )


def ending(setup: TournamentSetup, fold: Fold) -> TournamentEnded:
    """Describe how a run ended."""
    return TournamentEnded(
        finished=fold.is_complete,
        repeatable=fold.repeatable(),
        void_blocks=fold.void_blocks,
        overall=overall_rows(setup, fold),
        commitment=commitment(setup.secret),
        secret=setup.secret.hex() if fold.is_complete else "",
    )


def overall_rows(setup: TournamentSetup, fold: Fold) -> tuple[StandingRow, ...]:
    """Return the table over all stages; empty when there is but one."""
    if len(setup.stages) < 2:
        return ()
    return overall_table([fold.rows(stage) for stage in range(len(setup.stages))])


def _benched_from(setup: TournamentSetup, block: int) -> tuple[int, int]:
    """Return stage and block where a benching takes effect, which may lie beyond the last block."""
    programme = programme_of(setup)
    if block < programme.total_blocks:
        return programme.locate(block)
    last = len(setup.stages) - 1
    return last, block - programme.first_block(last)


def _faults(record: MatchRecord) -> Iterator[FaultReported]:
    for fault in record.faults:
        yield FaultReported(record.id, record.seats[fault.seat], fault.kind, fault.is_forfeit, fault.evidence)


def _finished(stage: int, record: MatchRecord) -> MatchFinished:
    match = MatchId(*record.id)
    return MatchFinished(match, stage, record.seats, record.places, record.forfeits)
