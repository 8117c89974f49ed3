"""What is the docker backend's own."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import BotError, HostError
from arena.sandbox.docker.container import State, labelled
from arena.sandbox.docker.sandbox import DockerSandbox
from arena.sandbox.docker.settings import OWNER_LABEL
from arena.sandbox.docker.uids import container_name, free_uids
from arena.sandbox.owner import this_process
from arena.tournament.ports import Bound, EndCause, ExitStatus, Limits, Running
from tests.sandbox.trial import Trial, another_arena, wait_until

SLEEP = "import time; print('ready', flush=True); time.sleep(600)"
KEEP_SIZE = 1


def test_promise_owns_up_to_the_shared_kernel() -> None:
    assert DockerSandbox.bounds == frozenset(Bound)
    assert "shares this machine's kernel" in DockerSandbox.promise


def test_making_one_asks_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    assert DockerSandbox().name == "docker"


def test_engine_that_does_not_answer_is_our_fault_and_says_what_to_do(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    with pytest.raises(HostError, match="systemctl start docker"):
        DockerSandbox().start(trial.spec("python"))


def test_missing_image_is_our_fault_and_says_what_to_do(trial: Trial) -> None:
    with pytest.raises(HostError, match="image arena-no-such:1 is missing: make it by `arena sandbox build`"):
        DockerSandbox("arena-no-such:1").start(trial.spec("python"))


def test_core_that_does_not_exist_is_our_fault_and_leaves_nothing(trial: Trial, engine: Any) -> None:
    with pytest.raises(HostError, match="4095"):
        trial.start(SLEEP, core=4095)

    assert ours(engine) == 0


def test_code_that_only_we_may_read_is_refused_with_the_command_that_helps(trial: Trial) -> None:
    spec = trial.spec("python")
    spec.directory.chmod(0o700)

    with pytest.raises(HostError, match=r"users of their own.*chmod -R o\+rX"):
        trial.sandbox.start(spec)


def test_program_in_the_bots_directory_is_found(trial: Trial) -> None:
    spec = trial.spec("./bot")
    (spec.directory / "bot").write_text("#!/bin/sh\necho playing\n")
    (spec.directory / "bot").chmod(0o755)

    running = trial.sandbox.start(spec)
    trial.started.append(running)

    trial.said(running, "playing")


def test_interpreter_that_the_image_lacks_is_the_bots_fault(trial: Trial) -> None:
    spec = trial.spec("./bot")
    (spec.directory / "bot").write_text("#!/usr/bin/no-such-interpreter\n")
    (spec.directory / "bot").chmod(0o755)

    with pytest.raises(BotError, match="No such file"):
        trial.sandbox.start(spec)


def test_nothing_is_left_of_a_bot_that_could_not_be_started(trial: Trial, engine: Any) -> None:
    before = watched()
    with pytest.raises(BotError):
        trial.sandbox.start(trial.spec("no-such-program"))

    assert ours(engine) == 0
    assert watched() == before


def test_nothing_is_left_of_a_bot_that_was_stopped(trial: Trial, engine: Any) -> None:
    before = watched()
    running = trial.start(SLEEP)
    folder = running.output_file.parent
    assert watched() == (before[0] + 1, before[1] + 1)

    running.stop()

    assert ours(engine) == 0
    assert not folder.exists()
    assert watched() == before


def test_uid_is_free_again_after_the_stop(trial: Trial, engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.docker.sandbox.free_uids", lambda **_: iter([0x7000_0007]))
    first = trial.start(SLEEP)
    with pytest.raises(HostError, match="users"):
        trial.start(SLEEP)

    first.stop()

    trial.start(SLEEP)
    assert engine.api.inspect_container(container_name(0x7000_0007))["Config"]["User"].startswith("18790481")


def test_uid_that_another_arena_has_is_passed_over(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    uids = [0x7000_0001, 0x7000_0002]
    monkeypatch.setattr("arena.sandbox.docker.sandbox.free_uids", lambda **_: iter(uids))
    script = "import os, time; print(os.getuid(), flush=True); time.sleep(600)"

    running = [trial.start(script) for _ in uids]

    for bot in running:
        trial.said(bot, "\n")
    assert [int(bot.output()) for bot in running] == uids


@pytest.mark.parametrize("maps_uids", [True, False])
def test_uids_to_be_tried_are_all_different(maps_uids: bool) -> None:
    uids = free_uids(maps_uids=maps_uids)

    assert len({next(uids) for _ in range(1_000)}) == 1_000


def test_sweep_leaves_no_container_of_a_dead_arena(trial: Trial, engine: Any) -> None:
    with another_arena(trial, "marker") as arena:
        arena.process.kill()
        arena.process.wait()
    assert len(dead(engine, arena.process.pid)) == 1

    trial.sandbox.sweep()

    assert dead(engine, arena.process.pid) == []


def test_bot_whose_container_somebody_removed_can_be_stopped(trial: Trial, engine: Any) -> None:
    running = trial.start(SLEEP)
    (container,) = [each for each, owner in labelled(engine.api, OWNER_LABEL) if owner == str(this_process())]

    container.remove()

    wait_until(lambda: has_ended(running))
    assert running.stop().code == signal.SIGKILL


def has_ended(running: Any) -> bool:
    try:
        return running.exit_status() is not None
    except HostError:  # it was gone before anybody could ask how it had ended
        return True


def test_children_of_an_ended_bot_end_with_it(trial: Trial) -> None:
    running = trial.run(
        "import os, time\nif os.fork() == 0:\n  while True: print('child', flush=True); time.sleep(0.001)"
    )
    wait_until(lambda: running.exit_status() is not None)

    before = running.output(1 << 20)

    assert running.output(1 << 20) == before


def test_abort_ends_a_bot_as_anywhere(trial: Trial) -> None:
    running = trial.run("import os; os.abort()")

    assert running.exit_status() == ExitStatus(EndCause.SIGNALLED, signal.SIGABRT)


def test_frozen_child_uses_no_cpu_either(trial: Trial) -> None:
    running = trial.start("import os\nos.fork()\nprint('ready', flush=True)\nwhile True: pass")
    wait_until(lambda: running.output().count("ready") == 2)

    running.freeze()

    wait_until(lambda: stands_still(running))


def test_without_root_the_engine_freezes_and_thaws(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    running = trial.start("print('ready', flush=True)\nwhile True: pass")
    trial.said(running, "ready")

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("arena.sandbox.cgroup.Cgroup._write", refuse)
    running.freeze()
    wait_until(lambda: stands_still(running))
    frozen = running.cpu_us()
    running.thaw()
    wait_until(lambda: running.cpu_us() > frozen + 10_000)
    running.freeze()

    assert running.stop().cause is EndCause.STOPPED


def stands_still(running: Running) -> bool:
    before = running.cpu_us()
    signal.sigtimedwait([], 0.05)
    return running.cpu_us() == before


def test_child_that_keeps_the_shell_at_its_gate_is_ended_by_the_stop(trial: Trial) -> None:
    running = trial.start("""
