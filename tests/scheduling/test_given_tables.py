"""Stages whose tables are given one by one, as rounds of a league have them."""

from collections import Counter
from itertools import permutations
from math import factorial
from time import process_time

import pytest

from arena.core.errors import ConfigError
from arena.scheduling.schedule import StageSchedule, Tables

SECRET = bytes(range(32))
GIVEN: Tables = ((0, 1, 4), (1, 2, 3), (0, 3, 4))


def schedule(tables: Tables, *, deals: int = 1, entrants: tuple[int, ...] = (0, 1, 2, 3, 4)) -> StageSchedule:
    return StageSchedule("main", entrants, 3, deals, tables, SECRET)


def test_given_tables_are_played_in_their_order_in_every_round() -> None:
    played = schedule(GIVEN, deals=2)

    assert played.tables_per_round == 3
    assert [played.block(number).table for number in range(played.blocks)] == [*GIVEN, *GIVEN]


def test_given_tables_are_not_drawn_so_whoever_lacks_the_secret_knows_them() -> None:
    assert not schedule(GIVEN).is_drawn
    assert schedule(GIVEN).block(2) == StageSchedule("main", (0, 1, 2, 3, 4), 3, 1, GIVEN, b"").block(2)


def test_every_circular_order_comes_up_equally_often_at_each_given_table() -> None:
    played = schedule(GIVEN, deals=2 * factorial(2))

    orders = Counter(played.block(number).order for number in range(played.blocks))

    expected = {(table[0], *rest) for table in GIVEN for rest in permutations(table[1:])}
    assert orders == dict.fromkeys(expected, 2)


def test_all_sets_given_one_by_one_are_the_same_as_all_sets() -> None:
    every = StageSchedule("main", (2, 5, 7, 9), 3, 4, None, SECRET)
    given = StageSchedule("main", (2, 5, 7, 9), 3, 4, ((2, 5, 7), (2, 5, 9), (2, 7, 9), (5, 7, 9)), SECRET)

    assert [given.block(number) for number in range(16)] == [every.block(number) for number in range(16)]


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ((), "is given no table"),
        (((0, 1),), r"\[0, 1\] as its table 0"),
        (((0, 1, 2), (0, 1, 1)), r"\[0, 1, 1\] as its table 1"),
        (((0, 1, 5),), r"\[0, 1, 5\] as its table 0"),
        (((0, 2, 1),), "lowest number first"),
        (((0, 1, 2, 3),), "a table is 3 different entrants"),
    ],
)
def test_tables_that_cannot_be_are_refused(tables: Tables, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        schedule(tables)


def test_a_block_of_many_given_tables_is_looked_up_and_not_searched() -> None:
    tables = tuple((number, number + 1, number + 2) for number in range(20_000))
    few = schedule(tables[:20], deals=10_000, entrants=tuple(range(20_002)))
    many = schedule(tables, deals=10, entrants=tuple(range(20_002)))

    def seconds(played: StageSchedule) -> float:
        begin = process_time()
        for number in range(0, 200_000, 20):
            played.block(number)
        return process_time() - begin

    assert min(seconds(many) for _ in range(3)) < 10 * min(seconds(few) for _ in range(3))
