"""A bot in its container: its children, frozen or not, what it may not do, and how its end is judged."""

import os
import signal
import threading
import uuid
from typing import Any

import pytest
from docker.errors import APIError

from arena.core.errors import BotError, HostError
from arena.sandbox.docker.container import Container, State
from arena.sandbox.docker.instance import DockerInstance
from arena.sandbox.docker.sandbox import _check_began
from arena.tournament.ports import EndCause, ExitStatus, Running
from tests.sandbox.trial import PATIENCE, Trial, running_with, wait_until


def test_children_of_an_ended_bot_end_with_it(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    running = trial.start("import os\nif os.fork(): input()\nwhile True: pass", marker)

    assert running.wait_until_judged() == ExitStatus(EndCause.EXITED, 1)  # type: ignore[attr-defined]
    assert running_with(marker) == []


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

    monkeypatch.setattr("arena.sandbox.cgroup.Cgroup._write", refuse)
    freezing = running.freeze()
    assert freezing is not None
    freezing.result(PATIENCE)
    assert stands_still(running)
    frozen = running.cpu_us()
    running.thaw()
    wait_until(lambda: running.cpu_us() > frozen + 10_000)
    running.freeze()

    assert running.stop().cause is EndCause.STOPPED


def refuse(*_: object) -> None:
    raise PermissionError


def test_nobody_waits_while_the_engine_freezes_and_thaws_after_that(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = trial.start("print('ready', flush=True)\nimport time; time.sleep(600)")
    trial.said(running, "ready")
    may_answer, asked = threading.Event(), []

    def pause(_: Container) -> None:
        asked.append("pause")
        assert may_answer.wait(PATIENCE)

    monkeypatch.setattr("arena.sandbox.cgroup.Cgroup._write", refuse)
    monkeypatch.setattr(Container, "pause", pause)
    monkeypatch.setattr(Container, "unpause", lambda _: asked.append("unpause"))
    freezing, thawing = running.freeze(), running.thaw()
    assert freezing is not None
    assert thawing is not None
    assert (freezing.done(), thawing.done(), running.cpu_us() > 0) == (False, False, True)

    may_answer.set()

    thawing.result(PATIENCE)
    assert asked == ["pause", "unpause"]


class BusyEngine:
    """One that is unable to freeze for a number of times."""

    def __init__(self, failures: int) -> None:
        self.failures = failures

    def pause(self, identity: str) -> None:
        self.failures -= 1
        if self.failures >= 0:
            raise APIError(f"Cannot pause container {identity}: unable to freeze")


def test_an_engine_that_is_unable_to_freeze_once_is_asked_again() -> None:
    Container(BusyEngine(1), "fox").pause()

    with pytest.raises(HostError, match="unable to freeze"):
        Container(BusyEngine(2), "fox").pause()


def stands_still(running: Running) -> bool:
    before = running.cpu_us()
    signal.sigtimedwait([], 0.05)
    return running.cpu_us() == before


def test_no_child_can_keep_the_shell_at_its_gate(trial: Trial) -> None:
    """It would hide how the bot has ended, and the end would seem to be the engine's failure."""
    running = trial.start("""
import os
for way in "/run/gate", "/proc/1/fd/3":
    try: print("opened", os.open(way, os.O_RDONLY | os.O_NONBLOCK))
    except OSError as error: print(error.strerror, flush=True)
if os.fork(): os._exit(3)
while True: pass
""")

    wait_until(running.has_ended)

    assert running.wait_until_judged() == ExitStatus(EndCause.EXITED, 3)  # type: ignore[attr-defined]
    assert running.output() == "Permission denied\n" * 2


def test_a_shell_that_the_bot_has_stopped_is_not_the_engines_failure(
    trial: Trial, engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.sandbox.docker.instance._SECONDS_TO_JUDGE", 0.1)
    running = trial.start("import time; print('ready', flush=True); time.sleep(0.5)")
    trial.said(running, "ready")
    assert isinstance(running, DockerInstance)
    shell = engine.api.inspect_container(running._container.identity)["State"]["Pid"]
    os.kill(shell, signal.SIGSTOP)
    wait_until(running.has_ended)

    with pytest.raises(BotError, match="'fox' ended at once, and keeps its sandbox from ending"):
        _check_began(running, "fox", shell)


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
