"""Whole tournaments with every bot in namespaces of its own."""

import os
import signal
from pathlib import Path

import pytest

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
from tests.sandbox.namespaces import bubblewrap, requires_bubblewrap
from tests.sandbox.trial import running_with

__all__ = ["bubblewrap"]

SEED = 'seed = "the same deals each time"'
SAMPLE_BOTS = [SAMPLES / name for name in ("random_bot", "greedy_bot", "lingerer", "counting_bot")]
STAGES = stage("linger", "linger_longer", seats=3, deals=12) + stage(
    "elevator", "color_elevator", seats=2, deals=4
)

pytestmark = [pytest.mark.slow, requires_bubblewrap]


def test_the_table_is_the_same_as_with_plain_processes(tmp_path: Path) -> None:
    tables = {}
    for sandbox in ("process", "bubblewrap"):
        folder = tmp_path / sandbox
        folder.mkdir()
        file = tournament_file(folder, SAMPLE_BOTS, STAGES, head=f'{SEED}\nsandbox = "{sandbox}"')

        done = arena(folder, "run", file, "--workers", "2", "--plain")

        assert done.returncode == 0, done.stdout + done.stderr
        assert "repeatable: yes" in done.stdout.lower()
        assert f"sandbox {sandbox}" in done.stdout
        tables[sandbox] = records(folder), standings(folder)
    assert tables["bubblewrap"] == tables["process"]


def test_bots_that_fail_are_named_with_why_and_the_others_play_on(tmp_path: Path) -> None:
    bots = [BOTS / "wont_start", BOTS / "dies_mid_match", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    stages = stage("elevator", "color_elevator", seats=2, deals=3)
    file = tournament_file(tmp_path, bots, stages, head='sandbox = "bubblewrap"', tail="[run]\nwindow = 16")

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    faults = [fault for record in records(tmp_path).values() for fault in record["faults"]]
    assert {"start_failure", "crash"} <= {fault["kind"] for fault in faults}
    evidence = " ".join(fault["evidence"] for fault in faults)
    assert "there-is-no-such-program" in evidence
    assert "exit code 9" in evidence


def test_bots_of_a_killed_worker_end_with_it_and_the_run_goes_on(tmp_path: Path) -> None:
    stages = stage("linger", "linger_longer", seats=3, deals=20)
    file = tournament_file(
        tmp_path, SAMPLE_BOTS, stages, head=f'{SEED}\nsandbox = "bubblewrap"', tail="[run]\nwindow = 16"
    )
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 5)

    os.kill(a_worker_of(running.pid), signal.SIGKILL)
    said, _ = running.communicate(timeout=120)

    assert running.returncode == 0, said
    assert len(records(tmp_path)) == 4 * 3 * 20
    assert running_with(str(tmp_path)) == []
