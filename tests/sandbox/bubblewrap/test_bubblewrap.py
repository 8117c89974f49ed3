"""What is the bubblewrap backend's own, with real sandboxes: its traps, each reproduced once."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox.backends import make_sandbox
from arena.sandbox.bubblewrap.host import find_means
from arena.sandbox.bubblewrap.sandbox import BubblewrapSandbox
from arena.sandbox.cgroup import Cgroup, find_cgroup
from arena.sandbox.proc import descendants
from arena.tournament.ports import Bound, EndCause, ExitStatus, Limits, Running
from tests.sandbox.namespaces import bubblewrap, requires_bubblewrap
from tests.sandbox.trial import Trial, another_arena, running_with, wait_until

__all__ = ["bubblewrap"]
pytestmark = requires_bubblewrap
SLEEP = "import time; print('ready', flush=True); time.sleep(600)"
MEANS = find_means()
IS_ROOT = MEANS.is_root
as_root = pytest.mark.skipif(not IS_ROOT, reason="NOT TESTED, only root makes every bot a user of its own")
with_groups = pytest.mark.skipif(MEANS.place is None, reason="NOT TESTED, no control groups can be made here")


@pytest.fixture
def plain_trial(tmp_path: Path) -> Iterator[Trial]:
    """Without control groups."""
    trial = Trial(BubblewrapSandbox(replace(MEANS, place=None)), tmp_path)
    yield trial
    trial.stop()


def test_core_pattern_cannot_be_opened_for_writing(trial: Trial) -> None:
    running = trial.run("open('/proc/sys/kernel/core_pattern', 'r+')")

    assert "Permission denied" in running.output() or "Read-only file system" in running.output()


def test_free_space_of_the_disk_is_not_told(trial: Trial) -> None:
    script = """
import os
for place in "/bot", os.open("/bot", os.O_RDONLY):
    try: os.statvfs(place)
    except PermissionError: print("refused")
"""
    running = trial.run(script)

    assert running.output() == "refused\n" * 2


def test_it_goes_before_the_arena_when_memory_is_short(trial: Trial) -> None:
    assert trial.run("print(open('/proc/self/oom_score_adj').read())").output().split() == ["500"]


def test_environment_of_the_launcher_is_not_to_be_seen(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "hush")
    script = """
import os
for entry in filter(str.isdigit, os.listdir("/proc")):
    try:
        print(entry, open(f"/proc/{entry}/environ", "rb").read())
    except PermissionError:
        print(entry, "refused")
"""
    running = trial.run(script)

    assert running.output().startswith("1 refused\n" if IS_ROOT else "1 b'")
    assert "hush" not in running.output()
    assert running.exit_status() == ExitStatus(EndCause.EXITED, 0)


def test_token_is_on_no_command_line_of_this_machine(trial: Trial) -> None:
    running = trial.start(SLEEP)
    trial.said(running, "ready")
    lines = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(entry.read_bytes())
        except OSError:
            continue

    assert any(b"bwrap" in line for line in lines)
    assert not any(b"secret-token" in line for line in lines)


def test_every_file_system_that_it_may_write_has_a_size(trial: Trial) -> None:
    running = trial.run("print(open('/proc/self/mountinfo').read())")

    said = running.output(1 << 20).splitlines()
    mounts = [line.partition(" - ") for line in said if line]
    writable = [line for line in mounts if line[0].split()[5].startswith("rw") and "tmpfs " in line[2]]
    in_memory = {line[0].split()[4]: line[2] for line in writable if not line[2].startswith("devtmpfs")}
    assert in_memory.keys() == {"/tmp", "/dev/shm"}  # noqa: S108
    assert all("size=" in options for options in in_memory.values())


def test_second_start_has_the_list_of_system_calls_too(trial: Trial) -> None:
    script = "import socket; socket.socket(socket.AF_INET)"

    outputs = [trial.run(script).output() for _ in range(2)]

    assert all("Operation not permitted" in output for output in outputs)


def test_no_terminal_can_be_opened(trial: Trial) -> None:
    running = trial.run("import os; print(os.path.samefile('/dev/tty', '/dev/null'))")

    assert running.output() == "True\n"


def test_bot_outlives_the_thread_that_started_it_and_the_sandbox(tmp_path: Path) -> None:
    trial = Trial(BubblewrapSandbox(), tmp_path)
    thread = threading.Thread(target=trial.start, args=(SLEEP,))
    thread.start()
    thread.join()
    (running,) = trial.started
    try:
        trial.said(running, "ready")
        trial.sandbox = BubblewrapSandbox()

        assert running.exit_status() is None
    finally:
        running.stop()


def test_bots_end_with_a_killed_arena_before_anybody_sweeps(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    with another_arena(trial, marker) as arena:
        assert len(running_with(marker)) == 1
        arena.process.kill()

    wait_until(lambda: running_with(marker) == [])
    trial.sandbox.sweep()


@with_groups
@pytest.mark.parametrize("backend", ["bubblewrap", "process"])
def test_frozen_bots_of_a_killed_arena_are_swept_by_any_backend(trial: Trial, backend: str) -> None:
    marker = uuid.uuid4().hex
    with another_arena(trial, marker) as arena:
        (pid,) = running_with(marker)
        files = find_cgroup(pid)
        assert files is not None
        with closing(Cgroup(files)) as group:
            group.freeze()
        arena.process.kill()

    assert make_sandbox(backend).sweep() >= 1

    assert running_with(marker) == []


@as_root
def test_roots_bots_are_users_of_their_own_without_any_right(trial: Trial) -> None:
    script = """
import os
rights = [line.split()[1] for line in open("/proc/self/status") if line.startswith("Cap")]
print(os.getuid(), os.getgid(), *os.getgroups(), *rights)
"""
    users = [trial.run(script).output().split() for _ in range(2)]

    assert all(user == group and int(user) > 1_000_000 for user, group, *_ in users)
    assert users[0][0] != users[1][0]
    assert {int(word, 16) for user in users for word in user[2:]} == {0}


def test_number_of_processes_is_limited_without_control_groups_too(plain_trial: Trial) -> None:
    if Bound.PROCESSES not in plain_trial.sandbox.bounds:
        pytest.skip("NOT TESTED, this kernel counts a user's processes together")
    script = """
import os, time
for born in range(500):
    try:
        if os.fork() == 0: time.sleep(600)
    except OSError:
        break
print(born, flush=True)
os._exit(0)
"""
    running = plain_trial.run(script, limits=Limits(processes=40))

    assert running.output() == "39\n"


def test_everything_is_frozen_without_control_groups_too(plain_trial: Trial) -> None:
    script = """
import os, time
for _ in range(3): os.fork()
if os.fork() == 0: os.setsid()
print("ready", flush=True)
while True: pass
"""
    running = plain_trial.start(script)
    wait_until(lambda: running.output().count("ready") == 16)

    running.freeze()

    wait_until(lambda: _states(running) == {"T"})
    running.thaw()
    wait_until(lambda: _states(running) <= {"R", "S"})


def _states(running: Running) -> set[str]:
    """Return the states of all processes in the bot's namespaces."""
    return {process.state for process in descendants(running._bwrap.pid).values()}  # type: ignore[attr-defined]
