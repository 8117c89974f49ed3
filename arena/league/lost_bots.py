"""What becomes of a round under way when a bot can't play on for our reasons."""

from collections import Counter
from collections.abc import Iterator, Mapping

from arena.tournament.ports import SkippedBlock, Store
from arena.tournament.programme import programme_of
from arena.tournament.setup import TournamentSetup


def pass_over(store: Store, tournament: str, setup: TournamentSetup, lost: Mapping[int, str]) -> None:
    """Make void what can't be played any more of an unfinished tournament: it is rated for nobody.

    Args:
        store: Where the tournament is.
        tournament: Its id; nobody runs it now.
        setup: Of the tournament.
        lost: Entrants that can't play, and why.

    Raises:
        StorageError: it can't be kept.
    """
    store.add(tournament, (), skipped=[*_unplayable(store, tournament, setup, lost)])


def _unplayable(
    store: Store, tournament: str, setup: TournamentSetup, lost: Mapping[int, str]
) -> Iterator[SkippedBlock]:
    """Yield the blocks with a lost entrant that are neither folded nor complete."""
    programme = programme_of(setup)
    checkpoint = store.checkpoint(tournament)
    next_block = 0 if checkpoint is None else checkpoint.next_block
    for stage, schedule in enumerate(programme.schedules):
        first = max(0, next_block - programme.first_block(stage))
        stored = Counter(record.id.block for record in store.records(tournament, stage, first_block=first))
        for number in range(first, schedule.blocks):
            table = schedule.block(number).table
            missing = [entrant for entrant in table if entrant in lost]
            if missing and stored[number] < schedule.seats:
                names = ", ".join(setup.entrants[entrant].name for entrant in missing)
                yield SkippedBlock(
                    stage, number, benched=(), reason=f"{names} can't play on: {lost[missing[0]]}"
                )
