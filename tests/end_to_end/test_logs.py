"""What bots write is there afterwards, whatever happened to the run."""

import os
import signal
from pathlib import Path

import pytest

from tests.end_to_end.arena_command import BOTS, SAMPLES, arena, records, stage, start_arena, tournament_file
from tests.end_to_end.disturbance import a_worker_of, wait_for_matches

PLAYERS = [BOTS / "writes", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]

pytestmark = pytest.mark.slow


def logs(folder: Path, *words: str) -> list[str]:
    shown = arena(folder, "logs", *words)
    assert shown.returncode == 0, shown.stderr
    return shown.stdout.splitlines()


def marked(lines: list[str]) -> set[str]:
    return {word for line in lines if line.startswith("-- ") for word in line.split() if "/" in word}


def test_in_strict_timing_the_log_of_a_match_is_exact(tmp_path: Path) -> None:
    stages = stage("linger", "linger_longer", seats=3, deals=2)
    file = tournament_file(tmp_path, PLAYERS, stages, tail='[time]\ntiming = "strict"')
    done = arena(tmp_path, "run", file, "--quiet", "--workers", "1")
    assert done.returncode == 0, done.stderr

    for match in records(tmp_path):
        lines = logs(tmp_path, match, "--bot", "writes")
        alone = lines[lines.index(f"-- {match}") :]
        assert marked(lines) >= {match}
        assert "  a match begins" in lines
        assert any(line.startswith("  a match ends") for line in lines)
        assert any(line.startswith("  I play") for line in alone)


def test_output_survives_the_death_of_a_worker_and_then_of_everything(tmp_path: Path) -> None:
    stages = stage("linger", "linger_longer", seats=3, deals=60)
    file = tournament_file(tmp_path, PLAYERS, stages, tail="[run]\nwindow = 16")
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 20)
    os.kill(a_worker_of(running.pid), signal.SIGKILL)
    wait_for_matches(tmp_path, 60)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=30)
    before = logs(tmp_path, "--bot", "writes", "--limit", "10000")

    done = arena(tmp_path, "run", file, "--resume", "--quiet")

    assert done.returncode == 0, done.stderr
    assert any(line.startswith("  I play") for line in before)
    after = logs(tmp_path, "--bot", "writes", "--limit", "10000")
    matches = records(tmp_path)
    begun = after.count("  a match begins")
    assert begun >= len(matches) == 180
    assert len([line for line in after if line.startswith("-- instance")]) > 3


def test_a_lost_bot_is_told_of_with_its_last_words_and_the_reason(tmp_path: Path) -> None:
    bots = [BOTS / "exits_at_once", BOTS / "dies_mid_match", SAMPLES / "random_bot"]
    file = tournament_file(tmp_path, bots, stage("linger", "linger_longer", seats=3, deals=2))
    done = arena(tmp_path, "run", file, "--quiet")
    assert done.returncode == 0, done.stderr

    unstarted = "\n".join(logs(tmp_path, "--bot", "exits_at_once"))
    of_a_match = "\n".join(logs(tmp_path, "linger/0/0"))

    assert "  I need a file that isn't there" in unstarted
    assert "-- it was lost: start_failure: " in unstarted
    assert "start_failure: " in of_a_match
    assert "linger/0/0, seat 2" in of_a_match
