"""Which databases are opened, and which are refused."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from arena.core.errors import ConfigError, StorageError
from arena.storage import SqlStore, open_archive, open_store
from arena.storage.database import open_database
from arena.storage.schema import METADATA

OPENER = "import sys; from arena.storage import open_store; open_store(sys.argv[1]).close()"


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
        with pytest.raises(StorageError, match=r"newer arena \(its schema is 4, this one knows 3\); upgrade"):
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


def test_two_processes_may_make_one_database_at_once(database: Path) -> None:
    command = [sys.executable, "-c", OPENER, str(database)]

    openers = [subprocess.Popen(command) for _ in range(4)]

    assert [opener.wait() for opener in openers] == [0, 0, 0, 0]


def test_the_tables_can_be_made_in_postgresql() -> None:
    dialect = postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]

    statements = [str(CreateTable(table).compile(dialect=dialect)) for table in METADATA.sorted_tables]

    assert len(statements) == 11
