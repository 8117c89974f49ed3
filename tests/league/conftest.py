"""Async tests run as those of the gateway do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.storage.league_store import LeagueStore, open_league_store
from tests.gateway.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    with open_league_store(tmp_path / "league.db") as opened:
        yield opened
