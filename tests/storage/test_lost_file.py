"""A database file that goes away under a run stops it: SQLite alone would write on into nothing."""

from pathlib import Path

import pytest

from arena.core.errors import StorageError
from arena.storage import open_store
from tests.storage.crafted import make_setup


def test_a_file_that_is_deleted_while_it_is_written_to_stops_the_writing(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    with open_store(file) as store:
        tournament = store.create(make_setup(), "")
        for path in tmp_path.glob("arena.db*"):
            if path.is_file():
                path.unlink()

        with pytest.raises(StorageError, match="has been deleted while it was written to"):
            store.add(tournament, [])


def test_a_file_that_is_replaced_while_it_is_written_to_stops_the_writing(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    with open_store(file) as store:
        tournament = store.create(make_setup(), "")
        other = tmp_path / "other"
        other.write_bytes(file.read_bytes())
        other.replace(file)

        with pytest.raises(StorageError, match="no longer the file that was written to"):
            store.add(tournament, [])
