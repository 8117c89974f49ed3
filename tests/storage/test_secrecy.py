"""A secret is in no message, whatever is wrong with the database that keeps it."""

import json
import sqlite3
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import ArenaError, StorageError
from arena.storage import open_archive, open_store
from tests.storage.crafted import SECRET, make_setup

FOREIGN_SETUPS = [
    "{}",
    "[]",
    "null",
    "no JSON at all",
    '{"name": 7}',
    '{"name": "cup", "entrants": [], "stages": [{"options": []}]}',
]


def damage(database: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement, values)


def stored(database: Path, *, is_finished: bool) -> None:
    with open_store(database) as store:
        tournament = store.create(make_setup(), "")
        if is_finished:
            store.finish(tournament)


def text_of(action: Callable[[], object]) -> str:
    """Return all that a traceback shows of what the action raises, without the source lines."""
    with pytest.raises(ArenaError) as caught:
        action()
    return "".join(traceback.format_exception(caught.value))


def assert_no_secret(text: str) -> None:
    """Assert that not even a part of the secret is told, in any way of writing it."""
    for start in range(len(SECRET) - 4):
        part = SECRET[start : start + 5]
        assert repr(part)[2:-1] not in text
        assert part.hex() not in text


@pytest.mark.parametrize("is_finished", [False, True])
@pytest.mark.parametrize("document", FOREIGN_SETUPS)
def test_a_foreign_setup_is_refused_without_a_word_of_the_secret(
    database: Path, document: str, is_finished: bool
) -> None:
    stored(database, is_finished=is_finished)
    damage(database, "UPDATE tournaments SET setup = ?", document)

    with open_store(database) as store, open_archive(database) as archive:
        texts = [text_of(lambda: store.setup("cup-1")), text_of(lambda: archive.find("cup-1"))]

    for text in texts:
        assert "the setup of cup-1 can't be read by this version of the arena" in text
        assert_no_secret(text)


@pytest.mark.parametrize("key", ["time", "stages", "window"])
@pytest.mark.parametrize("value", [None, "x" * 200, -1.5, [3], [{"options": {"players": 99}}]])
def test_a_damaged_setup_is_refused_without_a_word_of_the_secret(
    database: Path, key: str, value: Any
) -> None:
    stored(database, is_finished=True)
    with closing(sqlite3.connect(database)) as connection:
        document = json.loads(connection.execute("SELECT setup FROM tournaments").fetchone()[0])
    damage(database, "UPDATE tournaments SET setup = ?", json.dumps({**document, key: value}))

    with open_archive(database) as archive:
        assert_no_secret(text_of(lambda: archive.find("cup-1")))


def test_a_refused_reveal_does_not_tell_the_secret(database: Path) -> None:
    stored(database, is_finished=False)
    damage(
        database,
        "CREATE TRIGGER refuse BEFORE UPDATE ON tournaments BEGIN SELECT RAISE(ABORT, 'not today'); END",
    )

    with open_store(database) as store:
        text = text_of(lambda: store.finish("cup-1"))

    assert "not today" in text
    assert "parameters hidden" in text
    assert_no_secret(text)


def test_a_secret_file_with_something_else_in_it_is_not_told(database: Path) -> None:
    stored(database, is_finished=False)
    (file,) = database.with_name("arena.db.secrets").iterdir()
    file.write_text(SECRET.hex()[:-1], "ascii")

    with open_store(database) as store:
        text = text_of(lambda: store.setup("cup-1"))

    assert "does not hold what cup-1 is committed to" in text
    assert_no_secret(text)


def test_what_is_wrong_in_a_setup_is_named_by_its_key(database: Path) -> None:
    stored(database, is_finished=True)
    with closing(sqlite3.connect(database)) as connection:
        document = json.loads(connection.execute("SELECT setup FROM tournaments").fetchone()[0])
    del document["window"]
    document["stages"][1]["seats"] = "many"
    damage(database, "UPDATE tournaments SET setup = ?", json.dumps(document))

    with (
        open_archive(database) as archive,
        pytest.raises(StorageError, match=r"stages\.1\.seats: .*; window: Field required; .*version"),
    ):
        archive.find("cup-1")
