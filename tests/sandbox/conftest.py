from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from arena.sandbox.backends import BACKENDS
from arena.tournament.ports import Sandbox
from tests.sandbox.engine import engine
from tests.sandbox.namespaces import bubblewrap
from tests.sandbox.trial import Trial

__all__ = ["bubblewrap", "engine"]

NEEDED = {"bubblewrap": "bubblewrap", "docker": "engine"}
"""The fixture that skips the tests of a backend that this machine can't run."""


@pytest.fixture(scope="session")
def prepared_sandbox() -> Callable[[str], Sandbox]:
    """Each backend made ready once; what they start is swept when the tests' process is dead."""

    @cache
    def prepare(name: str) -> Sandbox:
        sandbox = BACKENDS[name]()
        sandbox.prepare(lambda _: None)
        return sandbox

    return prepare


@pytest.fixture(params=sorted(BACKENDS))
def trial(
    request: pytest.FixtureRequest, tmp_path: Path, prepared_sandbox: Callable[[str], Sandbox]
) -> Iterator[Trial]:
    """Every backend in turn, or those that a test names by `holding`."""
    if request.param in NEEDED:
        request.getfixturevalue(NEEDED[request.param])
    trial = Trial(prepared_sandbox(request.param), tmp_path)
    yield trial
    trial.stop()
