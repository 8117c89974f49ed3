"""Stores on a fresh database: on SQLite, and with the mark `every_database` on PostgreSQL too where one is.

A test that asks for `database`, SQLite's file, runs on SQLite alone.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.storage import Archive, SqlStore, open_archive, open_store
from arena.storage.league_store import LeagueStore, open_league_store
from tests.storage.postgres import fresh_database, is_wanted


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "every_database: runs on each kind of database that there is")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    names = metafunc.fixturenames
    is_marked = metafunc.definition.get_closest_marker("every_database") is not None
    if is_marked and is_wanted() and "where" in names and "database" not in names:
        metafunc.parametrize("where", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The file of a SQLite database."""
    return tmp_path / "arena.db"


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What `--db` would be."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield str(tmp_path / "arena.db")
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
