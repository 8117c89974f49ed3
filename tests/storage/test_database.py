import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateTable

from arena.core.errors import ConfigError, StorageError
from arena.storage import SqlStore, open_archive, open_store
from arena.storage import database as database_module
from arena.storage.database import open_database
from arena.storage.failures import EXPLANATIONS, explained
from arena.storage.schema import METADATA
from arena.tournament.ports import Checkpoint
from tests.storage.crafted import ids, make_block, make_record, make_setup

OPENER = "import sys; from arena.storage import open_store; open_store(sys.argv[1]).close()"
WRITER = """
import itertools, sys
from tests.storage.crafted import make_block, make_setup
from arena.storage import open_store
from arena.tournament.ports import Checkpoint
store = open_store(sys.argv[1])
tournament = store.create(make_setup(), "")
for group in itertools.count():
    blocks = range(50 * group, 50 * group + 50)
    records = [record for block in blocks for record in make_block(block)]
    store.add(tournament, records, checkpoint=Checkpoint(50 * group + 50, {"group": group}))
    print(group, flush=True)
"""


def prepare_connections(store: SqlStore, *statements: str) -> None:
    """Run statements on every connection that the store opens from now on."""

    def run_all(connection: Any, _record: object) -> None:
        for statement in statements:
            connection.execute(statement)

    store._database.close()
    event.listen(store._database._engine, "connect", run_all)


def test_it_is_a_path_or_a_url(tmp_path: Path) -> None:
    for where in (tmp_path / "a.db", str(tmp_path / "b.db"), f"sqlite:///{tmp_path}/c.db"):
        open_store(where).close()

    assert sorted(path.name for path in tmp_path.glob("?.db")) == ["a.db", "b.db", "c.db"]


def test_sqlite_syncs_every_commit_and_checks_foreign_keys(database: Path) -> None:
    opened = open_database(database, create=True)
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "page_size")

    with opened.reading() as connection:
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in pragmas]

    assert values == ["wal", 2, 1, 10_000, 8192]
    opened.close()


def test_a_newer_schema_is_refused_with_the_way_out(store: SqlStore, database: Path) -> None:
    store.close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE arena_schema SET version = version + 1")
    connection.close()

    for opens in (open_store, open_archive):
        with pytest.raises(StorageError, match=r"newer arena \(its schema is 3, this one knows 2\); upgrade"):
            opens(database)


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("these are my notes, and no database at all\n" * 100)

    for opens in (open_store, open_archive):
        with pytest.raises(StorageError, match=r"notes\.txt: it is not a database .* --db"):
            opens(file)

    assert file.read_text().startswith("these are my notes")


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"nowhere/arena\.db: it can't be opened .* directory exists"):
        open_store(tmp_path / "nowhere" / "arena.db")


def test_looking_does_not_make_a_database(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no database .*none\.db; .*arena run"):
        open_archive(tmp_path / "none.db")

    assert not (tmp_path / "none.db").exists()


def test_looking_into_another_programs_database_changes_nothing(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    before = other.read_bytes()

    with pytest.raises(ConfigError, match="holds no tournaments"):
        open_archive(other)

    assert other.read_bytes() == before


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("mysql://root@host/arena", "mysql is not supported; use SQLite or PostgreSQL"),
        ("postgresql+nodriver://host/arena", "there is no such driver"),
        ("://", "is no database URL"),
        ("sqlite://", "a tournament must be kept"),
        ("sqlite:///:memory:", "a tournament must be kept"),
    ],
)
def test_a_url_that_can_not_be_used_says_why(where: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        open_store(where)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(ConfigError) as caught:
        open_store("mysql://root:hunter2@host/arena")

    assert "hunter2" not in str(caught.value)


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


def test_two_processes_may_make_one_database_at_once(database: Path) -> None:
    command = [sys.executable, "-c", OPENER, str(database)]

    openers = [subprocess.Popen(command) for _ in range(4)]

    assert [opener.wait() for opener in openers] == [0, 0, 0, 0]


def test_the_tables_can_be_made_in_postgresql() -> None:
    dialect = postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]

    statements = [str(CreateTable(table).compile(dialect=dialect)) for table in METADATA.sorted_tables]

    assert len(statements) == 6


@pytest.mark.parametrize("groups_before", [0, 1, 7])
def test_a_writer_killed_at_any_moment_leaves_whole_groups(
    database: Path, groups_before: int, store: SqlStore
) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert writer.stdout is not None
    told = [int(writer.stdout.readline()) for _ in range(groups_before + 1)]
    writer.send_signal(signal.SIGKILL)
    writer.communicate()

    stored = ids(store.records("cup-1", 0))
    groups = len(stored) // 200
    checkpoint = store.checkpoint("cup-1")

    assert groups > told[-1]
    assert stored == ids(record for block in range(50 * groups) for record in make_block(block))
    assert checkpoint == Checkpoint(50 * groups, {"group": groups - 1})


def test_a_killed_writers_database_can_be_written_on(database: Path, store: SqlStore) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    before = len(list(store.records("cup-1", 0)))

    store.add("cup-1", [make_record(99_999, 0)])

    assert len(list(store.records("cup-1", 0))) == before + 1
