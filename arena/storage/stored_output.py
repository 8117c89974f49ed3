"""What may be shown of the output of bots: nothing while a match in it belongs to a block that is not folded.

A bot may print the cards that it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, inspect, select, tuple_

from arena.core.ids import MatchId
from arena.storage.database import Database
from arena.storage.output_rows import piece_of
from arena.storage.queries import checkpoint_of, select_checkpoint
from arena.storage.schema import OUTPUTS
from arena.storage.stored_tournament import StoredTournament
from arena.tournament.output import OutputPiece
from arena.tournament.programme import programme_of


@dataclass(frozen=True, slots=True)
class StoredOutput:
    """Output of one entrant."""

    pieces: tuple[OutputPiece, ...]
    """In the order in which it came; the pieces of several instances may alternate."""
    held_back: int
    """Pieces that can't be shown yet."""
    dropped: int
    """Bytes of older output, packed, for which there was no room."""


def read_output(
    database: Database,
    tournament: StoredTournament,
    entrant: int,
    *,
    match: MatchId | None = None,
    limit: int | None = None,
) -> StoredOutput:
    """Return what an entrant wrote: all that is kept of a match, or the latest pieces."""
    columns = OUTPUTS.c
    of_entrant = (columns.tournament == tournament.number) & (columns.entrant == entrant)
    query = select(OUTPUTS).where(of_entrant).order_by(columns.number.desc()).limit(limit)
    if match is not None:
        query = _around(query, (tournament.stage_number(match.stage), match.block), match.rotation)
    oldest = select(columns.dropped).where(of_entrant).order_by(columns.number).limit(1)
    with database.reading() as connection:
        if not inspect(connection).has_table(OUTPUTS.name):  # it was made by an older version
            return StoredOutput((), held_back=0, dropped=0)
        rows = connection.execute(query).all()[::-1]
        dropped = connection.scalar(oldest) or 0
        checkpoint = checkpoint_of(connection.execute(select_checkpoint(tournament.number)).one_or_none())
    end = _open_end(tournament, 0 if checkpoint is None else checkpoint.next_block)
    shown = [row for row in rows if row.last_stage is None or (row.last_stage, row.last_block) < end]
    pieces = _pieces(shown, tournament.stage_names, match)
    return StoredOutput(pieces, held_back=len(rows) - len(shown), dropped=dropped)


def _around(query: Select[Any], place: tuple[int, int], lane: int) -> Select[Any]:
    """Select pieces in which a match may have been open."""
    columns = OUTPUTS.c
    return query.where(
        columns.lane == lane,
        tuple_(columns.first_stage, columns.first_block) <= place,
        tuple_(columns.last_stage, columns.last_block) >= place,
    )


def _open_end(tournament: StoredTournament, next_block: int) -> tuple[int, int]:
    """Return stage and block of the first block that isn't folded; beyond all if none is left to play."""
    programme = programme_of(tournament.setup)
    if tournament.is_finished or next_block >= programme.total_blocks:
        return len(tournament.setup.stages), 0
    return programme.locate(next_block)


def _pieces(rows: Sequence[Any], stages: Sequence[str], match: MatchId | None) -> tuple[OutputPiece, ...]:
    pieces = (piece_of(row, stages) for row in rows)
    return tuple(piece for piece in pieces if match is None or match in piece.matches())
