"""What bots wrote, as rows of the database, and how much of it is kept: the latest of every entrant."""

import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from arena.core.errors import StorageError
from arena.core.ids import MatchId
from arena.storage.schema import OUTPUTS
from arena.tournament.output import OutputChunk, OutputPiece

ENTRANT_BYTES = 4 << 20
"""So much output of an entrant is kept, packed; the oldest goes first."""
TOURNAMENT_BYTES = 256 << 20
"""So much in all: with many entrants each has an equal share."""
ROW_BYTES = 200
"""What a piece takes beside its packed text."""
_LEFT = 3, 4
"""When there is too much, the oldest is dropped until so many parts of the room are full."""


class OutputRoom:
    """Keeps output of one tournament's entrants, each in its share of the room."""

    def __init__(self, number: int, *, entrants: int) -> None:
        """Know nothing yet of what is stored."""
        self._number = number
        self._share = min(ENTRANT_BYTES, TOURNAMENT_BYTES // entrants)
        self._used: dict[int, int] = {}

    def keep(self, connection: Connection, pieces: Sequence[OutputPiece], stages: Mapping[str, int]) -> None:
        """Store pieces, and drop the oldest of the same entrants for which there is no room any more."""
        rows = [_row_of(piece, self._number, stages) for piece in pieces]
        if not rows:
            return
        connection.execute(insert(OUTPUTS), rows)
        added: defaultdict[int, int] = defaultdict(int)
        for row in rows:
            added[row["entrant"]] += row["size"]
        for entrant, size in added.items():
            known = self._used.pop(entrant, None)
            used = self._stored(connection, entrant) if known is None else known + size
            if used > self._share:
                used -= self._drop(connection, entrant, used)
            self._used[entrant] = used

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count anew after a transaction that failed."""
        try:
            yield
        except BaseException:
            self._used.clear()
            raise

    def _stored(self, connection: Connection, entrant: int) -> int:
        query = select(func.sum(OUTPUTS.c.size)).where(*self._of(entrant))
        return int(connection.scalar(query) or 0)

    def _drop(self, connection: Connection, entrant: int, used: int) -> int:
        """Drop the oldest pieces; return how much that was. The last piece always stays."""
        columns = OUTPUTS.c
        query = select(columns.number, columns.size, columns.dropped).where(*self._of(entrant))
        *rows, last = connection.execute(query.order_by(columns.number))
        parts, whole = _LEFT
        freed = dropped = 0
        oldest = last.number
        for row in rows:
            if (used - freed) * whole <= parts * self._share:
                oldest = row.number
                break
            freed += row.size
            dropped += row.size + row.dropped
        connection.execute(delete(OUTPUTS).where(*self._of(entrant), columns.number < oldest))
        change = update(OUTPUTS).where(columns.number == oldest)
        connection.execute(change.values(dropped=columns.dropped + dropped))
        return freed

    def _of(self, entrant: int) -> tuple[Any, Any]:
        return OUTPUTS.c.tournament == self._number, OUTPUTS.c.entrant == entrant


def _row_of(piece: OutputPiece, tournament: int, stages: Mapping[str, int]) -> dict[str, Any]:
    places: list[Any] = sorted((stages[match.stage], match.block) for match in piece.matches())
    places = places or [(None, None)]
    document = [
        piece.instance,
        piece.end,
        piece.is_full,
        [_chunk_to_json(each, stages) for each in piece.chunks],
    ]
    packed = zlib.compress(json.dumps(document, separators=(",", ":")).encode("ascii"))
    return {
        "tournament": tournament,
        "entrant": piece.entrant,
        "lane": piece.lane,
        "first_stage": places[0][0],
        "first_block": places[0][1],
        "last_stage": places[-1][0],
        "last_block": places[-1][1],
        "size": len(packed) + ROW_BYTES,
        "dropped": 0,
        "piece": packed,
    }


def piece_of(row: Row[Any], stages: Sequence[str]) -> OutputPiece:
    """Return the piece of a row; `stages` are the names by index.

    Raises:
        StorageError: it is damaged.
    """
    try:
        instance, end, is_full, chunks = json.loads(zlib.decompress(row.piece))
        made = tuple(_chunk_from_json(chunk, stages, row.lane) for chunk in chunks)
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        raise StorageError(
            f"piece {row.number} of the stored output is damaged ({error}); restore the database from a "
            "backup"
        ) from error
    return OutputPiece(row.entrant, row.lane, instance, made, end, is_full)


def _chunk_to_json(chunk: OutputChunk, stages: Mapping[str, int]) -> list[Any]:
    """Write a chunk; a match's rotation is the lane, so it is left out."""
    opened, ended = (
        [[stages[match.stage], match.block] for match in matches] for matches in (chunk.opened, chunk.ended)
    )
    return [chunk.text, opened, ended, chunk.lost]


def _chunk_from_json(chunk: list[Any], stages: Sequence[str], lane: int) -> OutputChunk:
    text, opened, ended, lost = chunk
    opened, ended = (
        tuple(MatchId(stages[stage], block, lane) for stage, block in places) for places in (opened, ended)
    )
    return OutputChunk(text, opened, ended, lost)
