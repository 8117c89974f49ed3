import json
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.storage import open_store
from arena.storage.league_store import LeagueStore, open_league_store
from tests.cli.conftest import Arena, Result
from tests.cli.filled import SECRET, make_setup
from tests.cli.tampering import change_checkpoint, execute
from tests.storage.entered import begin_round, enter, fill
from tests.storage.old_versions import make_old_database


def said(text: str) -> str:
    """Return words without the line breaks of a narrow terminal."""
    return " ".join(text.split())


def test_a_backup_holds_what_is_stored(stored: Arena) -> None:
    made = stored("db", "backup", "copy.db")

    assert (made.code, made.out) == (0, "")
    assert "copy.db is whole and on the disk" in made.err
    assert stored("export", "cup-1", "--db", "copy.db").out == stored("export", "cup-1").out
    assert stored("verify", "cup-1", "--db", "copy.db").code == 0


def test_a_backup_is_one_file(stored: Arena) -> None:
    before = {path.name for path in Path().iterdir()}

    stored("db", "backup", "copy.db")

    assert {path.name for path in Path().iterdir()} - before == {"copy.db"}


def test_no_backup_has_a_secret_that_is_not_revealed(arena: Arena) -> None:
    with open_store("arena.db") as store:
        tournament = store.create(make_setup(), "")
        arena("db", "backup", "before.db")
        store.finish(tournament)
        arena("db", "backup", "after.db")

    for hidden in (SECRET, SECRET.hex().encode()):
        assert hidden not in Path("before.db").read_bytes()
    assert SECRET in Path("after.db").read_bytes()


