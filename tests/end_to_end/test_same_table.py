"""The same matches, move for move, and the same table: with any number of workers, kills and resumes."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.arena_command import (
    SAMPLES,
    arena,
    records,
    stage,
    standings,
    start_arena,
    tournament_file,
)
from tests.end_to_end.disturbance import a_worker_of, stored, wait_for_a_worker, wait_for_matches

SEED = 'seed = "the same deals each time"'
BOTS = [SAMPLES / name for name in ("random_bot", "greedy_bot", "lingerer", "counting_bot")]
STAGES = stage("linger", "linger_longer", seats=3, deals=12) + stage(
    "elevator", "color_elevator", seats=2, deals=8
)
SMALL_WINDOW = "[run]\nwindow = 16"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """Return records and standings of a run with one worker that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    file = tournament_file(folder, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)
    done = arena(folder, "run", file, "--workers", "1", "--plain")
    assert done.returncode == 0, done.stderr
    return records(folder), standings(folder)


def test_the_run_says_that_it_is_repeatable_and_reveals_its_secret(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stderr
    assert "repeatable: yes" in done.stdout.lower()


def test_four_workers_give_the_same_matches_and_table(tmp_path: Path, undisturbed: tuple[Any, Any]) -> None:
    file = tournament_file(tmp_path, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)

    done = arena(tmp_path, "run", file, "--workers", "4", "--quiet")

    assert done.returncode == 0, done.stderr
    assert records(tmp_path) == undisturbed[0]
    assert standings(tmp_path) == undisturbed[1]


@pytest.mark.parametrize("fraction", [0.1, 0.5, 0.9])
def test_a_killed_run_resumes_to_the_same_matches_and_table(
    tmp_path: Path, undisturbed: tuple[Any, Any], fraction: float
) -> None:
    file = tournament_file(tmp_path, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, int(len(undisturbed[0]) * fraction))

    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=30)
    before = stored(tmp_path)
    done = arena(tmp_path, "run", file, "--resume", "--quiet")

    assert done.returncode == 0, done.stderr
    assert before <= set(records(tmp_path))
    assert records(tmp_path) == undisturbed[0]
    assert standings(tmp_path) == undisturbed[1]


def test_ctrl_c_drains_and_the_command_it_prints_goes_on(
    tmp_path: Path, undisturbed: tuple[Any, Any]
) -> None:
    file = tournament_file(tmp_path, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 5)

    os.killpg(running.pid, signal.SIGINT)
    said, _ = running.communicate(timeout=60)
    resumed = arena(tmp_path, "run", file, "--resume", "--quiet")

    assert running.returncode == 130
    assert said.count(f"arena run {file} --resume") == 1
    assert "Traceback" not in said
    assert resumed.returncode == 0, resumed.stderr
    assert records(tmp_path) == undisturbed[0]
    assert standings(tmp_path) == undisturbed[1]


def test_ctrl_c_while_the_workers_start_is_obeyed_without_a_traceback(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_a_worker(running.pid)

    os.killpg(running.pid, signal.SIGINT)
    said, _ = running.communicate(timeout=60)

    assert running.returncode == 130, said
    assert "Traceback" not in said
    assert "was replaced" not in said


def test_a_killed_worker_is_replaced_and_nothing_changes(
    tmp_path: Path, undisturbed: tuple[Any, Any]
) -> None:
    file = tournament_file(tmp_path, BOTS, STAGES, head=SEED, tail=SMALL_WINDOW)
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 5)

    os.kill(a_worker_of(running.pid), signal.SIGKILL)
    said, _ = running.communicate(timeout=120)

    assert running.returncode == 0, said
    assert records(tmp_path) == undisturbed[0]
    assert standings(tmp_path) == undisturbed[1]


def test_resuming_a_finished_tournament_prints_its_table(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, BOTS, stage("s", "color_elevator", seats=2, deals=1), head=SEED)
    first = arena(tmp_path, "run", file, "--quiet")

    again = arena(tmp_path, "run", file, "--resume", "--quiet")

    assert first.returncode == again.returncode == 0, again.stderr
    assert "greedy_bot" in again.stdout
    assert len(records(tmp_path)) == 2