import os, sys
if os.fork():
    print("leaving", flush=True)
    os._exit(3)
while True:
    with open("/run/gate") as gate: gate.read(1)
""")
    trial.said(running, "leaving")

    assert running.stop().cause in {EndCause.STOPPED, EndCause.EXITED}
    assert running.has_ended()


def test_room_that_no_limit_of_file_size_sees_is_refused(trial: Trial) -> None:
    """fallocate(2) with FALLOC_FL_KEEP_SIZE takes disk beyond RLIMIT_FSIZE."""
    script = f"""
import ctypes
libc = ctypes.CDLL(None)
libc.fallocate(1, {KEEP_SIZE}, ctypes.c_long(0), ctypes.c_long(64 << 20))
print("tried", flush=True)
__import__("time").sleep(600)
"""
    running = trial.start(script, limits=Limits(file_bytes=1 << 20))
    trial.said(running, "tried")

    assert running.output_file.stat().st_blocks * 512 <= 1 << 20


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="machine code for x86-64")
@pytest.mark.parametrize("code", ["b8 14 00 00 00 cd 80 c3", "b8 27 00 00 40 0f 05 c3"], ids=["i386", "x32"])
def test_system_calls_of_other_abis_are_deadly(trial: Trial, code: str) -> None:
    script = f"""
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex("{code}"))
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
print("pid", call(), flush=True)
"""
    running = trial.run(script)

    assert running.exit_status() == ExitStatus(EndCause.SIGNALLED, signal.SIGSYS)
    assert running.output() == ""


@pytest.mark.parametrize(
    ("code", "is_out_of_memory", "kills", "status"),
    [
        (0, False, 0, ExitStatus(EndCause.EXITED, 0)),
        (3, False, 0, ExitStatus(EndCause.EXITED, 3)),
        (0, True, 1, ExitStatus(EndCause.EXITED, 0)),
        (137, True, 0, ExitStatus(EndCause.OUT_OF_MEMORY, 137)),
        (137, False, 1, ExitStatus(EndCause.OUT_OF_MEMORY, 137)),
        (137, False, 0, ExitStatus(EndCause.SIGNALLED, 9)),
        (138, True, 1, ExitStatus(EndCause.SIGNALLED, 10)),
        (255, False, 0, ExitStatus(EndCause.EXITED, 255)),
    ],
)
def test_end_is_judged_by_exit_code_and_memory_together(
    code: int, is_out_of_memory: bool, kills: int, status: ExitStatus
) -> None:
    assert State(False, 0, code, is_out_of_memory).exit_status(kills) == status


def test_other_backends_do_not_import_the_engines_client() -> None:
    script = "import sys, arena.sandbox.backends; raise SystemExit('docker' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def watched() -> tuple[int, int]:
    """Count the pidfds and the files of control groups that this process has open."""
    targets = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            targets.append(str(descriptor.readlink()))
    groups = sum(target.startswith("/sys/fs/cgroup/") for target in targets)
    return sum("pidfd" in target for target in targets), groups


def ours(engine: Any) -> int:
    """Count the containers of this process."""
    return sum(owner == str(this_process()) for _, owner in labelled(engine.api, OWNER_LABEL))


def dead(engine: Any, pid: int) -> list[str]:
    """List the owners that had a pid."""
    return [owner for _, owner in labelled(engine.api, OWNER_LABEL) if owner.split("-")[1] == str(pid)]
