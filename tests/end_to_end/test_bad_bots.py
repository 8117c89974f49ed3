"""Bots that misbehave, in real tournaments: the others' matches go on, and the run ends."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.end_to_end.arena_command import BOTS, SAMPLES, arena, stage, start_arena, tournament_file
from tests.end_to_end.disturbance import a_worker_of, wait_for_matches

HASTE = "[time]\nmove_ms = 60\nbank_ms = 0\nstart_ms = 3000\n[run]\nwindow = 16"

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("bot", "kind", "forfeits"),
    [
        ("wont_start", "start_failure", True),
        ("exits_at_once", "start_failure", True),
        ("never_says_hello", "start_failure", True),
        ("answers_late", "time_out", None),
        ("plays_illegally", "illegal_move", False),
        ("answers_others", "unknown_turn", None),
        ("dies_mid_match", "crash", None),
        ("accuses_others", "malformed_message", True),
    ],
)
def test_a_bad_bot_is_named_with_its_fault_and_the_others_play_on(
    tmp_path: Path, bot: str, kind: str, forfeits: bool | None
) -> None:
    bots = [BOTS / bot, SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    file = tournament_file(tmp_path, bots, stage("linger", "linger_longer", seats=3, deals=4), tail=HASTE)

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    rows = {row["bot"]: row for row in table(tmp_path)}
    assert rows[bot]["faults"] > 0
    assert rows["random_bot"]["faults"] == rows["greedy_bot"]["faults"] == 0
    assert rows["random_bot"]["forfeits"] == rows["greedy_bot"]["forfeits"] == 0
    assert kind in fault_kinds(tmp_path)
    if forfeits is not None:
        assert (rows[bot]["forfeits"] > 0) is forfeits


@pytest.mark.parametrize("bot", ["wont_start", "exits_at_once", "dies_mid_match"])
def test_the_evidence_says_why(tmp_path: Path, bot: str) -> None:
    words = {"wont_start": "there-is-no-such-program", "exits_at_once": "I need a file that isn't there"}
    bots = [BOTS / bot, SAMPLES / "random_bot"]
    file = tournament_file(tmp_path, bots, stage("s", "color_elevator", seats=2, deals=3), tail=HASTE)

    arena(tmp_path, "run", file, "--quiet")

    evidence = " ".join(fault["evidence"] for line in exported(tmp_path) for fault in line["faults"])
    assert words.get(bot, "9") in evidence


def test_a_bot_that_always_fails_is_benched(tmp_path: Path) -> None:
    bots = [BOTS / "exits_at_once", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    file = tournament_file(
        tmp_path,
        bots,
        stage("s", "color_elevator", seats=2, deals=30),
        tail="[time]\nstart_ms = 3000\n[run]\nwindow = 8",
    )

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stderr
    assert "benched" in done.stdout
    rows = {row["bot"]: row for row in table(tmp_path)}
    assert rows["exits_at_once"]["forfeits"] == 30 * 2 * 2
    assert rows["random_bot"]["matches"] < 30 * 2 * 2
    assert rows["random_bot"]["blocks"] >= 30


def test_a_bot_that_ponders_is_named_a_few_times_and_a_bystander_never(tmp_path: Path) -> None:
    """Each worker has at most one instance for each lane when it finds out."""
    bots = [BOTS / "ponders", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    file = tournament_file(
        tmp_path,
        bots,
        stage("linger", "linger_longer", seats=3, deals=160),
        tail="[run]\nin_flight = 4",
    )

    done = arena(tmp_path, "run", file, "--plain", "--workers", "2")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "time fault" in done.stdout
    rows = {row["bot"]: row for row in table(tmp_path)}
    assert rows["random_bot"]["faults"] == rows["greedy_bot"]["faults"] == 0
    faults = [fault for line in exported(tmp_path) for fault in line["faults"]]
    assert {fault["kind"] for fault in faults} == {"pondering"}
    assert any(fault["incident"] and fault["cpu_ms"] > 100 for fault in faults)
    assert len(faults) <= 3 * 2


def test_in_strict_timing_a_bot_can_not_ponder_since_it_is_frozen(tmp_path: Path) -> None:
    bots = [BOTS / "ponders", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    file = tournament_file(
        tmp_path,
        bots,
        stage("linger", "linger_longer", seats=3, deals=2),
        tail='[time]\ntiming = "strict"',
    )

    done = arena(tmp_path, "run", file, "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    assert {row["faults"] for row in table(tmp_path)} == {0}


def test_a_bot_that_remembers_never_meets_a_deal_again(tmp_path: Path) -> None:
    """The bot ends itself when its process meets a deal again (tests/end_to_end/bots)."""
    bots = [BOTS / "remembers", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    file = tournament_file(tmp_path, bots, stage("s", "linger_longer", seats=3, deals=40))

    done = arena(tmp_path, "run", file, "--workers", "2", "--quiet")

    assert done.returncode == 0, done.stderr
    rows = {row["bot"]: row for row in table(tmp_path)}
    assert rows["remembers"]["matches"] == 120
    assert rows["remembers"]["faults"] == 0


def test_nor_does_it_after_a_worker_and_then_everything_was_killed(tmp_path: Path) -> None:
    bots = [BOTS / "remembers", SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    stages = stage("linger", "linger_longer", seats=3, deals=60)
    file = tournament_file(tmp_path, bots, stages, tail="[run]\nwindow = 16")
    running = start_arena(tmp_path, "run", file, "--workers", "2", "--plain")
    wait_for_matches(tmp_path, 20)
    os.kill(a_worker_of(running.pid), signal.SIGKILL)
    wait_for_matches(tmp_path, 60)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=30)

    done = arena(tmp_path, "run", file, "--resume", "--quiet")

    assert done.returncode == 0, done.stderr
    rows = {row["bot"]: row for row in table(tmp_path)}
    assert rows["remembers"]["matches"] == 180
    assert rows["remembers"]["faults"] == 0


def table(folder: Path) -> list[dict[str, object]]:
    """Return the rows of the only stage."""
    shown = arena(folder, "standings", "--format", "json")
    assert shown.returncode == 0, shown.stderr
    return json.loads(shown.stdout)


def exported(folder: Path) -> list[dict[str, object]]:
    """Return all exported records, after a proof that they and what became of them fit each other."""
    proof = arena(folder, "verify")
    assert proof.returncode == 0, proof.stderr
    done = arena(folder, "export")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()[1:]]


def fault_kinds(folder: Path) -> set[str]:
    """Return the kinds of all faults in the records."""
    return {fault["kind"] for line in exported(folder) for fault in line["faults"]}
