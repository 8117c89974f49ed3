"""Async tests run as those of the gateway do."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.storage.league_store import LeagueStore, open_league_store
from tests.gateway.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database that has its tables and nothing in them."""
    database = tmp_path_factory.mktemp("blank") / "league.db"
    open_league_store(database).close()
    return database


@pytest.fixture
def store(tmp_path: Path, blank: Path) -> Iterator[LeagueStore]:
    shutil.copy(blank, tmp_path / "league.db")
    with open_league_store(tmp_path / "league.db") as opened:
        yield opened
