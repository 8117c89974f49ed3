"""A full disk and a locked database pass: both are told apart from what is broken, and nothing is lost."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.core.errors import StorageBusy
from arena.storage import SqlStore
from arena.storage import database as database_module
from arena.storage.league_store import LeagueStore, open_league_store
from tests.storage.crafted import make_block, make_setup
from tests.storage.entered import fill, submit

ROOT = Path(__file__).parents[2]
ON_A_SMALL_DISK = """
import sys
from pathlib import Path
from arena.core.errors import StorageBusy
from arena.storage.league_store import open_league_store
from tests.storage.crafted import make_block, make_setup
from tests.storage.entered import fill, submit

def is_busy(action):
    try:
        action()
    except StorageBusy as error:
        return "no room left" in str(error) or "No space left" in str(error)
    return False

ballast = Path("ballast")
ballast.write_bytes(bytes(1 << 20))
store = open_league_store("arena.db")
fill(store)
tournament = store.tournaments.create(make_setup(), "")
stored = 0
with Path("filler").open("wb", buffering=0) as filler:
    try:
        while True:
            filler.write(bytes(4096))
    except OSError:
        pass
many = [record for block in range(1, 300) for record in make_block(block)]
print("matches", is_busy(lambda: store.tournaments.add(tournament, many)))
print("create", is_busy(lambda: store.tournaments.create(make_setup("b"), "x" * 100_000)))
print("upload", is_busy(lambda: [submit(store, content=number) for number in range(20)]))
print("open", is_busy(lambda: open_league_store("other.db")))
before = len(store.submissions())
ballast.unlink()
store.tournaments.add(tournament, many)
print("afterwards", len(list(store.tournaments.records(tournament, 0))))
print("uploaded", submit(store, content=99).number == before + 1)
"""


@pytest.mark.slow
def test_a_disk_that_is_full_passes_and_all_goes_on_when_there_is_room(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=3m arena "$1" && cd "$1" && exec "$2" -c "$3"'
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]

    result = subprocess.run(
        [*command, tmp_path, sys.executable, ON_A_SMALL_DISK],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "matches True",
        "create True",
        "upload True",
        "open True",
        "afterwards 1196",
        "uploaded True",
    ]


@pytest.fixture
def impatient(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LeagueStore]:
    """A store that waits for nobody."""
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0)
    with open_league_store(database) as store:
        yield store


def test_a_database_that_another_has_locked_passes(impatient: LeagueStore, database: Path) -> None:
    fill(impatient)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    with pytest.raises(StorageBusy, match="locked by another process"):
        submit(impatient)
    with pytest.raises(StorageBusy, match="locked by another process"):
        impatient.tournaments.create(make_setup(), "")
    other.execute("ROLLBACK")
    other.close()

    assert submit(impatient).number == 1


def test_what_is_stored_can_be_read_while_another_writes(impatient: LeagueStore, database: Path) -> None:
    fill(impatient)
    submit(impatient)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    assert [each.number for each in impatient.queued()] == [1]

    other.close()


def test_a_damaged_database_does_not_pass(store: SqlStore, database: Path) -> None:
    tournament = store.create(make_setup(), "")
    store.close()
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TABLE matches")
    connection.close()

    with pytest.raises(Exception, match="no such table") as caught:
        store.add(tournament, make_block(0))

    assert not isinstance(caught.value, StorageBusy)
