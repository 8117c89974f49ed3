from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.backends import BACKENDS
from tests.sandbox.trial import Trial


@pytest.fixture(params=sorted(BACKENDS))
def trial(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Trial]:
    """Every backend in turn."""
    trial = Trial(BACKENDS[request.param](), tmp_path)
    yield trial
    for running in trial.started:
        running.stop()
