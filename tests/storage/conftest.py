"""Stores on a fresh database, by default on SQLite; see `ON_EVERY_DATABASE`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.storage import Archive, SqlStore, open_archive, open_store
from arena.storage.league_store import LeagueStore, open_league_store
from tests.storage.postgres import fresh_database


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The file of a SQLite database."""
    return tmp_path / "arena.db"


@pytest.fixture
def where(
    request: pytest.FixtureRequest, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """What `--db` would be: the SQLite file, or the URL that `ON_EVERY_DATABASE` asks for."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield str(database)
        return
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))  # its secrets go there
    with fresh_database() as url:
        yield url


@pytest.fixture
def store(where: str) -> Iterator[SqlStore]:
    with open_store(where) as opened:
        yield opened


@pytest.fixture
def archive(store: SqlStore, where: str) -> Iterator[Archive]:
    del store  # it makes the tables
    with open_archive(where) as opened:
        yield opened


@pytest.fixture
def leagues(where: str) -> Iterator[LeagueStore]:
    with open_league_store(where) as opened:
        yield opened
