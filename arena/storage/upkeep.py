"""What an operator does to a database as a whole: copy it while it is used, bring it up to date."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from arena.core.errors import ConfigError, StorageError
from arena.storage.database import BUSY_SECONDS, open_database
from arena.storage.urls import shown, url_of


def backup(where: str, file: Path) -> int:
    """Copy a SQLite database into a new file, as it is at one moment; return how many bytes that is.

    Whoever writes to it goes on meanwhile. Unrevealed secrets are not in a database, so they are in no
    copy. The file is there when it is whole and on the disk, or not at all.

    Raises:
        ConfigError: there is no such database, there is such a file already, or it is PostgreSQL, which
            has a program for this.
        StorageError: it can't be read, or the copy can't be written.
    """
    with closing(open_database(where, create=False)) as database:
        source = database.file
    if source is None:
        url = shown(url_of(where).set(drivername="postgresql")._replace(password=None))
        raise ConfigError(
            "a PostgreSQL database is copied while it is used by its own program: "
            f"pg_dump --format=custom --file={file} '{url}'; unrevealed secrets are not in it"
        )
    if file.exists():
        raise ConfigError(f"{file} is there already; name a new file")
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        _copy(source, unfinished)
        _sync(unfinished)
        unfinished.rename(file)
        _sync(file.parent)
        return file.stat().st_size
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"{where} can't be copied to {file}: {error}; see that there is room and that you may write there"
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy in one step: what others write meanwhile goes to the log, and is not in the copy."""
    target.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)
        # One file that is whole by itself; the arena turns the log on again when it writes to it.
        copy.execute("PRAGMA journal_mode = DELETE")


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def upgrade(where: str) -> tuple[int, int]:
    """Bring a database up to date; return the version of its tables before and after.

    Raises:
        ConfigError: there is no such database.
        StorageError: it can't be written, or was made by a newer arena.
    """
    with closing(open_database(where, create=False)) as database:
        before = database.version
    with closing(open_database(where, create=True)) as database:
        return before, database.version
