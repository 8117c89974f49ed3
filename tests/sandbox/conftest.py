from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.core.clock import SystemClock
from arena.sandbox.backends import BACKENDS
from arena.sandbox.owner import owner_of
from tests.sandbox.trial import Trial


@pytest.fixture(params=sorted(BACKENDS))
def trial(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Trial]:
    """Every backend in turn."""
    trial = Trial(BACKENDS[request.param](owner_of(), SystemClock()), tmp_path)
    yield trial
    for running in trial.started:
        running.stop()
