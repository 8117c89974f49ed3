from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.storage import Archive, SqlStore, open_archive, open_store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest.fixture
def store(database: Path) -> Iterator[SqlStore]:
    opened = open_store(database)
    yield opened
    opened.close()


@pytest.fixture
def archive(store: SqlStore, database: Path) -> Iterator[Archive]:
    del store  # it makes the tables
    opened = open_archive(database)
    yield opened
    opened.close()