def test_a_backup_is_made_while_a_writer_is_in_the_midst_of_a_transaction(stored: Arena) -> None:
    with closing(sqlite3.connect("arena.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM matches")

        assert stored("db", "backup", "copy.db").code == 0
        writer.execute("COMMIT")

    assert stored("db", "check", "--db", "copy.db").code == 0
    assert stored("db", "check").code == 1


def test_no_file_is_overwritten_by_a_backup(stored: Arena) -> None:
    Path("copy.db").write_text("mine")

    refused = stored("db", "backup", "copy.db")

    assert refused.code == 2
    assert "copy.db is there already; name a new file" in said(refused.err)
    assert Path("copy.db").read_text() == "mine"


def test_a_backup_that_can_not_be_written_leaves_nothing(stored: Arena) -> None:
    failed = stored("db", "backup", "nowhere/copy.db")

    assert failed.code == 4
    assert "can't be copied to nowhere/copy.db" in said(failed.err)
    assert not Path("nowhere").exists()


def test_nothing_is_made_for_a_database_that_is_not_there(arena: Arena) -> None:
    for words in (("backup", "copy.db"), ("check",), ("upgrade",)):
        refused = arena("db", *words)
        assert refused.code == 2
        assert "there is no database arena.db" in refused.err

    assert list(Path().iterdir()) == []


def test_a_sound_database_is_counted(stored: Arena) -> None:
    found = stored("db", "check", "--format", "json")

    (row,) = json.loads(found.out)
    assert (found.code, found.err) == (0, "")
    assert (row["version"], row["tournaments"], row["matches"]) == (3, 2, 37)
    assert row["problems"] == []


def test_a_league_is_counted_too(arena: Arena) -> None:
    with open_league_store("arena.db") as store:
        fill_league(store)

    (row,) = json.loads(arena("db", "check", "--format", "json").out)

    assert {key: row[key] for key in ("accounts", "leagues", "submissions", "rounds", "ratings")} == {
        "accounts": 2,
        "leagues": 2,
        "submissions": 2,
        "rounds": 1,
        "ratings": 1,
    }


def fill_league(store: LeagueStore) -> None:
    fill(store)
    enter(store, "shark")
    enter(store, "whale")
    begin_round(store)
    tally = {"entrant": 0, "mu": 25.0, "sigma": 8.0}
    store.finish_round("ladder", 1, {"linger_longer": {1: tally}})


def damaged_page() -> None:
    with closing(sqlite3.connect("arena.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'checkpoints'"
        ).fetchone()
    with Path("arena.db").open("r+b") as file:
        file.seek((page - 1) * 8192)
        file.write(os.urandom(8192))


def sql(statement: str) -> Callable[[], None]:
    return lambda: execute(statement)


def checkpoint(*path: str | int, to: object) -> Callable[[], None]:
    return lambda: change_checkpoint(*path, to=to)


def one_match(change: str) -> Callable[[], None]:
    return sql(" ".join([change, "WHERE tournament = 1 AND stage = 0 AND block = 2 AND rotation = 0"]))


DAMAGES: list[tuple[str, Callable[[], None]]] = [
    ("SQLite finds|it is damaged", damaged_page),
    ("belongs to nothing in tournaments", one_match("UPDATE matches SET tournament = 9")),
    ("cup-1: .*main/2/0", one_match("UPDATE matches SET record = x'0102'")),
    ("cup-1: match main/2/0: the columns of its row", one_match("UPDATE matches SET faults = 7")),
    ("match main/900/0 of cup-1 is in no schedule", one_match("UPDATE matches SET block = 900")),
    ("blocks of main in its tables, of which 7 are stored", one_match("DELETE FROM matches")),
    ("cup-1 is finished, with 1 of", sql("UPDATE checkpoints SET next_block = 1 WHERE tournament = 1")),
    ("league-1 is unfinished, with 999 of", sql("UPDATE checkpoints SET next_block = 999")),
    ("the checkpoint of cup-1 is damaged", checkpoint("stages", 0, "blocks", to=3)),
    ("the checkpoint of cup-1 is damaged", checkpoint("stages", 1, "entrants", to=[])),
    ("the checkpoint of cup-1 is damaged", checkpoint("stages", to="none")),
    (
        "cup-1 has revealed a secret that it was not committed to",
        sql("UPDATE tournaments SET secret = x'00'"),
    ),
    ("the setup of league-1 can't be read", sql("UPDATE tournaments SET setup = '{}' WHERE number = 2")),
    (
        "block 77 of stage 0 is skipped, and in no schedule",
        sql("INSERT INTO skipped_blocks VALUES (1, 0, 77, '[]', 'void')"),
    ),
    (
        "cup-1: piece 1 of the stored output is damaged",
        sql("INSERT INTO outputs VALUES (1, 1, 0, 0, NULL, NULL, NULL, NULL, 9, 0, x'00')"),
    ),
    ("no such table: skipped_blocks", lambda: drop("skipped_blocks")),
]


def drop(table: str) -> None:
    with closing(sqlite3.connect("arena.db")) as connection, connection:
        connection.execute(f"DROP TABLE {table}")


def assert_told(result: Result, problem: str) -> None:
    assert result.code == 1, result.err
    assert re.search(problem, said(result.err)), result.err
    assert re.search(r"arena\.db has \d+ problems?, told above; restore it from a backup", said(result.err))


@pytest.mark.parametrize(("problem", "damage"), DAMAGES)
def test_damage_is_told(stored: Arena, problem: str, damage: Callable[[], None]) -> None:
    damage()

    assert_told(stored("db", "check"), problem)


LEAGUE_DAMAGES = {
    "'princess' is not a valid Role": "UPDATE accounts SET role = 'princess'",
    "'eaten' is not a valid SubmissionState": "UPDATE submissions SET state = 'eaten' WHERE number = 2",
    "submission 1 is accepted, and no version of its bot": "UPDATE submissions SET version = 0",
    "in league ladder others play than": "UPDATE submissions SET is_current = false WHERE number = 1",
    "round 1 of ladder has other entrants than ladder-1": "UPDATE league_rounds SET entrants = '[1]'",
    "the rating of submission 1 in linger_longer of ladder is damaged": """
        UPDATE league_ratings SET tally = '{}'
    """,
}


@pytest.mark.parametrize("problem", LEAGUE_DAMAGES)
def test_damage_of_a_league_is_told(arena: Arena, problem: str) -> None:
    with open_league_store("arena.db") as store:
        fill_league(store)
    execute(LEAGUE_DAMAGES[problem])

    assert_told(arena("db", "check"), problem)


def test_what_is_no_database_is_refused(arena: Arena) -> None:
    Path("arena.db").write_text("these are my notes\n" * 1000)

    refused = arena("db", "check")

    assert refused.code == 4
    assert "it is not a database" in said(refused.err)


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_database_is_checked_as_it_is_and_upgraded_when_that_is_said(
    arena: Arena, version: int
) -> None:
    make_old_database("arena.db", version)
    execute("UPDATE tournaments SET is_finished = false")

    first, upgraded, again = (
        arena("db", "check", "-f", "json"),
        arena("db", "upgrade"),
        arena("db", "upgrade"),
    )

    assert first.code == 0, first.err
    assert json.loads(first.out)[0]["version"] == version
    assert said(upgraded.err) == f"its tables are now of version 3; they were of version {version}"
    assert said(again.err) == "its tables are of version 3, the newest"
    assert arena("db", "check").code == 0
