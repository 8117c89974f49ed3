"""What is read in the same way to run a tournament and to look at it."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row, Select, Text, cast, select, tuple_

from arena.core.errors import StorageError
from arena.match.record import MatchRecord
from arena.storage.database import Database
from arena.storage.match_rows import record_of
from arena.storage.schema import CHECKPOINTS, MATCHES, SKIPPED_BLOCKS, TOURNAMENTS
from arena.tournament.ports import Checkpoint, SkippedBlock

PAGE = 1_000
"""Matches read in one transaction, so that a reader never holds up the database."""


def select_tournaments() -> Select[Any]:
    """Select tournaments with the setup as text: one that is no JSON must not spoil the others."""
    columns = [column for column in TOURNAMENTS.c if column is not TOURNAMENTS.c.setup]
    return select(*columns, cast(TOURNAMENTS.c.setup, Text).label("setup"))


def select_checkpoint(tournament: int) -> Select[Any]:
    """Select the checkpoint of a tournament, of which there is one at most."""
    return select(CHECKPOINTS).where(CHECKPOINTS.c.tournament == tournament)


def checkpoint_of(row: Row[Any] | None) -> Checkpoint | None:
    """Return the checkpoint of a row."""
    return None if row is None else Checkpoint(row.next_block, row.state)


def read_checkpoint(database: Database, tournament: int) -> Checkpoint | None:
    """Return where the fold of a tournament stands, or None before the first block is folded."""
    with database.reading() as connection:
        return checkpoint_of(connection.execute(select_checkpoint(tournament)).one_or_none())


def select_skipped(tournament: int) -> Select[Any]:
    """Select the skipped blocks of a tournament, in order."""
    columns = SKIPPED_BLOCKS.c
    query = select(SKIPPED_BLOCKS).where(columns.tournament == tournament)
    return query.order_by(columns.stage, columns.block)


def skipped_of(row: Row[Any]) -> SkippedBlock:
    """Return the skipped block of a row.

    Raises:
        StorageError: it is damaged.
    """
    benched = row.benched
    if not isinstance(benched, list) or not all(type(entrant) is int for entrant in benched):
        raise StorageError(
            f"skipped block {row.block} of stage {row.stage} names {benched!r} as benched, which is no list "
            "of bots; restore the database from a backup"
        )
    return SkippedBlock(row.stage, row.block, tuple(benched), row.reason)


def read_records(
    database: Database, query: Select[Any], stages: tuple[str, ...], *, stage: int, first_block: int = 0
) -> Iterator[MatchRecord]:
    """Yield the records of one stage that a query selects, in schedule order, a page at a time."""
    for row in read_rows(database, query, stage=stage, first_block=first_block):
        yield record_of(row, stages)


def read_rows(
    database: Database, query: Select[Any], *, stage: int, first_block: int = 0
) -> Iterator[Row[Any]]:
    """Yield the matches of one stage that a query selects, in schedule order.

    Every page is a transaction of its own. One stage, because the index finds the next page only if
    what stands before the block is fixed.
    """
    columns = (MATCHES.c.block, MATCHES.c.rotation)
    query = query.where(MATCHES.c.stage == stage).order_by(*columns).limit(PAGE)
    place = (first_block, -1)
    while True:
        with database.reading() as connection:
            rows = connection.execute(query.where(tuple_(*columns) > place)).all()
        yield from rows
        if len(rows) < PAGE:
            return
        place = (rows[-1].block, rows[-1].rotation)
