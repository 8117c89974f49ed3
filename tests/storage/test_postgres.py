"""What is different about a real PostgreSQL server."""

import subprocess
import threading
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from arena.core.errors import StorageBusy, StorageError
from arena.storage import SqlStore, open_archive, open_store
from arena.storage import database as database_module
from arena.storage.database import open_database
from arena.storage.secret_files import secret_files_of
from arena.tournament.ports import Checkpoint, SkippedBlock
from tests.storage.crafted import SECRET, make_block, make_setup
from tests.storage.postgres import fresh_database, skip_file_without

skip_file_without()


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with fresh_database() as url:
        yield url


@pytest.fixture
def admin(where: str) -> Iterator[psycopg.Connection]:
    """A connection of someone else."""
    with psycopg.connect(where.replace("+psycopg", ""), autocommit=True) as connection:
        yield connection


def test_who_make_the_tables_or_a_tournament_at_once_take_turns(where: str) -> None:
    def make(_: int) -> str:
        with open_store(where) as store:
            return store.create(make_setup(), "")

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(make, range(6)))

    assert sorted(made) == [f"cup-{number}" for number in range(1, 7)]


def test_what_is_read_together_is_as_at_one_moment(store: SqlStore, where: str) -> None:
    tournament = store.create(make_setup(), "")
    database = open_database(where, create=False)

    with database.reading() as connection:
        count = "SELECT count(*) FROM matches"
        before = connection.exec_driver_sql(count).scalar_one()
        store.add(tournament, make_block(0))
        assert connection.exec_driver_sql(count).scalar_one() == before == 0

    database.close()


def test_looking_can_not_write(store: SqlStore, where: str) -> None:
    del store
    database = open_database(where, create=False)

    with pytest.raises(StorageError, match="read-only transaction"), database.reading() as connection:
        connection.exec_driver_sql("UPDATE arena_schema SET version = 9")

    database.close()


def test_text_that_postgresql_can_not_hold_is_told_and_nothing_is_kept_by_half(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")

    with pytest.raises(StorageError, match="NUL"):
        store.add(
            tournament,
            make_block(0),
            skipped=[SkippedBlock(0, 1, (), "a\0b")],
            checkpoint=Checkpoint(1, {}),
        )

    assert list(store.records(tournament, 0)) == []
    assert store.checkpoint(tournament) is None


def test_the_secret_is_in_no_dump_before_it_is_revealed(store: SqlStore, where: str) -> None:
    tournament = store.create(make_setup(), "the file")

    def dump() -> str:
        program = next(Path("/usr/lib/postgresql").glob("*/bin/pg_dump"), Path("pg_dump"))
        command = [program, where.replace("+psycopg", "")]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    before = dump()
    store.finish(tournament)

    assert "the file" in before
    assert SECRET.hex() not in before
    assert SECRET.hex() in dump()


def test_secrets_are_found_however_the_url_is_written(where: str) -> None:
    url = make_url(where)
    spellings = [
        url,
        url.set(drivername="postgresql"),
        url.update_query_dict({"connect_timeout": "7"}),
    ]

    directories = set()
    for spelling in spellings:
        database = open_database(spelling.render_as_string(hide_password=False), create=True)
        directories.add(secret_files_of(database).directory)
        database.close()

    assert len(directories) == 1


def test_the_secrets_of_each_database_are_apart(where: str) -> None:
    with fresh_database() as other:
        directories = set()
        for each in (where, other):
            database = open_database(each, create=True)
            directories.add(secret_files_of(database).directory)
            database.close()

    assert len(directories) == 2


def test_no_password_is_shown_wherever_it_stands_in_the_url(where: str) -> None:
    url = make_url(where)
    hidden = url._replace(password=None).update_query_dict({"password": url.password or ""})

    for spelling in (url, hidden):
        with open_store(spelling.render_as_string(hide_password=False)) as store:
            with pytest.raises(Exception, match="there is no tournament 'cup-9' in postgresql") as caught:
                store.setup("cup-9")
            assert str(url.password) not in str(caught.value)


def test_a_refused_reveal_does_not_tell_the_secret(store: SqlStore, admin: psycopg.Connection) -> None:
    tournament = store.create(make_setup(), "")
    admin.execute("ALTER TABLE tournaments ADD CONSTRAINT not_today CHECK (NOT is_finished)")

    with pytest.raises(StorageError, match="not_today") as caught:
        store.finish(tournament)

    told = "".join(traceback.format_exception(caught.value))
    assert SECRET.hex()[:8] not in told


def test_a_locked_table_is_waited_for_and_then_told_as_passing(
    where: str, admin: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 1)
    with open_store(where) as store:
        tournament = store.create(make_setup(), "")
        with admin.transaction():
            admin.execute("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StorageBusy, match="locked by another process"):
                store.add(tournament, make_block(0))

        store.add(tournament, make_block(0))
        assert len(list(store.records(tournament, 0))) == 4


def test_connections_that_the_server_has_ended_are_made_anew(
    store: SqlStore, admin: psycopg.Connection
) -> None:
    tournament = store.create(make_setup(), "")
    admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    store.add(tournament, make_block(0))

    assert len(list(store.records(tournament, 0))) == 4


def test_a_connection_lost_in_the_midst_of_writing_passes_and_leaves_nothing(
    store: SqlStore, where: str, admin: psycopg.Connection
) -> None:
    tournament = store.create(make_setup(), "")
    database = open_database(where, create=True)

    def write() -> None:
        with database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM tournaments")
            pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            admin.execute("SELECT pg_terminate_backend(%s)", [pid])
            connection.exec_driver_sql("SELECT 1")

    with pytest.raises(StorageBusy):
        write()

    assert store.latest() == tournament
    database.close()


def test_a_server_that_is_not_there_passes(where: str) -> None:
    nowhere = make_url(where).set(port=1).render_as_string(hide_password=False)

    with pytest.raises(StorageBusy, match=r"can't be reached .*see that it runs"):
        open_archive(nowhere)


def test_a_database_that_is_not_there_is_named(where: str) -> None:
    missing = make_url(where).set(database="nobody_made_it").render_as_string(hide_password=False)

    with pytest.raises(StorageError, match="nobody_made_it"):
        open_store(missing)


def test_threads_may_use_one_store(store: SqlStore) -> None:
    tournament = store.create(make_setup(), "")
    barrier = threading.Barrier(8)

    def add(block: int) -> None:
        barrier.wait()
        store.add(tournament, make_block(block))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add, range(8)))

    assert len(list(store.records(tournament, 0))) == 32
