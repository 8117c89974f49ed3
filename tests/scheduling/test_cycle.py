"""Laws of a cycle: all pairs meet equally often, everyone plays equally much."""

from collections import Counter
from itertools import combinations
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.rng import NamedDraws
from arena.scheduling.cycle import MOST_SETS, cycle_tables
from arena.scheduling.schedule import StageSchedule, Tables

DRAWS = NamedDraws(bytes(32))

sizes = st.integers(2, 6).flatmap(lambda seats: st.tuples(st.integers(seats, 90), st.just(seats)))
shapes = st.tuples(sizes, st.binary(min_size=32, max_size=32))


def meetings(tables: Tables, entrants: int) -> list[int]:
    """Return how often each pair meets."""
    met = Counter(pair for table in tables for pair in combinations(table, 2))
    return [met[pair] for pair in combinations(range(entrants), 2)]


@settings(max_examples=40)
@given(shapes)
def test_every_pair_meets_and_none_more_than_once_more_than_another(
    shape: tuple[tuple[int, int], bytes],
) -> None:
    (entrants, seats), secret = shape

    met = meetings(cycle_tables(entrants, seats, NamedDraws(secret)), entrants)

    assert min(met) >= 1
    assert max(met) - min(met) <= 1


@settings(max_examples=40)
@given(shapes)
def test_everyone_sits_at_equally_many_tables_of_different_entrants(
    shape: tuple[tuple[int, int], bytes],
) -> None:
    (entrants, seats), secret = shape

    tables = cycle_tables(entrants, seats, NamedDraws(secret))

    assert all(len(set(table)) == seats and list(table) == sorted(table) for table in tables)
    times = Counter(entrant for table in tables for entrant in table)
    assert times == dict.fromkeys(range(entrants), len(tables) * seats // entrants)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_few_entrants_sit_down_in_every_set_once(seats: int) -> None:
    entrants = max(each for each in range(seats, 60) if comb(each, seats) <= MOST_SETS)

    assert cycle_tables(entrants, seats, DRAWS) == tuple(combinations(range(entrants), seats))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_size_has_a_design_of_few_tables(seats: int) -> None:
    for entrants in range(14, 61):
        if comb(entrants, seats) > MOST_SETS:
            tables = len(cycle_tables(entrants, seats, DRAWS))
            once = entrants * (entrants - 1) / (seats * (seats - 1))
            assert once <= tables <= 4 * once, entrants


EXCEPTIONS = {5: {20}, 6: {14, 15, 16, 17, 29, 30}}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_only_at_the_sizes_that_are_told_does_a_pair_meet_more_than_twice(seats: int) -> None:
    often = {
        entrants
        for entrants in range(14, 61)
        if comb(entrants, seats) > MOST_SETS
        and max(meetings(cycle_tables(entrants, seats, DRAWS), entrants)) > 2
    }

    assert often == EXCEPTIONS.get(seats, set())


@pytest.mark.parametrize(("entrants", "seats"), [(500, 3), (500, 4), (501, 6)])
def test_five_hundred_entrants_meet_once_or_twice_at_half_as_many_tables_again_as_once_needs(
    entrants: int, seats: int
) -> None:
    tables = cycle_tables(entrants, seats, DRAWS)

    assert set(meetings(tables, entrants)) == {1, 2}
    assert len(tables) <= 1.6 * entrants * (entrants - 1) / (seats * (seats - 1))


def test_the_same_draws_give_the_same_tables() -> None:
    assert cycle_tables(40, 4, NamedDraws(bytes(32))) == cycle_tables(40, 4, NamedDraws(bytes(32)))


def test_other_draws_bring_others_together_more_often() -> None:
    cycles = [cycle_tables(40, 4, NamedDraws(bytes([number]) * 32)) for number in range(2)]

    assert meetings(cycles[0], 40) != meetings(cycles[1], 40)


@pytest.mark.parametrize(("entrants", "seats"), [(3, 4), (0, 2), (5, 1), (5, 0)])
def test_tables_that_cannot_be_filled_are_refused(entrants: int, seats: int) -> None:
    with pytest.raises(ValueError, match=f"{entrants} entrants can't fill tables of {seats}"):
        cycle_tables(entrants, seats, DRAWS)


@pytest.mark.parametrize(("entrants", "seats"), [(7, 3), (30, 4), (17, 5)])
def test_in_a_round_everyone_has_every_seat_and_every_opponent_behind_it_equally_often(
    entrants: int, seats: int
) -> None:
    tables = cycle_tables(entrants, seats, DRAWS)
    played = StageSchedule("main", tuple(range(entrants)), seats, factorial(seats - 1), tables, bytes(32))
    taken: Counter[tuple[int, int]] = Counter()
    followed: Counter[tuple[int, int]] = Counter()

    for number in range(played.blocks):
        order = played.block(number).order
        followed.update(zip(order, order[1:] + order[:1], strict=True))
        for rotation in range(seats):
            taken.update(enumerate(played.block(number).seating(rotation)))

    assert len(set(taken.values())) == 1
    assert len(taken) == entrants * seats
    met = dict(zip(combinations(range(entrants), 2), meetings(tables, entrants), strict=True))
    # Of the (seats-1)! orders of a table, (seats-2)! have one behind another.
    for pair, times in met.items():
        assert followed[pair] == followed[pair[::-1]] == times * factorial(seats - 2)
