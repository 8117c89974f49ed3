"""Laws of a stage's schedule."""

from collections import Counter
from itertools import combinations, pairwise, permutations
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.errors import ConfigError
from arena.scheduling.schedule import Block, Programme, StageSchedule, circular_order, order_warning
from arena.scheduling.unranking import combination, permutation

SECRET = bytes(range(32))


def schedule(
    bots: int, seats: int, *, deals: int = 1, tables: int | None = None, stage: str = "main"
) -> StageSchedule:
    return StageSchedule(stage, tuple(range(bots)), seats, deals, tables, SECRET)


def blocks_of(played: StageSchedule) -> list[Block]:
    return [played.block(number) for number in range(played.blocks)]


@st.composite
def schedules(draw: st.DrawFn) -> StageSchedule:
    entrants = draw(st.sets(st.integers(0, 60), min_size=2, max_size=7))
    seats = draw(st.integers(2, len(entrants)))
    tables = draw(st.none() | st.integers(1, comb(len(entrants), seats)))
    deals = draw(st.integers(1, 5))
    return StageSchedule(
        "main", tuple(entrants), seats, deals, tables, draw(st.binary(min_size=32, max_size=32))
    )


@given(st.integers(1, 9).flatmap(lambda total: st.tuples(st.just(total), st.integers(1, total))))
def test_combinations_are_numbered_one_to_one_in_lexicographic_order(shape: tuple[int, int]) -> None:
    total, size = shape

    numbered = [combination(number, total, size) for number in range(comb(total, size))]

    assert numbered == list(combinations(range(total), size))


@pytest.mark.parametrize("size", range(6))
def test_permutations_are_numbered_one_to_one_in_lexicographic_order(size: int) -> None:
    items = tuple(range(10, 10 + size))

    numbered = [permutation(number, items) for number in range(factorial(size))]

    assert numbered == list(permutations(items))


@given(schedules())
def test_a_table_seats_different_entrants_of_the_stage(played: StageSchedule) -> None:
    for block in blocks_of(played):
        assert len(set(block.table)) == played.seats
        assert set(block.table) <= set(played.entrants)
        assert block.table == tuple(sorted(block.order))


@given(schedules())
def test_everyone_has_every_seat_once_in_a_block(played: StageSchedule) -> None:
    for block in blocks_of(played):
        seatings = [block.seating(rotation) for rotation in range(played.lanes)]

        for seat in range(played.seats):
            assert sorted(seating[seat] for seating in seatings) == list(block.table)


@given(schedules())
def test_rotations_keep_the_circular_order(played: StageSchedule) -> None:
    def neighbours(order: tuple[int, ...]) -> set[tuple[int, int]]:
        return {*pairwise(order), (order[-1], order[0])}

    for block in blocks_of(played):
        for rotation in range(played.lanes):
            assert neighbours(block.seating(rotation)) == neighbours(block.order)


@given(schedules())
def test_rounds_have_equally_many_blocks_and_follow_one_another(played: StageSchedule) -> None:
    rounds = [block.round for block in blocks_of(played)]

    assert rounds == [number for number in range(played.deals) for _ in range(played.tables_per_round)]
    assert played.matches == len(rounds) * played.seats


@pytest.mark.parametrize(("bots", "seats"), [(6, 2), (6, 4), (5, 3), (4, 4)])
def test_all_tables_means_every_set_of_entrants_once_a_round(bots: int, seats: int) -> None:
    played = schedule(bots, seats, deals=3)

    tables = Counter((block.round, block.table) for block in blocks_of(played))

    assert set(tables.values()) == {1}
    assert len(tables) == 3 * comb(bots, seats)


@pytest.mark.parametrize(("bots", "seats"), [(5, 2), (5, 3), (5, 4), (5, 5)])
def test_every_circular_order_comes_up_once_at_each_table(bots: int, seats: int) -> None:
    played = schedule(bots, seats, deals=factorial(seats - 1))
    orders: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    for block in blocks_of(played):
        orders.setdefault(block.table, []).append(block.order)

    for table, seen in orders.items():
        assert sorted(seen) == [(table[0], *rest) for rest in permutations(table[1:])]


def test_as_many_bots_as_seats_make_one_table() -> None:
    played = schedule(4, 4, deals=6)

    assert played.tables_per_round == 1
    assert [block.table for block in blocks_of(played)] == [(0, 1, 2, 3)] * 6


