"""What is the docker backend's own."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import BotError, HostError
from arena.sandbox.docker.container import labelled
from arena.sandbox.docker.sandbox import DockerSandbox
from arena.sandbox.docker.settings import OWNER_LABEL
from arena.sandbox.docker.uids import container_name, free_uids
from arena.sandbox.owner import this_process
from arena.tournament.ports import Bound
from tests.sandbox.trial import Trial, another_arena, wait_until

SLEEP = "import time; print('ready', flush=True); time.sleep(600)"


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
