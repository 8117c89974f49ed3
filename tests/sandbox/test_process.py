"""What is the process backend's own."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import ConfigError, HostError
from arena.sandbox.backends import make_sandbox
from arena.sandbox.cpu import CENSUS_US
from arena.sandbox.instance import end_all
from arena.sandbox.owner import Owner, parse_owner, this_process
from arena.sandbox.process import ProcessSandbox
from tests.sandbox.trial import Trial, another_arena, wait_until

SPINNING_CHILD = """
import os, time
child = os.fork()
while child == 0 and time.process_time() < 0.3: pass
if child == 0: os._exit(0)
print("born", flush=True)
os.waitpid(child, 0)
print("waited", flush=True)
time.sleep(600)
"""
STRAY = """
import os, time
if os.fork() == 0:
    os.setsid()
    print("stray", os.getpid(), flush=True)
    while True: pass
time.sleep(600)
"""
HERE = this_process()
DEAD = Owner(HERE.namespace, HERE.pid, HERE.start - 1)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def trial(tmp_path: Path, clock: ManualClock) -> Iterator[Trial]:
    trial = Trial(ProcessSandbox(clock=clock), tmp_path)
    yield trial
    trial.stop()


def test_unknown_backend_is_the_operators_fault_and_lists_the_known() -> None:
    with pytest.raises(ConfigError, match="no sandbox 'jail'; the sandboxes are bubblewrap, docker, process"):
        make_sandbox("jail")


def test_backend_is_made_by_its_name() -> None:
    assert make_sandbox("process").name == "process"


def test_promise_says_that_it_isolates_nothing() -> None:
    assert "isolates nothing" in ProcessSandbox.promise
    assert "trusted bots only" in ProcessSandbox.promise


def test_owner_is_read_as_it_was_written() -> None:
    assert parse_owner(str(HERE)) == HERE


@pytest.mark.parametrize("text", ["", "1-2", "1-2-x", "1-2-3-4", "1-2-3.4-5-6", "1--2", "someone else's"])
def test_what_is_no_owner_is_not_read_as_one(text: str) -> None:
    assert parse_owner(text) is None


def test_pid_used_again_does_not_bring_its_owner_to_life() -> None:
    assert HERE.is_alive()
    assert DEAD.pid == os.getpid()
    assert not DEAD.is_alive()


def test_arena_of_another_pid_namespace_counts_as_alive() -> None:
    assert Owner(HERE.namespace + 1, DEAD.pid, DEAD.start).is_alive()


def test_sweep_removes_the_folders_of_dead_arenas_and_of_no_others(trial: Trial) -> None:
    mine = trial.start("import tempfile; print(tempfile.gettempdir()); input()")
    trial.said(mine, "arena-")
    with another_arena(trial, uuid.uuid4().hex) as arena:
        arena.process.kill()
    assert arena.temporary.is_dir()

    trial.sandbox.sweep()

    assert not arena.temporary.exists()
    assert not arena.temporary.parent.parent.exists()
    assert Path(mine.output().split()[0]).is_dir()


def test_last_stop_removes_the_owners_folder(trial: Trial) -> None:
    running = trial.run("import tempfile; print(tempfile.gettempdir())")
    owners = Path(running.output().strip()).parent.parent

    running.stop()

    assert owners.name == str(HERE)
    assert not owners.exists()


def test_folder_that_somebody_else_made_is_refused(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"arena-{os.getuid()}").symlink_to(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    with pytest.raises(HostError, match="somebody else's"):
        ProcessSandbox().start(trial.spec("python"))


def test_folder_that_somebody_else_made_is_not_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = tmp_path / "theirs"
    (theirs / str(DEAD) / "folder").mkdir(parents=True)
    (tmp_path / f"arena-{os.getuid()}").symlink_to(theirs)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    ProcessSandbox().sweep()

    assert (theirs / str(DEAD) / "folder").is_dir()


def test_core_that_does_not_exist_is_our_fault_and_leaves_nothing(trial: Trial) -> None:
    with pytest.raises(HostError, match="core 4095"):
        trial.start("import time; time.sleep(600)", core=4095)

    assert trial.sandbox.start(trial.spec("python", "-c", "")).stop() is not None


def test_cpu_time_counts_a_child_while_it_runs_and_after_it_was_waited_for(
    trial: Trial, clock: ManualClock
) -> None:
    running = trial.start(SPINNING_CHILD)
    trial.said(running, "born")
    alone = running.cpu_us()

    clock.advance(CENSUS_US)
    trial.said(running, "waited")
    waited = running.cpu_us()

    assert waited - alone >= 100_000
    assert running.cpu_us() >= waited


def test_freeze_reaches_a_child_in_a_session_of_its_own(trial: Trial, clock: ManualClock) -> None:
    running = trial.start(STRAY)
    trial.said(running, "stray")
    stray = int(running.output().split()[1])
    clock.advance(CENSUS_US)
    running.cpu_us()

    running.freeze()

    wait_until(lambda: _state(stray) == "T")
    running.thaw()
    wait_until(lambda: _state(stray) == "R")


def test_what_cannot_be_ended_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.instance._PAUSES", [0.0])
    dead_pid = 1 << 22

    with pytest.raises(HostError, match=f"processes \\[{dead_pid}\\] of some bot can't be ended"):
        end_all(lambda: [dead_pid], what="some bot")


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