def test_tables_equal_to_the_number_of_sets_are_all_tables() -> None:
    assert blocks_of(schedule(5, 3, deals=4, tables=10)) == blocks_of(schedule(5, 3, deals=4))


def test_entrants_keep_their_tournament_numbers() -> None:
    played = StageSchedule("main", (9, 2, 5), 2, 1, None, SECRET)

    assert [block.table for block in blocks_of(played)] == [(2, 5), (2, 9), (5, 9)]


def test_forty_bots_at_tables_of_four_are_computed_and_not_listed() -> None:
    played = schedule(40, 4, deals=1_000_000_000)

    last = played.block(played.blocks - 1)

    assert played.blocks == 91_390 * 1_000_000_000
    assert last.table == (36, 37, 38, 39)
    assert last.round == 999_999_999


@pytest.mark.parametrize("tables", [None, 7])
def test_a_resumed_schedule_goes_on_from_a_number(tables: int | None) -> None:
    undisturbed = blocks_of(schedule(9, 4, deals=100, tables=tables))

    resumed = schedule(9, 4, deals=100, tables=tables)

    assert [resumed.block(number) for number in range(437, resumed.blocks)] == undisturbed[437:]


def test_more_deals_continue_a_schedule() -> None:
    assert blocks_of(schedule(9, 4, deals=90, tables=7))[:70] == blocks_of(schedule(9, 4, deals=10, tables=7))


@pytest.mark.parametrize("number", [-1, 6])
def test_a_block_outside_the_stage_is_no_block(number: int) -> None:
    with pytest.raises(IndexError, match="6 blocks"):
        schedule(4, 2).block(number)


def test_too_few_bots_are_refused_with_what_there_is_and_what_is_needed() -> None:
    with pytest.raises(ConfigError, match=r"stage 'finals' has 3 bots .* needs 4: enter more"):
        schedule(3, 4, stage="finals")


@pytest.mark.parametrize("tables", [0, -1, 11])
def test_tables_that_cannot_be_are_refused_with_what_can(tables: int) -> None:
    with pytest.raises(
        ConfigError, match=rf"'main' has tables = {tables}; 5 bots at tables of 3 allow 1 to 10"
    ):
        schedule(5, 3, tables=tables)


def test_a_stage_without_deals_is_refused() -> None:
    with pytest.raises(ConfigError, match="'main' has deals = 0"):
        schedule(5, 3, deals=0)


def test_the_secret_is_not_in_a_printed_schedule() -> None:
    assert repr(SECRET) not in repr(schedule(5, 3))


def test_circular_orders_begin_again_after_the_last() -> None:
    orders = [circular_order((1, 2, 3, 4), number) for number in range(12)]

    assert orders[:6] == orders[6:]
    assert len(set(orders)) == 6


@pytest.mark.parametrize(("deals", "seats"), [(1, 2), (7, 2), (2, 3), (12, 4), (24, 5)])
def test_deals_that_play_all_orders_equally_often_earn_no_warning(deals: int, seats: int) -> None:
    assert order_warning(deals, seats) is None


@pytest.mark.parametrize(("deals", "seats", "better"), [(3, 3, 4), (10, 4, 12), (1, 5, 24)])
def test_other_deals_earn_a_warning_that_says_which_would_be_even(
    deals: int, seats: int, better: int
) -> None:
    warning = order_warning(deals, seats)

    assert warning is not None
    assert f"deals = {deals} " in warning
    assert f"; {better} deals are even" in warning


@given(st.lists(schedules(), min_size=1, max_size=4))
def test_a_programme_numbers_the_blocks_of_all_stages_in_order(stages: list[StageSchedule]) -> None:
    programme = Programme(stages)

    located = [programme.locate(number) for number in range(programme.total_blocks)]

    assert located == [
        (index, number) for index, stage in enumerate(stages) for number in range(stage.blocks)
    ]
    assert [located[programme.first_block(index)] for index in range(len(stages))] == [
        (index, 0) for index in range(len(stages))
    ]
    assert programme.total_matches == sum(stage.matches for stage in stages)


@pytest.mark.parametrize("number", [-1, 16])
def test_a_block_outside_the_programme_is_no_block(number: int) -> None:
    programme = Programme([schedule(4, 2), schedule(5, 3)])

    with pytest.raises(IndexError, match="16 blocks"):
        programme.locate(number)
