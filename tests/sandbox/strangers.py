"""Fixtures for tests of what holds strangers' bots on this machine.

Without bubblewrap they are skipped, with a line that says so. A module makes them known to pytest by
importing them, and those that they need.
"""

from pathlib import Path

import pytest

from tests.sandbox.namespaces import bubblewrap, requires_bubblewrap

__all__ = ["bubblewrap", "no_engine", "requires_bubblewrap", "without_engine"]

without_engine = pytest.mark.usefixtures("no_engine")


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Docker's socket is where nobody listens."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/docker.sock")
