from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.bubblewrap.sandbox import BubblewrapSandbox
from tests.sandbox.trial import Trial


@pytest.fixture
def trial(bubblewrap: BubblewrapSandbox, tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(bubblewrap, tmp_path)
    yield trial
    trial.stop()
