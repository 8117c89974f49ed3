"""Whatever is changed in a database, `arena verify` names it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arena.match.record import MatchRecord
from tests.cli.conftest import Arena
from tests.cli.tampering import change_checkpoint, change_setup, edit, execute

Change = Callable[[], None]


def row(statement: str, *values: object) -> Change:
    return lambda: execute(statement, *values)


def setup(*path: Any, to: object) -> Change:
    return lambda: change_setup(*path, to=to)


def checkpoint(*path: Any, to: object) -> Change:
    return lambda: change_checkpoint(*path, to=to)


def record(change: Callable[[MatchRecord], MatchRecord]) -> Change:
    return lambda: edit("cup-1", "main/5/1", change)


def with_fields(**fields: Any) -> Change:
    return record(lambda record: replace(record, **fields))


def another_card(record: MatchRecord) -> MatchRecord:
    """Play the third card a second time in the place of the eighth."""
    return replace(record, moves=record.moves[:7] + record.moves[2:3] + record.moves[8:])


def two_moves_swapped(record: MatchRecord) -> MatchRecord:
    moves = record.moves
    return replace(record, moves=moves[:4] + moves[5:6] + moves[4:5] + moves[6:])


def last_move_dropped(record: MatchRecord) -> MatchRecord:
    times = {name: getattr(record, name)[:-1] for name in ("micros", "wall_micros", "cpu_micros")}
    return replace(record, moves=record.moves[:-1], **times)


def seats_exchanged(record: MatchRecord) -> MatchRecord:
    first, second, *others = record.seats
    return replace(record, seats=(second, first, *others))


def places_passed_on(record: MatchRecord) -> MatchRecord:
    return replace(record, places=(*record.places[1:], record.places[0]))


SKIP = "INSERT INTO skipped_blocks VALUES (1, 0, 5, ?, 'bad weather')"
COPY = """
    INSERT INTO matches SELECT tournament, ?, ?, ?, seats, faults, record FROM matches
    WHERE tournament = 1 AND stage = 0 AND block = 5 AND rotation = 1
"""
DROP = "DELETE FROM matches WHERE tournament = 1 AND stage = 0 AND block = 5"
DROP_ONE = "DELETE FROM matches WHERE tournament = 1 AND stage = 0 AND block = 5 AND rotation = 1"


def assert_refused(arena: Arena, change: Change, message: str) -> None:
    change()

    result = arena("verify", "cup-1")

    assert (result.code, result.out) == (1, "")
    assert message in result.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (record(another_card), "match main/5/1 has an illegal move 7: seat "),
        (record(two_moves_swapped), "match main/5/1 has an illegal move 4: seat "),
        (record(last_move_dropped), "match main/5/1 stops after "),
        (record(places_passed_on), "match main/5/1 has places "),
        (with_fields(chips=(1, 0, -1)), "match main/5/1 has places "),
        (record(seats_exchanged), "match main/5/1: stored in its seats are "),
        (with_fields(substitutes=(3,)), "match main/5/1 has a move 3 by the house"),
        (with_fields(forfeits=(0,)), "match main/5/1 has "),
    ],
)
def test_a_changed_record_is_named_with_the_move(stored: Arena, change: Change, message: str) -> None:
    assert_refused(stored, change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (row(DROP_ONE), "match main/5/1 is missing"),
        (row(DROP), "match main/5/0 is missing"),
        (row(COPY, 0, 8, 1), "match main/8/1 is stored, and the schedule of cup-1 has no such match"),
        (row(COPY, 0, 5, 3), "match main/5/3 is stored, and the schedule of cup-1 has no such match"),
        (row(COPY, 7, 5, 1), "match 7/5/1 is stored, and the schedule of cup-1 has no such match"),
        (
            row("UPDATE matches SET seats = ',2,1,0,' WHERE block = 5"),
            "match main/5/0: the columns of its row",
        ),
        (row("UPDATE matches SET faults = 9 WHERE block = 5"), "match main/5/0: the columns of its row"),
        (
            row(SKIP, "[]"),
            "match main/5/0 is stored, and its block is void, and all of its matches are there",
        ),
        (row(SKIP, "[1]"), "match main/5/0 is stored, and its block is skipped"),
        (row(SKIP, "[17]"), "cup-1 lists a skipped block that can't be"),
    ],
)
def test_a_match_elsewhere_than_in_the_schedule_is_named(stored: Arena, change: Change, message: str) -> None:
    assert_refused(stored, change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (checkpoint("stages", 0, "entrants", 2, "mu", to=25.5), "stage main: mu of cat: stored is 25.5, the"),
        (checkpoint("stages", 1, "entrants", 0, "wins", to=9), "stage duel: wins of ann: stored is 9, the"),
        (checkpoint("strikes", to={"1": 3}), "strikes, ben: stored is 3, it should be nothing"),
        (
            checkpoint("benched", to={"1": 3}),
            "stage main: benched of ben: stored is True, the matches give False",
        ),
        (checkpoint("stored_matches", 0, to=23), "the table of stage main: matches: stored is 23"),
        (
            row("DELETE FROM checkpoints WHERE tournament = 1"),
            "cup-1 is finished with 0 blocks in its tables",
        ),
        (row("UPDATE checkpoints SET next_block = 10"), "cup-1 is finished with 10 blocks in its tables"),
    ],
)
def test_a_changed_table_is_named_with_the_bot(stored: Arena, change: Change, message: str) -> None:
    assert_refused(stored, change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (row("UPDATE tournaments SET secret = zeroblob(32)"), "the commitment of cup-1: stored is "),
        (row("UPDATE tournaments SET secret = NULL"), "the commitment of cup-1: stored is "),
        (
            row("UPDATE tournaments SET commitment = 'ab'"),
            "the commitment of cup-1: stored is ab, but the SHA",
        ),
        (setup("stages", 0, "options", "draw", to="per_card"), "match main/0/0 has an illegal move "),
        (setup("stages", 0, "draw_probability", to=0.3), "the table of stage main: mu of "),
        (setup("stages", 0, "deals", to=1), "match main/4/0 is stored, and the schedule"),
        (
            setup("stages", 0, "deals", to=3),
            "cup-1 is finished with 11 blocks in its tables, and its schedule",
        ),
        (setup("stages", 0, "name", to="maine"), "match maine/0/0 has "),
        (setup("max_faults", to=1), "match main/0/0 has a fault 0 that is no forfeit"),
    ],
)
def test_a_changed_setup_or_secret_is_named_by_what_follows(
    stored: Arena, change: Change, message: str
) -> None:
    assert_refused(stored, change, message)


def test_what_was_changed_in_an_unfinished_tournament_is_named(stored: Arena) -> None:
    edit("league-1", "main/0/1", another_card)

    result = stored("verify", "league-1")

    assert (result.code, result.out) == (1, "")
    assert "match main/0/1 has an illegal move 7: seat " in result.err


def test_a_damaged_row_is_named(stored: Arena) -> None:
    execute("UPDATE matches SET record = substr(record, 1, 40) WHERE block = 5")

    result = stored("verify", "cup-1")

    assert result.code == 4
    assert "the record of match main/5/0 is damaged" in result.err
