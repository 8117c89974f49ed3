import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.conftest import Arena


def test_they_are_listed_newest_first(stored: Arena) -> None:
    result = stored("tournaments")

    lines = result.out.splitlines()
    assert (result.code, result.err) == (0, "")
    assert lines[2].split()[:2] == ["league-1", "unfinished"]
    assert lines[3].split()[:2] == ["cup-1", "finished"]


def test_json_has_what_is_stored_and_what_is_planned(stored: Arena) -> None:
    league, cup = json.loads(stored("tournaments", "--format", "json").out)

    assert (cup["tournament"], cup["matches"], cup["planned"]) == ("cup-1", 30, 30)
    # One block of three, two matches of the next, one block of two.
    assert (league["matches"], league["planned"]) == (7, 30)
    assert cup["stages"] == ["main", "duel"]


def test_without_a_database_it_says_how_to_get_one(arena: Arena) -> None:
    result = arena("tournaments")

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "error: there is no database arena.db; a tournament makes one: arena run FILE"
    )


def test_a_file_that_is_no_database_is_a_storage_error(arena: Arena) -> None:
    Path("notes.txt").write_text("no database, only notes. " * 100, "utf-8")

    result = arena("tournaments", "--db", "notes.txt")

    assert (result.code, result.out) == (4, "")
    assert "notes.txt: it is not a database" in result.err
    assert "Traceback" not in result.err


def test_one_that_can_not_be_read_is_shown_as_such_among_the_others(stored: Arena) -> None:
    with closing(sqlite3.connect("arena.db")) as connection, connection:
        connection.execute("UPDATE tournaments SET setup = '{}' WHERE id = 'cup-1'")

    result = stored("tournaments")
    rows = json.loads(stored("tournaments", "--format", "json").out)

    assert result.code == 0
    assert result.out.splitlines()[3].split() == ["cup-1", "unreadable"]
    assert result.err.startswith("the setup of cup-1 can't be read by this version of the arena: name: ")
    assert [(row["tournament"], row["status"], row["bots"]) for row in rows] == [
        ("league-1", "unfinished", 4),
        ("cup-1", "unreadable", None),
    ]
