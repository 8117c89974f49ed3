"""A match as a row of the database, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row

from arena.core.errors import CheckFailed
from arena.core.ids import MatchId
from arena.match.compact import pack, unpack
from arena.match.record import MatchRecord
from arena.storage.schema import MATCHES


def row_of(record: MatchRecord, tournament: int, stages: Mapping[str, int]) -> dict[str, Any]:
    """Return the row of a record; `stages` gives the index of each stage's name."""
    stage, block, rotation = record.id
    return {
        "tournament": tournament,
        "stage": stages[stage],
        "block": block,
        "rotation": rotation,
        "seats": _seats_text(record),
        "faults": len(record.faults),
        "record": pack(record),
    }


def record_of(row: Row[Any], stages: Sequence[str]) -> MatchRecord:
    """Return the record of a row; `stages` are the names by index.

    Raises:
        StorageError: it can't be read.
        CheckFailed: the columns that lists are filtered by say something else.
    """
    record = unpack(row.record, MatchId(stages[row.stage], row.block, row.rotation))
    if (row.seats, row.faults) != (_seats_text(record), len(record.faults)):
        raise CheckFailed(
            f"match {record.id}: the columns of its row have seats {row.seats} and {row.faults} faults, "
            f"its record has {_seats_text(record)} and {len(record.faults)}; the database was changed"
        )
    return record


def _seats_text(record: MatchRecord) -> str:
    return f",{','.join(map(str, record.seats))},"


def has_seated(entrant: int) -> ColumnElement[bool]:
    """Say in SQL that an entrant sat at the table."""
    return MATCHES.c.seats.contains(f",{entrant},", autoescape=True)
