"""What a failing database says, translated once: what happened, where, what to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from arena.core.errors import StorageBusy, StorageError

_NOT_CONNECTED = "08006"
KEPT = "everything stored so far is kept"

EXPLANATIONS = {
    "SQLITE_FULL": ("there is no room left", f"free some space on its disk; {KEPT}"),
    "SQLITE_BUSY": ("it is locked by another process", "wait until that has ended, or end it"),
    "SQLITE_LOCKED": ("it is locked by another process", "wait until that has ended, or end it"),
    "SQLITE_READONLY": ("it can't be written", "give yourself the right to write the file and its directory"),
    "SQLITE_PERM": ("access is refused", "give yourself the right to write the file and its directory"),
    "SQLITE_CANTOPEN": ("it can't be opened", "see that its directory exists and that you may write there"),
    "SQLITE_NOTADB": ("it is not a database", "name another file with --db"),
    "SQLITE_CORRUPT": (
        "it is damaged",
        "keep a copy as it is, then save what can be read: sqlite3 FILE .recover",
    ),
    "SQLITE_IOERR": ("reading or writing it failed", f"see to its disk; {KEPT}"),
}
"""By the name of SQLite's primary error code; extended names begin with it."""
PASSING = {"SQLITE_FULL", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR_SHMSIZE"}
"""What may well be over a moment later. The last one is a full disk too: no room for the log's index."""

SERVER_EXPLANATIONS = {
    "55P03": ("it is locked by another process", "wait until that has ended, or end it"),
    "40": ("another transaction was in the way", "try again"),
    "53100": ("there is no room left", f"free some space on its server's disk; {KEPT}"),
    "53": ("its server has no means left", f"free some, or allow it more; {KEPT}"),
    "57P": ("its server has been stopped or is starting", f"see that it runs; {KEPT}"),
    "08": ("its server can't be reached", f"see that it runs and that its address is right; {KEPT}"),
}
"""By the beginning of PostgreSQL's error code, the longer first: all of them pass."""

OTHERWISE = (
    "see that it can be reached, that you may use it, and that nothing but the arena has changed its tables; "
    f"{KEPT}"
)
"""What to do about everything else."""


def explain(error: Exception, where: str) -> StorageError:
    """Turn an error of the database or its driver into one for people; StorageBusy if it passes."""
    original = getattr(error, "orig", None) or error
    name = getattr(original, "sqlite_errorname", "")
    for code, (what, remedy) in EXPLANATIONS.items():
        if name == code or name.startswith(f"{code}_"):
            kind = StorageBusy if {name, code} & PASSING else StorageError
            return kind(f"database {where}: {what} ({original}); {remedy}")
    what = _told(original)
    if isinstance(error, NoConnectionFree):
        return StorageBusy(
            f"database {where}: all connections are in use; see that fewer work at once, or try again"
        )
    for state, (meaning, remedy) in SERVER_EXPLANATIONS.items():
        if _server_code(error, original).startswith(state):
            return StorageBusy(f"database {where}: {meaning} ({what}); {remedy}")
    return StorageError(f"database {where}: {what}; {OTHERWISE}")


def _server_code(error: Exception, original: Any) -> str:
    """Return PostgreSQL's code; that of a lost connection where there is none for the want of one."""
    is_lost = isinstance(error, OperationalError) and hasattr(original, "sqlstate")
    return getattr(original, "sqlstate", None) or (_NOT_CONNECTED if is_lost else "")


def _told(original: Any) -> str:
    """Return what the database says, without the values of a row, among which may be a secret."""
    told = getattr(getattr(original, "diag", None), "message_primary", None)
    # SQLAlchemy's own errors print statements and web addresses, of which the first argument is free.
    return " ".join(str(told or (original.args[0] if original.args else type(original).__name__)).split())


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Raise a StorageError for whatever goes wrong with the database.

    A stored value of another kind than its column's is a TypeError or a ValueError. What a server says is not
    kept as the cause: PostgreSQL quotes the row that it refuses, and a secret may be in it.
    """
    try:
        yield
    except (SQLAlchemyError, TypeError, ValueError) as error:
        is_quoted = hasattr(getattr(error, "orig", None), "sqlstate")
        raise explain(error, where) from (None if is_quoted else error)
