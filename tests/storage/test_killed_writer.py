"""Whole groups are stored, at whatever moment their writer is killed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.storage import SqlStore
from arena.tournament.ports import Checkpoint
from tests.storage.crafted import ids, make_block, make_record

WRITER = """
import itertools, sys
from tests.storage.crafted import make_block, make_setup
from arena.storage import open_store
from arena.tournament.ports import Checkpoint
store = open_store(sys.argv[1])
tournament = store.create(make_setup(), "")
for group in itertools.count():
    blocks = range(50 * group, 50 * group + 50)
    records = [record for block in blocks for record in make_block(block)]
    store.add(tournament, records, checkpoint=Checkpoint(50 * group + 50, {"group": group}))
    print(group, flush=True)
"""


@pytest.mark.parametrize("groups_before", [0, 1, 7])
def test_a_writer_killed_at_any_moment_leaves_whole_groups(
    database: Path, groups_before: int, store: SqlStore
) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert writer.stdout is not None
    told = [int(writer.stdout.readline()) for _ in range(groups_before + 1)]
    writer.send_signal(signal.SIGKILL)
    writer.communicate()

    stored = ids(store.records("cup-1", 0))
    groups = len(stored) // 200
    checkpoint = store.checkpoint("cup-1")

    assert groups > told[-1]
    assert stored == ids(record for block in range(50 * groups) for record in make_block(block))
    assert checkpoint == Checkpoint(50 * groups, {"group": groups - 1})


def test_a_killed_writers_database_can_be_written_on(database: Path, store: SqlStore) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    before = len(list(store.records("cup-1", 0)))

    store.add("cup-1", [make_record(99_999, 0)])

    assert len(list(store.records("cup-1", 0))) == before + 1
