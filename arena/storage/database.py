"""A database and its transactions: how it is opened, created, and what it promises.

On SQLite every commit is synced to the disk (`synchronous=FULL`), so what was stored survives a killed
process and a power cut. Groups of matches make that cheap: one sync a group.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Table,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from arena.core.errors import ConfigError, StorageError
from arena.storage.failures import explained
from arena.storage.schema import ARENA_SCHEMA, METADATA, SCHEMA_VERSION

BUSY_SECONDS = 10
"""How long a statement waits for another process's transaction."""
_BEGIN = "arena_begin"
"""The execution option with the statement that begins a transaction on SQLite; empty for none."""


class Database:
    """An open database with our tables."""

    def __init__(self, engine: Engine, where: str) -> None:
        """Use `open_database`."""
        self._engine = engine
        self.where = where
        """Its path or URL, without a password, for messages."""
        self._written: tuple[int, int] | None = None

    @property
    def file(self) -> Path | None:
        """Return SQLite's file, or None for another database."""
        if self._engine.dialect.name != "sqlite" or not self._engine.url.database:
            return None
        return Path(self._engine.url.database)

    @property
    def server_name(self) -> str:
        """Return the URL without the password: what tells one database from another."""
        return self._engine.url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads."""
        with explained(self.where), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes, alone from its first statement on."""
        engine = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._refuse_another_file()
        with explained(self.where), engine.begin() as connection:
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
    url = _url_of(where)
    if url.get_backend_name() == "sqlite" and not create and not Path(str(url.database)).exists():
        raise ConfigError(
            f"there is no database {url.database}; a tournament makes one: arena run FILE. "
            "Name another with --db"
        )
    database = Database(_make_engine(url), str(where) if "://" not in str(where) else _shown(url))
    try:
        _check_schema(database, create=create)
    except BaseException:
        database.close()
        raise
    return database


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


def _url_of(where: str | Path) -> URL:
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
        kind = url.get_backend_name()
    except ArgumentError as error:
        raise ConfigError(
            f"--db {text!r} is no database URL; write a path, or for example "
            "postgresql+psycopg://user@host/name"
        ) from error
    if kind not in {"sqlite", "postgresql"}:
        raise ConfigError(f"--db {_shown(url)}: {kind} is not supported; use SQLite or PostgreSQL")
    if kind == "sqlite" and url.database in {None, "", ":memory:"}:
        raise ConfigError(f"--db {_shown(url)}: a tournament must be kept; name a file")
    return url


def _make_engine(url: URL) -> Engine:
    try:
        # A secret is among the parameters, and messages are shown.
        engine = create_engine(url, hide_parameters=True)
    except NoSuchModuleError as error:
        raise ConfigError(f"--db {_shown(url)}: there is no such driver: {error}") from error
    except ImportError as error:
        raise ConfigError(
            f"--db {_shown(url)}: its driver is not installed ({error}); install it with pip, "
            "for example psycopg for postgresql+psycopg://"
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver's own idea of when a transaction begins is switched off; `_begin_sqlite` says BEGIN.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA page_size = 8192")  # takes effect in a new file only; suits rows of 400 bytes
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


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
        version = _create_tables(database)
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


def _create_tables(database: Database) -> int:
    """Make the tables that are missing, unless another process was faster; return the schema's version."""
    database.use_write_ahead_log()
    with database.writing() as connection:
        version = _schema_version(connection)
        if version is not None and version >= SCHEMA_VERSION:
            return version
        METADATA.create_all(connection)
        if version is None:
            connection.execute(insert(ARENA_SCHEMA).values(version=SCHEMA_VERSION))
        else:
            connection.execute(update(ARENA_SCHEMA).values(version=SCHEMA_VERSION))
    return SCHEMA_VERSION
