import csv
import io
import json
from typing import Any

import pytest

from arena.cli.matches import _counted
from tests.cli.conftest import Arena
from tests.cli.filled import make_setup, play_block


def listed(stored: Arena, *words: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(stored("matches", *words, "--format", "json").out)
    return rows


def test_the_last_of_the_schedule_come_first(stored: Arena) -> None:
    found = [row["match"] for row in listed(stored, "-t", "cup-1", "--limit", "3")]

    assert found == ["duel/2/1", "duel/2/0", "duel/1/1"]


def test_a_match_is_listed_with_who_sat_where_and_came_where(stored: Arena) -> None:
    record = play_block(make_setup(), 1, 2)[1]

    row = listed(stored, "-t", "cup-1", "--limit", "1")[0]

    assert row["bots"] == [("ann", "ben")[entrant] for entrant in record.seats]
    assert row["places"] == list(record.places)
    assert (row["moves"], row["ending"]) == (len(record.moves), "played")


def test_a_table_names_the_bot_of_every_place_best_first(stored: Arena) -> None:
    for line in stored("matches", "-t", "cup-1", "--stage", "duel").out.splitlines()[2:]:
        assert "1 ann, 2 ben" in line or "1 ben, 2 ann" in line


def test_they_can_be_of_one_stage(stored: Arena) -> None:
    assert {row["stage"] for row in listed(stored, "-t", "cup-1", "--stage", "main")} == {"main"}


def test_they_can_be_of_one_bot(stored: Arena) -> None:
    found = listed(stored, "-t", "cup-1", "--bot", "dot", "--limit", "100")

    assert len(found) == 18
    assert all("dot" in row["bots"] for row in found)


def test_they_can_be_those_in_which_a_bot_did_wrong(stored: Arena) -> None:
    found = listed(stored, "-t", "cup-1", "--faults")

    assert [row["match"] for row in found] == ["duel/0/0", "main/0/0"]
    assert all(fault.endswith(" malformed_move") for row in found for fault in row["faults"])


def test_that_there_are_none_is_said(stored: Arena) -> None:
    words = ("matches", "-t", "cup-1", "--faults", "--before", "main/0/0")

    assert stored(*words).out.splitlines()[-1] == "no match with a fault"
    assert listed(stored, *words[1:]) == []


def test_faults_of_one_bot_and_kind_are_counted() -> None:
    assert _counted(("a time_out", "b crash", "a time_out")) == ("a time_out x2", "b crash")


def test_more_of_them_are_on_the_next_page_that_stderr_names(stored: Arena) -> None:
    first = stored("matches", "-t", "cup-1", "--limit", "20")
    rest = listed(stored, "-t", "cup-1", "--before", first.err.split()[-1], "--limit", "20")

    assert first.err.startswith("more: ")
    assert len(first.out.splitlines()) == 2 + 20
    assert len(rest) == 10


def test_nothing_of_a_block_is_listed_before_it_is_whole(stored: Arena) -> None:
    found = listed(stored, "-t", "league-1", "--limit", "100")

    assert {row["match"].rsplit("/", 1)[0] for row in found} == {"duel/0", "main/0"}


def test_csv_joins_lists(stored: Arena) -> None:
    out = stored("matches", "-t", "cup-1", "--stage", "duel", "--format", "csv").out

    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["bots"] for row in rows} == {"ann;ben", "ben;ann"}


def test_csv_of_nothing_still_has_its_heading(stored: Arena) -> None:
    out = stored("matches", "-t", "league-1", "--bot", "dot", "--format", "csv").out

    assert out.startswith(
        "match,stage,block,rotation,bots,places,chips,ending,moves,faults,forfeits,seconds\n"
    )
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bot", "bob"), "no bot 'bob'; its bots are ann, ben, cat, dot"),
        (("--before", "main"), "'main' is no match id"),
        (("--limit", "0"), "Invalid value for '--limit'"),
    ],
)
def test_a_wrong_word_is_named(stored: Arena, words: tuple[str, ...], message: str) -> None:
    result = stored("matches", *words)

    assert (result.code, result.out) == (2, "")
    assert message in result.err
