from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from arena.sandbox.docker.sandbox import DockerSandbox
from arena.tournament.ports import Sandbox
from tests.sandbox.trial import Trial


@pytest.fixture(scope="session")
def sandbox(engine: Any, prepared_sandbox: Callable[[str], Sandbox]) -> DockerSandbox:
    """The backend, ready."""
    del engine
    return cast("DockerSandbox", prepared_sandbox("docker"))


@pytest.fixture
def trial(sandbox: DockerSandbox, tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(sandbox, tmp_path)
    yield trial
    trial.stop()
