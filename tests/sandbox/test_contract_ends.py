"""What every backend must do when a bot ends, or is ended, shown with real processes."""

import signal
import uuid
from pathlib import Path

from arena.tournament.ports import EndCause, ExitStatus
from tests.sandbox.trial import Members, Trial, another_arena, running_with, wait_until

SLEEP = "import time; print('ready', flush=True); time.sleep(600)"
FAMILY = """
import subprocess, sys, time
marker, depth = sys.argv[1], int(sys.argv[2])
if depth:
    again = [sys.executable, "-c", sys.argv[3], marker, str(depth - 1), sys.argv[3]]
    subprocess.Popen(again, start_new_session=depth == 1)
else:
    print("all born", flush=True)
time.sleep(600)
"""
ORPHAN = """
import os, subprocess, sys, time
subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1].removeprefix("for ")])
while not os.path.exists("end"): time.sleep(0.001)
"""


def test_exit_status_is_none_while_it_runs(trial: Trial) -> None:
    running = trial.start(SLEEP)

    trial.said(running, "ready")

    assert running.exit_status() is None


def test_exit_status_tells_the_exit_code(trial: Trial) -> None:
    assert trial.run("raise SystemExit(3)").exit_status() == ExitStatus(EndCause.EXITED, 3)


def test_exit_status_tells_the_signal(trial: Trial) -> None:
    running = trial.run("import os, signal; os.kill(os.getpid(), signal.SIGUSR1)")

    assert running.exit_status() == ExitStatus(EndCause.SIGNALLED, signal.SIGUSR1)


def test_stop_of_a_living_bot_says_that_we_ended_it(trial: Trial) -> None:
    running = trial.start(SLEEP)

    assert running.stop().cause is EndCause.STOPPED
    assert running.exit_status() == running.stop()


def test_stop_of_an_ended_bot_says_how_it_had_ended(trial: Trial) -> None:
    assert trial.run("raise SystemExit(3)").stop() == ExitStatus(EndCause.EXITED, 3)


def test_stop_ends_children_and_grandchildren_in_sessions_of_their_own(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    running = trial.start(FAMILY, marker, "2", FAMILY)
    trial.said(running, "all born")
    members = Members.of(marker)
    assert len(members.living()) >= 3

    running.stop()

    assert members.living() == []


def test_stop_ends_children_of_a_bot_that_has_ended(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    running = trial.start(ORPHAN, f"for {marker}", SLEEP)
    wait_until(lambda: bool(running_with(marker)))
    members = Members.of(marker)
    (trial.folder / "bot" / "end").touch()
    wait_until(lambda: running.exit_status() is not None)

    running.stop()

    assert members.living() == []


def test_stop_leaves_other_instances_alone(trial: Trial) -> None:
    one, other = trial.start(SLEEP), trial.start(SLEEP)
    trial.said(other, "ready")

    one.stop()

    assert other.exit_status() is None


def test_stop_removes_temporary_files(trial: Trial, tmp_path: Path) -> None:
    running = trial.run("import tempfile; print(tempfile.mkstemp()[1])")
    file = Path(running.output().strip())

    running.stop()

    assert not file.is_relative_to(tmp_path)
    assert not file.exists()


def test_sweep_ends_what_a_killed_arena_left(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    with another_arena(trial, marker) as arena:
        assert len(running_with(marker)) == 1
        members = Members.of(marker)
        arena.process.kill()

    swept = trial.sandbox.sweep()

    assert swept >= 1
    assert members.living() == []


def test_sweep_never_touches_a_living_arena(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    mine = trial.start(SLEEP)
    with another_arena(trial, marker):
        trial.sandbox.sweep()
        alive = running_with(marker)
    trial.sandbox.sweep()

    assert len(alive) == 1
    assert mine.exit_status() is None
