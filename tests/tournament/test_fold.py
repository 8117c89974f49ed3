"""The fold: the same tables whatever order matches end in, from any checkpoint."""

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arena.core.ids import MatchId
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchRecord
from arena.tournament.fold import Fold
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.setup import TournamentSetup
from tests.tournament.tables_of_chance import Trouble, blocks_of, record_of, tournament


def all_records(setup: TournamentSetup, trouble: Trouble | None = None) -> list[MatchRecord]:
    return [
        record_of(setup, stage, block, rotation, trouble)
        for stage, schedule in enumerate(blocks_of(setup).schedules)
        for block in range(schedule.blocks)
        for rotation in range(schedule.seats)
    ]


def fold_all(setup: TournamentSetup, records: list[MatchRecord]) -> Fold:
    fold = Fold(setup, blocks_of(setup))
    for record in records:
        fold.add(record)
        fold.advance()
    return fold


def forfeit(seat: int) -> Fault:
    return Fault(FaultKind.CRASH, seat, 0, "exit code 1", is_forfeit=True)


@given(st.randoms(use_true_random=False))
def test_the_order_in_which_matches_end_does_not_matter(rng: Random) -> None:
    setup = tournament((3, 2), (2, 3))
    records = all_records(setup)
    expected = fold_all(setup, records).checkpoint()

    rng.shuffle(records)

    assert fold_all(setup, records).checkpoint() == expected


@given(st.integers(0, 60))
def test_a_fold_goes_on_from_its_checkpoint_exactly(count: int) -> None:
    setup = tournament((3, 2), (2, 3))
    records = all_records(setup)
    expected = fold_all(setup, records).checkpoint()
    before = fold_all(setup, records[:count])

    checkpoint = before.checkpoint()
    kept = Checkpoint(checkpoint.next_block, json.loads(json.dumps(checkpoint.state)))
    after = Fold.resumed(setup, blocks_of(setup), KeptStore(kept, records[:count]), "chance-1")
    for record in records[count:]:
        after.add(record)
    after.advance()

    assert after.checkpoint() == expected


def test_a_block_is_folded_only_with_its_last_rotation() -> None:
    setup = tournament((4, 1))
    records = all_records(setup)

    fold = fold_all(setup, records[:3])

    assert fold.next_block == 0
    assert fold.rows(0)[0].matches == 0


def test_a_match_that_comes_twice_counts_once() -> None:
    setup = tournament((4, 1))
    records = all_records(setup)

    fold = fold_all(setup, [records[0], *records, records[2]])

    assert fold.stored_matches == [4]
    assert fold.is_complete


def test_a_void_block_is_passed_over_unrated() -> None:
    setup = tournament((2, 1), entrants=3)
    fold = Fold(setup, blocks_of(setup))

    fold.skip(SkippedBlock(0, 0, (), "no engine"))
    for record in all_records(setup)[2:]:
        fold.add(record)
    fold.advance()

    assert fold.is_complete
    assert fold.repeatable() == "no: 1 void block"
    assert sum(row.blocks for row in fold.rows(0)) == 2 * 2


def test_forfeits_bench_an_entrant_from_the_windows_edge_on() -> None:
    setup = tournament((2, 20), entrants=2, window=4, bench_after=3)

    fold = fold_all(setup, all_records(setup, lambda match: [forfeit(0)] if match.rotation == 0 else []))

    first_seated = blocks_of(setup).schedules[0].block(0).seating(0)[0]
    assert fold.benched == {first_seated: 2 + 4}


def test_who_is_benched_is_skipped_from_that_block_on_and_not_before() -> None:
    setup = tournament((2, 20), entrants=3, window=4, bench_after=1)
    fold = Fold(setup, blocks_of(setup))
    guilty = blocks_of(setup).schedules[0].block(0).seating(0)[0]
    for record in all_records(setup, lambda match: [forfeit(0)] if match == MatchId("stage-0", 0, 0) else [])[
        :2
    ]:
        fold.add(record)
    fold.advance()

    skips = [fold.bench_skip(block) for block in range(12)]

    tables = [blocks_of(setup).schedules[0].block(block).table for block in range(12)]
    assert [skip is not None for skip in skips] == [
        block >= 4 and guilty in table for block, table in enumerate(tables)
    ]


def test_a_benched_entrants_blocks_count_as_its_forfeits() -> None:
    setup = tournament((2, 1), entrants=2)
    fold = Fold(setup, blocks_of(setup))

    fold.skip(SkippedBlock(0, 0, (1,), "benched: bot-1"))
    fold.advance()

    rows = {row.entrant: row for row in fold.rows(0)}
    assert rows[1].forfeits == 2
    assert rows[0].forfeits == 0
    assert rows[0].blocks == 0


def test_plain_faults_do_not_bench() -> None:
    setup = tournament((2, 20), entrants=2, bench_after=1)

    fold = fold_all(
        setup, all_records(setup, lambda _match: [Fault(FaultKind.ILLEGAL_MOVE, 0, 0, "As is not in hand")])
    )

    assert not fold.benched
    assert fold.repeatable() == "yes"


def test_of_a_tournament_in_which_nothing_was_played_it_is_not_said_that_it_repeats() -> None:
    setup = tournament((2, 20), entrants=2)

    assert fold_all(setup, []).repeatable() == "nothing was played"


def test_faults_of_time_make_a_tournament_unrepeatable() -> None:
    setup = tournament((2, 1), entrants=2)

    fold = fold_all(setup, all_records(setup, lambda _match: [Fault(FaultKind.TIME_OUT, 0, 0, "late")]))

    assert fold.repeatable() == "no: 2 time faults"


class KeptStore:
    """As much of a store as a resumed fold reads."""

    def __init__(self, kept: Checkpoint, records: list[MatchRecord]) -> None:
        self._kept = kept
        self._records = records

    def checkpoint(self, _tournament: str) -> Checkpoint:
        return self._kept

    def skipped(self, _tournament: str, _stage: int, *, first_block: int = 0) -> list[SkippedBlock]:
        del first_block
        return []

    def records(
        self, _tournament: str, stage: int, *, first_block: int = 0, end_block: int = 0
    ) -> list[MatchRecord]:
        return [
            record
            for record in self._records
            if record.id.stage == f"stage-{stage}" and first_block <= record.id.block < end_block
        ]
