"""Whole tournaments with every bot in a container, or in namespaces of its own."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from arena.sandbox.docker.settings import OWNER_LABEL
from arena.sandbox.images.engine import connect
from tests.end_to_end.arena_command import (
    BOTS,
    SAMPLES,
    arena,
    records,
    stage,
    standings,
    start_arena,
    tournament_file,
)
from tests.end_to_end.disturbance import a_worker_of, wait_for_matches
from tests.sandbox.engine import engine
from tests.sandbox.namespaces import bubblewrap

__all__ = ["bubblewrap", "engine"]

SEED = 'seed = "the same deals each time"'
SAMPLE_BOTS = [SAMPLES / name for name in ("random_bot", "greedy_bot", "lingerer", "counting_bot")]
STAGES = stage("linger", "linger_longer", seats=3, deals=12) + stage(
    "elevator", "color_elevator", seats=2, deals=4
)

NEEDED = {"bubblewrap": "bubblewrap", "docker": "engine"}
"""The fixture that skips the tests of a sandbox that this machine can't run."""

pytestmark = pytest.mark.slow


@pytest.fixture(params=NEEDED)
def sandbox(request: pytest.FixtureRequest) -> str:
    """Each sandbox that isolates, by its name."""
    name: str = request.param
    request.getfixturevalue(NEEDED[name])
    return name


def test_the_table_is_the_same_as_with_plain_processes(tmp_path: Path, sandbox: str) -> None:
    tables = {}
    for used in ("process", sandbox):
        folder = tmp_path / used
        folder.mkdir()
        file = tournament_file(
            folder, copies(folder, SAMPLE_BOTS), STAGES, head=f'{SEED}\nsandbox = "{used}"'
        )

        done = arena(folder, "run", file, "--workers", "2", "--plain")

        assert done.returncode == 0, done.stdout + done.stderr
        assert "repeatable: yes" in done.stdout.lower()
        assert f"sandbox {used}" in done.stdout
        tables[used] = records(folder), standings(folder)
    assert tables[sandbox] == tables["process"]
    assert left_of(sandbox, tmp_path) == []


def test_bots_that_fail_are_named_with_why_and_the_others_play_on(tmp_path: Path, sandbox: str) -> None:
    bots = [BOTS / "wont_start", BOTS / "dies_mid_match", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    stages = stage("elevator", "color_elevator", seats=2, deals=3)
    file = tournament_file(
        tmp_path, copies(tmp_path, bots), stages, head=f'sandbox = "{sandbox}"', tail="[run]\nwindow = 16"
    )

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    faults = [fault for record in records(tmp_path).values() for fault in record["faults"]]
    assert {"start_failure", "crash"} <= {fault["kind"] for fault in faults}
    evidence = " ".join(fault["evidence"] for fault in faults)
    assert "there-is-no-such-program" in evidence
    assert "exit code 9" in evidence
    assert left_of(sandbox, tmp_path) == []


def test_nothing_is_left_of_a_killed_workers_bots_and_the_run_ends(tmp_path: Path, sandbox: str) -> None:
    stages = stage("linger", "linger_longer", seats=3, deals=20)
    bots = copies(tmp_path, SAMPLE_BOTS)
    file = tournament_file(
        tmp_path, bots, stages, head=f'{SEED}\nsandbox = "{sandbox}"', tail="[run]\nwindow = 16"
    )
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 5)
    assert left_of(sandbox, tmp_path) != []

    os.kill(a_worker_of(running.pid), signal.SIGKILL)
    said, _ = running.communicate(timeout=120)

    assert running.returncode == 0, said
    assert len(records(tmp_path)) == 4 * 3 * 20
    assert left_of(sandbox, tmp_path) == []


def copies(folder: Path, bots: list[Path]) -> list[Path]:
    """Copy bots into a folder, so that their instances can be told from other tests'."""
    return [Path(shutil.copytree(bot, folder / "bots" / bot.name)) for bot in bots]


def left_of(sandbox: str, folder: Path) -> list[str]:
    """Return the containers, ended ones too, or else the processes that see anything below a folder."""
    return _containers(folder) if sandbox == "docker" else _processes(folder)


def _containers(folder: Path) -> list[str]:
    client = connect()
    listed = client.api.containers(all=True, filters={"label": OWNER_LABEL})
    client.close()
    return [
        each["Id"]
        for each in listed
        if any(mount["Source"].startswith(str(folder)) for mount in each["Mounts"])
    ]


def _processes(folder: Path) -> list[str]:
    mounted = f"/{folder.parent.name}/{folder.name}/"
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            mounts = (entry / "mountinfo").read_text(encoding="utf-8")
        except OSError:  # it has ended, or is somebody else's
            continue
        if mounted in mounts:
            found.append(entry.name)
    return found
