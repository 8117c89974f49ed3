"""Fixtures for tests of what holds strangers' bots on this machine.

Without bubblewrap they are skipped, with a line that says so. A module makes them known to pytest by
importing them, and those that they need.
"""

from pathlib import Path

import pytest

from arena.sandbox.doctor.examine import examine

requires_bubblewrap = pytest.mark.usefixtures("bubblewrap")
without_engine = pytest.mark.usefixtures("no_engine")


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Docker's socket is where nobody listens."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/docker.sock")


@pytest.fixture(scope="session")
def bubblewrap() -> None:
    """This machine can hold strangers' bots in bubblewrap."""
    examination = examine("bubblewrap")
    if not examination.holds_untrusted:
        pytest.skip(f"NOT TESTED, bubblewrap can't run here: {examination.problems}")
