"""What a failing database says, translated once: what happened, where, what to do."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from arena.core.errors import StorageError

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


OTHERWISE = (
    "see that it can be reached, that you may use it, and that nothing but the arena has changed its tables; "
    f"{KEPT}"
)
"""What to do about everything else."""


def explain(error: Exception, where: str) -> StorageError:
    """Turn an error of the database or its driver into one for people."""
    original = getattr(error, "orig", None) or error
    name = getattr(original, "sqlite_errorname", "")
    for code, (what, remedy) in EXPLANATIONS.items():
        if name == code or name.startswith(f"{code}_"):
            return StorageError(f"database {where}: {what} ({original}); {remedy}")
    # SQLAlchemy's own errors print statements and web addresses, of which the first argument is free.
    what = str(original.args[0]) if original.args else type(original).__name__
    return StorageError(f"database {where}: {what}; {OTHERWISE}")


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Raise a StorageError for whatever goes wrong with the database.

    A stored value of another kind than its column's is a TypeError or a ValueError.
    """
    try:
        yield
    except (SQLAlchemyError, TypeError, ValueError) as error:
        raise explain(error, where) from error
