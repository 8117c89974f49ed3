"""What disturbs a run from outside, and how far it had come by then."""

import sqlite3
import time
from pathlib import Path

STAGES = ("linger", "elevator")
"""Names of the stages of the tournaments that are disturbed, in order."""


def wait_for_matches(folder: Path, count: int) -> None:
    """Wait until so many matches are stored."""
    end = time.monotonic() + 60
    while len(stored(folder)) < count:
        assert time.monotonic() < end, "no match was stored in a minute"
        time.sleep(0.02)


def wait_for_a_worker(pid: int) -> None:
    """Wait until the command has started a worker, which is then far from ready."""
    end = time.monotonic() + 60
    while not _workers_of(pid):
        assert time.monotonic() < end, "no worker was started in a minute"
        time.sleep(0.002)


def stored(folder: Path) -> set[str]:
    """Return the ids of the stored matches, read from the database itself."""
    if not (folder / "arena.db").exists():
        return set()
    connection = sqlite3.connect(folder / "arena.db", timeout=10)
    try:
        rows = connection.execute("select stage, block, rotation from matches").fetchall()
    except sqlite3.OperationalError:
        return set()  # the tables are being made at this moment
    finally:
        connection.close()
    return {f"{STAGES[stage]}/{block}/{rotation}" for stage, block, rotation in rows}


def a_worker_of(pid: int) -> int:
    """Return the process id of a worker that the command started."""
    return _workers_of(pid)[0]


def _workers_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
