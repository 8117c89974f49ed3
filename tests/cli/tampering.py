"""Changes of a database as somebody would make them who knows how it is stored."""

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from arena.core.ids import parse_match_id
from arena.match.compact import pack, unpack
from arena.match.record import MatchRecord

NUMBERS = {"cup-1": 1, "league-1": 2}
STAGES = ("main", "duel")
SELECT_MATCH = "SELECT record FROM matches WHERE tournament = ? AND stage = ? AND block = ? AND rotation = ?"
UPDATE_MATCH = """
    UPDATE matches SET record = ?, seats = ? WHERE tournament = ? AND stage = ? AND block = ? AND rotation = ?
"""


def execute(statement: str, *values: object) -> None:
    """Change something in `arena.db`."""
    with sqlite3.connect("arena.db") as connection:
        done = connection.execute(statement, values)
    connection.close()
    assert done.rowcount > 0


def fetch(statement: str, *values: object) -> Any:
    """Read one value."""
    connection = sqlite3.connect("arena.db")
    (value,) = connection.execute(statement, values).fetchone()
    connection.close()
    return value


def edit(tournament: str, match: str, change: Callable[[MatchRecord], MatchRecord]) -> None:
    """Change the record of a match as it is packed in its row, and the row's columns with it."""
    found = parse_match_id(match)
    place = (NUMBERS[tournament], STAGES.index(found.stage), found.block, found.rotation)
    changed = change(unpack(fetch(SELECT_MATCH, *place), found))
    seats = f",{','.join(map(str, changed.seats))},"
    execute(UPDATE_MATCH, pack(changed), seats, *place)


def change_setup(*path: Any, to: object) -> None:
    """Change a value in the setup of `cup-1`."""
    text = fetch("SELECT setup FROM tournaments WHERE number = 1")
    execute("UPDATE tournaments SET setup = ? WHERE number = 1", changed_json(text, path, to))


def change_checkpoint(*path: Any, to: object) -> None:
    """Change a value in the checkpoint of `cup-1`."""
    text = fetch("SELECT state FROM checkpoints WHERE tournament = 1")
    execute("UPDATE checkpoints SET state = ? WHERE tournament = 1", changed_json(text, path, to))


def changed_json(text: str, path: tuple[Any, ...], value: object) -> str:
    """Return a JSON text in which one value is another."""
    document = place = json.loads(text)
    for key in path[:-1]:
        place = place[key]
    assert place[path[-1]] != value
    place[path[-1]] = value
    return json.dumps(document)
