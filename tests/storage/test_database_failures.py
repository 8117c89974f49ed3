"""What is said when a database can't be used, and that nothing stored is lost by it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from arena.core.errors import StorageError
from arena.storage import SqlStore, open_archive, open_store
from arena.storage import database as database_module
from arena.storage.failures import EXPLANATIONS, explained
from arena.tournament.ports import Checkpoint
from tests.storage.crafted import ids, make_block, make_setup


def prepare_connections(store: SqlStore, *statements: str) -> None:
    """Run statements on every connection that the store opens from now on."""

    def run_all(connection: Any, _record: object) -> None:
        for statement in statements:
            connection.execute(statement)

    store._database.close()
    event.listen(store._database._engine, "connect", run_all)


def test_a_full_disk_loses_nothing_stored_and_stores_nothing_by_half(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, make_block(0), checkpoint=Checkpoint(1, {}))
    prepare_connections(store, "PRAGMA max_page_count = 1")  # SQLite takes the present size instead
    many = [record for block in range(1, 200) for record in make_block(block)]

    with pytest.raises(
        StorageError, match=r"no room left .* free some space.* everything stored so far is kept"
    ):
        store.add(tournament, many, checkpoint=Checkpoint(200, {}))

    assert ids(store.records(tournament, 0)) == ids(make_block(0))
    assert store.checkpoint(tournament) == Checkpoint(1, {})


def test_after_a_full_disk_the_same_group_can_be_stored(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    many = [record for block in range(200) for record in make_block(block)]
    prepare_connections(store, "PRAGMA max_page_count = 1")
    with pytest.raises(StorageError):
        store.add(tournament, many)
    store.close()

    with_room = open_store(database)
    with_room.add(tournament, many)

    assert len(list(with_room.records(tournament, 0))) == 800
    with_room.close()


def test_a_locked_database_says_so(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0)
    store = open_store(database)
    tournament = store.create(make_setup(), "")
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StorageError, match=r"locked by another process .* wait until that has ended"):
        store.add(tournament, make_block(0))

    other.close()
    store.close()


def test_a_database_that_may_only_be_read_says_so(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    prepare_connections(store, "PRAGMA query_only = ON")

    with pytest.raises(StorageError, match=r"can't be written .* give yourself the right"):
        store.add(tournament, make_block(0))


def test_a_damaged_database_says_so(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [record for block in range(100) for record in make_block(block)])
    store.close()
    with database.open("r+b") as file:
        file.seek(2 * 8192)
        file.write(b"\xff" * (database.stat().st_size - 2 * 8192))

    with pytest.raises(StorageError, match=r"it is damaged .* \.recover"):
        list(open_store(database).records(tournament, 0))


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DROP TABLE matches", r"no such table: matches"),
        ("ALTER TABLE matches RENAME COLUMN record TO notes", r"no such column|no column named record"),
        ("CREATE TRIGGER no BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'not so'); END", "not so"),
    ],
)
def test_a_database_that_others_have_changed_says_so(
    store: SqlStore, database: Path, statement: str, message: str
) -> None:
    tournament = store.create(make_setup(), "")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)

    with pytest.raises(StorageError, match=rf"database .*arena\.db: .*({message}).*; see that .* is kept$"):
        store.add(tournament, make_block(0))


def test_a_database_without_a_schema_version_says_so(store: SqlStore, database: Path) -> None:
    store.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM arena_schema")

    with pytest.raises(StorageError, match=r"arena\.db: No row was found.*; see that .* is kept$"):
        open_archive(database)


@pytest.mark.parametrize("state", ["no JSON", b"\xff\xfe"])
def test_a_stored_value_of_another_kind_says_so(store: SqlStore, database: Path, state: str | bytes) -> None:
    tournament = store.create(make_setup(), "")
    store.add(tournament, [], checkpoint=Checkpoint(1, {}))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE checkpoints SET state = ?", (state,))

    with pytest.raises(StorageError, match=r"arena\.db: .+; see that .* is kept$"):
        store.checkpoint(tournament)


def errors_of_sqlalchemy() -> list[type[SQLAlchemyError]]:
    found = [SQLAlchemyError]
    for kind in found:
        found += [each for each in kind.__subclasses__() if each not in found]
    return found


@pytest.mark.parametrize("kind", errors_of_sqlalchemy())
def test_every_error_of_the_database_is_a_storage_error_with_a_remedy(kind: type[SQLAlchemyError]) -> None:
    error = kind.__new__(kind)

    with pytest.raises(StorageError, match=r"database here: .+; see that .+"), explained("here"):
        raise error


def test_every_explained_code_is_one_of_sqlites() -> None:
    assert [code for code in EXPLANATIONS if not hasattr(sqlite3, code)] == []
