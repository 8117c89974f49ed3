"""Whole tournaments with every bot in a container."""

import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from arena.sandbox.docker.settings import OWNER_LABEL
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

__all__ = ["engine"]

SEED = 'seed = "the same deals each time"'
SAMPLE_BOTS = [SAMPLES / name for name in ("random_bot", "greedy_bot", "lingerer", "counting_bot")]
STAGES = stage("linger", "linger_longer", seats=3, deals=12) + stage(
    "elevator", "color_elevator", seats=2, deals=4
)

pytestmark = pytest.mark.slow


def test_the_table_is_the_same_as_with_plain_processes(tmp_path: Path, engine: Any) -> None:
    tables = {}
    for sandbox in ("process", "docker"):
        folder = tmp_path / sandbox
        folder.mkdir()
        file = tournament_file(
            folder, copies(folder, SAMPLE_BOTS), STAGES, head=f'{SEED}\nsandbox = "{sandbox}"'
        )

        done = arena(folder, "run", file, "--workers", "2", "--plain")

        assert done.returncode == 0, done.stdout + done.stderr
        assert "repeatable: yes" in done.stdout.lower()
        assert f"sandbox {sandbox}" in done.stdout
        tables[sandbox] = records(folder), standings(folder)
    assert tables["docker"] == tables["process"]
    assert left_of(engine, tmp_path) == []


def test_bots_that_fail_are_named_with_why_and_the_others_play_on(tmp_path: Path, engine: Any) -> None:
    bots = [BOTS / "wont_start", BOTS / "dies_mid_match", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    stages = stage("elevator", "color_elevator", seats=2, deals=3)
    file = tournament_file(
        tmp_path, copies(tmp_path, bots), stages, head='sandbox = "docker"', tail="[run]\nwindow = 16"
    )

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    faults = [fault for record in records(tmp_path).values() for fault in record["faults"]]
    assert {"start_failure", "crash"} <= {fault["kind"] for fault in faults}
    evidence = " ".join(fault["evidence"] for fault in faults)
    assert "there-is-no-such-program" in evidence
    assert "exit code 9" in evidence
    assert left_of(engine, tmp_path) == []


def test_killed_workers_containers_are_swept_and_the_run_ends(tmp_path: Path, engine: Any) -> None:
    stages = stage("linger", "linger_longer", seats=3, deals=20)
    bots = copies(tmp_path, SAMPLE_BOTS)
    file = tournament_file(
        tmp_path, bots, stages, head=f'{SEED}\nsandbox = "docker"', tail="[run]\nwindow = 16"
    )
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 5)

    os.kill(a_worker_of(running.pid), signal.SIGKILL)
    said, _ = running.communicate(timeout=120)

    assert running.returncode == 0, said
    assert len(records(tmp_path)) == 4 * 3 * 20
    assert left_of(engine, tmp_path) == []


def copies(folder: Path, bots: list[Path]) -> list[Path]:
    """Copy bots into a folder, so that their containers can be told from other tests'."""
    return [Path(shutil.copytree(bot, folder / "bots" / bot.name)) for bot in bots]


def left_of(engine: Any, folder: Path) -> list[str]:
    """Return the containers that see anything below a folder."""
    listed = engine.api.containers(all=True, filters={"label": OWNER_LABEL})
    return [
        each["Id"]
        for each in listed
        if any(mount["Source"].startswith(str(folder)) for mount in each["Mounts"])
    ]
