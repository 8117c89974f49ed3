"""Who ended a container: what the engine did is ours, what only the bot could have done is the bot's."""

import os
import signal
from typing import Any

import pytest

from arena.core.errors import HostError
from arena.sandbox.docker.instance import DockerInstance
from arena.tournament.ports import EndCause, ExitStatus
from tests.sandbox.trial import Trial

SLEEP = "import time; print('ready', flush=True); time.sleep(600)"
SUICIDE = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"


@pytest.mark.parametrize("way", ["remove", "kill", "stop"])
def test_who_is_ended_by_the_engine_is_not_to_blame(trial: Trial, engine: Any, way: str) -> None:
    running = started(trial)
    container = engine.containers.get(running._container.identity)

    if way == "remove":
        container.remove(force=True)
    else:
        getattr(container, way)()

    with pytest.raises(HostError, match=r"somebody has removed|No such container|was killed by"):
        running.wait_until_judged()
    running.stop()


def test_who_kills_itself_is_to_blame(trial: Trial) -> None:
    running = trial.run(SUICIDE)

    assert running.exit_status() == ExitStatus(EndCause.SIGNALLED, signal.SIGKILL)


def test_who_is_killed_behind_the_engines_back_can_not_be_told_from_that(trial: Trial, engine: Any) -> None:
    running = started(trial)

    os.kill(engine.api.inspect_container(running._container.identity)["State"]["Pid"], signal.SIGKILL)

    assert running.wait_until_judged() == ExitStatus(EndCause.SIGNALLED, signal.SIGKILL)


def started(trial: Trial) -> DockerInstance:
    """Start a bot that does nothing for long."""
    running = trial.start(SLEEP)
    trial.said(running, "ready")
    assert isinstance(running, DockerInstance)
    return running
