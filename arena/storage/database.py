"""A database and its transactions: how it is opened, created, and what it promises.

On SQLite every commit is synced to the disk (`synchronous=FULL`), so what was stored survives a killed
process and a power cut. Groups of matches make that cheap: one sync a group.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, event, func, insert, inspect, select
from sqlalchemy.dialects import postgresql, sqlite

from arena.core.errors import ConfigError, StorageError
from arena.storage.failures import explained
from arena.storage.migrations import migrate
from arena.storage.schema import ARENA_SCHEMA, METADATA, SCHEMA_VERSION
from arena.storage.urls import address_of, make_engine, shown, url_of

BUSY_SECONDS = 10
"""How long a statement waits for another process's transaction."""
_BEGIN = "arena_begin"
"""The execution option with the statement that begins a transaction on SQLite; empty for none."""
_ALONE = int.from_bytes(b"arena", "big")
"""The number of the lock in a PostgreSQL database that `writing_alone` takes."""


class Database:
    """An open database with our tables."""

    def __init__(self, engine: Engine, where: str) -> None:
        """Use `open_database`."""
        self._engine = engine
        self.where = where
        """Its path or URL, without a password, for messages."""
        self._written: tuple[int, int] | None = None
        self._reader = engine
        if engine.dialect.name == "postgresql":
            self._reader = engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )

    @property
    def file(self) -> Path | None:
        """Return SQLite's file, or None for another database."""
        if self._engine.dialect.name != "sqlite" or not self._engine.url.database:
            return None
        return Path(self._engine.url.database)

    @property
    def server_name(self) -> str:
        """Return what tells one database server's database from another, however its URL is written."""
        return address_of(self._engine.url)

    @property
    def version(self) -> int:
        """Return the version of its tables as it is now."""
        with self.reading() as connection:
            return _schema_version(connection) or 0

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads, all of it as at one moment."""
        with explained(self.where), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; on SQLite alone from its first statement on."""
        engine = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._refuse_another_file()
        with explained(self.where), engine.begin() as connection:
            yield connection

    @contextmanager
    def writing_alone(self) -> Iterator[Connection]:
        """Open a transaction that may decide by what it reads: no other of its kind goes on at once."""
        with self.writing() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_ALONE)))
            yield connection

    def _refuse_another_file(self) -> None:
        """See to it that SQLite's file is still the one that was written before.

        SQLite goes on writing to a file that has been deleted, and all of it would be lost at the end.
        """
        if self.file is None:
            return
        try:
            now = self.file.stat()
        except FileNotFoundError:
            if self._written is None:
                return  # it is made by the first write
            raise StorageError(
                f"{self.file} has been deleted while it was written to; put back a copy, if there is one"
            ) from None
        identity = (now.st_dev, now.st_ino)
        if self._written not in {None, identity}:
            raise StorageError(f"{self.file} is no longer the file that was written to; put that one back")
        self._written = identity

    def use_write_ahead_log(self) -> None:
        """Let readers and the writer of a SQLite file go on at once; the file remembers it."""
        if self.file is None:
            return
        engine = self._engine.execution_options(**{_BEGIN: ""})
        with explained(self.where), engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")

    def insert_new(self, table: Table) -> Any:
        """Return an insert that passes over rows whose key is there already."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table).on_conflict_do_nothing()

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


def open_database(where: str | Path, *, create: bool) -> Database:
    """Open a database by path or URL; `create` makes it if it isn't there.

    Raises:
        ConfigError: it isn't there, is of a kind we don't know, or holds no tournaments.
        StorageError: it can't be opened, or was made by a newer version.
    """
    url = url_of(where)
    if url.get_backend_name() == "sqlite" and not create and not Path(str(url.database)).exists():
        raise ConfigError(
            f"there is no database {url.database}; a tournament makes one: arena run FILE. "
            "Name another with --db"
        )
    engine = make_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _prepare_postgresql)
    database = Database(engine, str(where) if "://" not in str(where) else shown(url))
    try:
        _check_schema(database, create=create)
    except BaseException:
        database.close()
        raise
    return database


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver's own idea of when a transaction begins is switched off; `_begin_sqlite` says BEGIN.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA page_size = 8192")  # takes effect in a new file only; suits rows of 400 bytes
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _prepare_postgresql(connection: Any, _record: object) -> None:
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    connection.commit()


def _begin_sqlite(connection: Connection) -> None:
    statement = connection.get_execution_options().get(_BEGIN, "BEGIN")
    if statement:
        connection.exec_driver_sql(statement)


def _check_schema(database: Database, *, create: bool) -> None:
    with database.reading() as connection:
        version = _schema_version(connection)
    if version is None and not create:
        raise ConfigError(f"database {database.where} holds no tournaments; name another with --db")
    if version is None or (create and version < SCHEMA_VERSION):
        version = _make_up_to_date(database)
    if version > SCHEMA_VERSION:
        raise StorageError(
            f"database {database.where} was made by a newer arena (its schema is {version}, this one knows "
            f"{SCHEMA_VERSION}); upgrade arena-of-cards, or name another database with --db"
        )


def _schema_version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(ARENA_SCHEMA.name):
        return None
    version: int = connection.execute(select(ARENA_SCHEMA.c.version)).scalar_one()
    return version


def _make_up_to_date(database: Database) -> int:
    """Make the tables, or bring them up to date, unless another process was faster; return their version."""
    database.use_write_ahead_log()
    with database.writing_alone() as connection:
        version = _schema_version(connection)
        if version is None:
            METADATA.create_all(connection)
            connection.execute(insert(ARENA_SCHEMA).values(version=SCHEMA_VERSION))
        elif version < SCHEMA_VERSION:
            migrate(connection, version)
    return max(version or 0, SCHEMA_VERSION)
