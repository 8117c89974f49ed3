"""Secrets of unfinished tournaments, each in a file of its own, and the right to run one.

A secret is not in the database before it is revealed, so that a copy of the database gives no deal
away. Its file lives as long as the tournament is unfinished; whoever runs the tournament holds a
lock on that file, which the operating system lets go when the process dies, however it dies.
"""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from arena.core.errors import StorageBusy, StorageError
from arena.scheduling.seeds import commitment
from arena.storage.database import Database

_FULL = {errno.ENOSPC, errno.EDQUOT}


class SecretFiles:
    """The secret files of one database."""

    def __init__(self, directory: Path) -> None:
        """Use `secret_files_of`."""
        self.directory = directory

    def keep(self, tournament: str, secret: bytes) -> None:
        """Write a secret, readable by its owner alone, and have it on the disk before returning."""
        path = self._path(tournament, commitment(secret))
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_synced(path, secret.hex().encode())
            _sync_directory(self.directory)
            _sync_directory(self.directory.parent)
        except OSError as error:
            kind = StorageBusy if error.errno in _FULL else StorageError
            raise kind(
                f"can't write the tournament's secret to {path}: {error.strerror}; nothing has been started"
            ) from error

    def read(self, tournament: str, promised: str) -> bytes:
        """Return the secret that was promised by its commitment.

        Raises:
            StorageError: its file is missing, or holds something else.
        """
        path = self._path(tournament, promised)
        try:
            secret = bytes.fromhex(path.read_text("ascii"))
        except FileNotFoundError as error:
            raise _missing(tournament, path) from error
        except OSError as error:
            raise StorageError(f"can't read the secret of {tournament}: {path}: {error.strerror}") from error
        except ValueError:
            secret = b""
        if commitment(secret) != promised:
            raise StorageError(
                f"the secret file {path} does not hold what {tournament} is committed to; "
                "put the right one back"
            )
        return secret

    def remove(self, tournament: str, promised: str) -> None:
        """Remove a secret's file, if it is still there."""
        path = self._path(tournament, promised)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"can't remove the secret file {path}: {error.strerror}; remove it") from error

    @contextmanager
    def lock(self, tournament: str, promised: str) -> Iterator[None]:
        """Hold the right to run the tournament.

        Raises:
            StorageError: another process holds it, or the secret's file is missing.
        """
        path = self._path(tournament, promised)
        try:
            file = path.open("rb")
        except FileNotFoundError as error:
            raise _missing(tournament, path) from error
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise StorageError(
                    f"{tournament} is being run by another process (it holds {path}); "
                    "wait until that has ended, or end it, then resume"
                ) from error
            yield

    def _path(self, tournament: str, promised: str) -> Path:
        # With the id, so that two practice tournaments of one seed have a file each.
        return self.directory / f"{promised}.{tournament}"


def secret_files_of(database: Database) -> SecretFiles:
    """Return a database's secret files: beside a SQLite file, else in the user's state directory."""
    if database.file is not None:
        return SecretFiles(database.file.with_name(f"{database.file.name}.secrets"))
    stated = Path(os.environ.get("XDG_STATE_HOME", ""))
    state = stated if stated.is_absolute() else Path.home() / ".local" / "state"
    return SecretFiles(state / "arena" / "secrets" / sha256(database.server_name.encode()).hexdigest()[:16])


def _missing(tournament: str, path: Path) -> StorageError:
    return StorageError(
        f"the secret of {tournament} is missing: it should be in {path}, and without it no deal can be made; "
        "move that file along with the database"
    )


def _write_synced(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_directory(directory: Path) -> None:
    """Have the names in a directory on the disk too."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
