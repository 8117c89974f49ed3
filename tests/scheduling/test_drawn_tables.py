"""How even the tables are that are drawn from the secret."""

import tracemalloc
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import combinations, pairwise, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.scheduling.drawn_tables import cycle_length, drawn_table
from arena.scheduling.schedule import StageSchedule

SECRET = bytes(range(32))
SHAPES = [(40, 4, 10), (9, 4, 3), (5, 4, 3), (10, 3, 2), (8, 2, 4), (13, 5, 2), (8, 7, 1)]


def schedule(bots: int, seats: int, tables: int, *, deals: int, secret: bytes = SECRET) -> StageSchedule:
    return StageSchedule("main", tuple(range(bots)), seats, deals, tables, secret)


def spread(counts: Iterable[int]) -> int:
    ordered = sorted(counts)
    return ordered[-1] - ordered[0]


@st.composite
def drawn(draw: st.DrawFn) -> StageSchedule:
    bots = draw(st.integers(3, 12))
    seats = draw(st.integers(2, bots - 1))
    tables = draw(st.integers(1, min(6, comb(bots, seats) - 1)))
    return schedule(
        bots, seats, tables, deals=600 // tables, secret=draw(st.binary(min_size=32, max_size=32))
    )


@settings(max_examples=25, deadline=None)
@given(drawn())
def test_no_entrant_is_ever_more_than_one_table_ahead_of_another(played: StageSchedule) -> None:
    seated = Counter(dict.fromkeys(played.entrants, 0))

    for number in range(played.blocks):
        seated.update(played.block(number).table)

        assert spread(seated.values()) <= 1


@settings(max_examples=25, deadline=None)
@given(drawn())
def test_a_drawn_table_never_seats_anyone_twice(played: StageSchedule) -> None:
    for number in range(played.blocks):
        assert len(set(played.block(number).table)) == played.seats


@pytest.mark.parametrize(("bots", "seats", "tables"), SHAPES)
def test_within_a_cycle_pairs_meet_within_three_of_equally_often(bots: int, seats: int, tables: int) -> None:
    played = schedule(bots, seats, tables, deals=-(-250 // tables))
    met = Counter(dict.fromkeys(combinations(range(bots), 2), 0))

    for number in range(250):
        met.update(combinations(played.block(number).table, 2))

    mean = met.total() / len(met)
    assert max(met.values()) - mean <= 3
    assert mean - min(met.values()) <= 3


@pytest.mark.parametrize(("bots", "seats", "tables"), SHAPES)
def test_within_a_cycle_anyone_follows_anyone_within_three_of_equally_often(
    bots: int, seats: int, tables: int
) -> None:
    played = schedule(bots, seats, tables, deals=-(-250 // tables))
    followed = Counter({pair: 0 for pair in product(range(bots), repeat=2) if pair[0] != pair[1]})

    for number in range(250):
        order = played.block(number).order
        followed.update(pairwise((*order, order[0])))

    mean = followed.total() / len(followed)
    assert max(followed.values()) - mean <= 3
    assert mean - min(followed.values()) <= 3


def test_over_many_cycles_meetings_stay_within_three_per_cent() -> None:
    played = schedule(9, 4, 3, deals=2000)
    met: Counter[tuple[int, int]] = Counter()

    for number in range(played.blocks):
        met.update(combinations(played.block(number).table, 2))

    assert len(met) == comb(9, 2)
    assert spread(met.values()) <= 0.03 * met.total() / len(met)


def test_another_secret_draws_other_tables() -> None:
    one = schedule(12, 4, 3, deals=10)
    other = schedule(12, 4, 3, deals=10, secret=bytes(32))

    assert [one.block(number).table for number in range(30)] != [
        other.block(number).table for number in range(30)
    ]


def test_another_stage_draws_other_tables() -> None:
    one = StageSchedule("one", tuple(range(12)), 4, 10, 3, SECRET)
    other = StageSchedule("other", tuple(range(12)), 4, 10, 3, SECRET)

    assert [one.block(number).table for number in range(30)] != [
        other.block(number).table for number in range(30)
    ]


def test_each_cycle_is_drawn_anew() -> None:
    played = schedule(12, 4, 3, deals=300)

    cycles = [[played.block(first + number).table for number in range(258)] for first in (0, 258)]

    assert cycles[0] != cycles[1]


def test_drawn_tables_are_pinned() -> None:
    # A stored tournament names its blocks by number alone: another drawing would make it another tournament.
    played = schedule(7, 3, 2, deals=200)

    assert [played.block(number).order for number in (0, 1, 2, 399)] == [
        (4, 3, 2),
        (5, 1, 6),
        (1, 0, 4),
        (4, 1, 6),
    ]


@pytest.mark.parametrize(
    ("bots", "seats", "digest"),
    [
        (40, 4, "bbcf29ae28896e61"),
        (9, 4, "cc825a81d4e79b0c"),
        (8, 7, "066a9db4e4d58906"),
        (300, 6, "0289bfef82a1fe2a"),
        (1000, 4, "c93aea5678fa23a2"),
        (3, 2, "a89672265a599d0e"),
    ],
)
def test_whole_cycles_are_pinned(bots: int, seats: int, digest: str) -> None:
    numbers = [*range(cycle_length(bots, seats)), 10**9]

    tables = [drawn_table(SECRET, "main", number, entrants=bots, seats=seats) for number in numbers]

    assert sha256(repr(tables).encode()).hexdigest()[:16] == digest


def test_thousands_of_bots_take_no_memory_for_pairs_that_never_meet() -> None:
    bots = 3000  # 9 million pairs
    tracemalloc.start()

    drawn_table(SECRET, "memory", 0, entrants=bots, seats=4)

    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < bots * 2_000
