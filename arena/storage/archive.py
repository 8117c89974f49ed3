"""What may be shown of stored tournaments: lists, matches, the last checkpoint.

Nothing of a block leaves here before its last rotation is stored. This is the one door for commands
and faces; `SqlStore.records` has no such scruples and is for the runner.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sqlalchemy import ColumnElement, Select, case, func, or_, select, tuple_

from arena.core.errors import UnknownName
from arena.core.ids import MatchId
from arena.match.record import MatchRecord
from arena.storage.database import Database, open_database
from arena.storage.match_rows import has_seated, record_of
from arena.storage.queries import (
    checkpoint_of,
    read_checkpoint,
    read_records,
    select_checkpoint,
    select_skipped,
    select_tournaments,
    skipped_of,
)
from arena.storage.schema import MATCHES, TOURNAMENTS
from arena.storage.secret_files import SecretFiles, secret_files_of
from arena.storage.stored_output import StoredOutput, read_output
from arena.storage.stored_tournament import StoredTournament, UnreadableTournament, stored, stored_or_not
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.programme import programme_of

_PLACE = (MATCHES.c.stage, MATCHES.c.block, MATCHES.c.rotation)


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches are wanted; None for any."""

    stage: int | None = None
    """Index of the stage."""
    entrant: int | None = None
    """Number of a bot that sat at the table."""
    only_faults: bool = False


class Archive:
    """Reads tournaments, shows whole blocks alone. Every page is a transaction of its own."""

    def __init__(self, database: Database, secrets: SecretFiles) -> None:
        """Use `open_archive`."""
        self._database = database
        self._secrets = secrets

    def tournaments(self) -> list[StoredTournament | UnreadableTournament]:
        """Return all tournaments, newest first."""
        query = select_tournaments().order_by(TOURNAMENTS.c.number.desc())
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [stored_or_not(row) for row in rows]

    def find(self, tournament: str | None) -> StoredTournament:
        """Return a tournament by id; the newest for None.

        Raises:
            ConfigError: there is none of that id, or none at all.
            StorageError: this version of the arena can't read it.
        """
        query = select_tournaments().order_by(TOURNAMENTS.c.number.desc()).limit(1)
        if tournament is not None:
            query = query.where(TOURNAMENTS.c.id == tournament)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            wanted = "no tournament" if tournament is None else f"no tournament {tournament!r}"
            raise UnknownName(
                f"there is {wanted} in {self._database.where}; "
                "the stored ones are listed by: arena tournaments"
            )
        return stored(row)

    def stored_matches(self, tournament: StoredTournament) -> tuple[int, ...]:
        """Return how many matches are stored, per stage."""
        query = (
            select(MATCHES.c.stage, func.count())
            .where(MATCHES.c.tournament == tournament.number)
            .group_by(MATCHES.c.stage)
        )
        with self._database.reading() as connection:
            counts = {stage: int(count) for stage, count in connection.execute(query)}
        return tuple(counts.get(stage, 0) for stage in range(len(tournament.setup.stages)))

    def checkpoint(self, tournament: StoredTournament) -> Checkpoint | None:
        """Return where the fold stands, or None before the first block is folded."""
        return read_checkpoint(self._database, tournament.number)

    def checkpoint_and_skips(
        self, tournament: StoredTournament
    ) -> tuple[Checkpoint | None, tuple[SkippedBlock, ...]]:
        """Return where the fold stands and all blocks that are passed over, both at one time."""
        with self._database.reading() as connection:
            checkpoint = connection.execute(select_checkpoint(tournament.number)).one_or_none()
            skips = connection.execute(select_skipped(tournament.number)).all()
        return checkpoint_of(checkpoint), tuple(skipped_of(row) for row in skips)

    def stray(self, tournament: StoredTournament) -> str | None:
        """Return the id of a stored match that the schedule has not, or None: of a match that is no match."""
        columns = MATCHES.c
        in_schedule = [
            (columns.stage == number)
            & columns.block.between(0, schedule.blocks - 1)
            & columns.rotation.between(0, schedule.seats - 1)
            for number, schedule in enumerate(programme_of(tournament.setup).schedules)
        ]
        query = select(*_PLACE).where(columns.tournament == tournament.number, ~or_(*in_schedule)).limit(1)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        names = dict(enumerate(tournament.stage_names))
        return f"{names.get(row.stage, row.stage)}/{row.block}/{row.rotation}"

    def deal_secret(self, tournament: StoredTournament) -> bytes:
        """Return the secret that the deals follow from, revealed or not: to deal again, never to be shown.

        Raises:
            StorageError: it is not revealed, and its file is missing.
        """
        if tournament.is_finished:
            return tournament.setup.secret
        return self._secrets.read(tournament.id, tournament.commitment)

    def match(self, tournament: StoredTournament, match: MatchId) -> MatchRecord:
        """Return one match.

        Raises:
            ConfigError: it isn't stored, or its block is not complete.
        """
        number = tournament.stage_number(match.stage)
        wanted = tuple_(*_PLACE) == (number, match.block, match.rotation)
        with self._database.reading() as connection:
            whole = _whole(tournament, with_void=tournament.is_finished)
            row = connection.execute(whole.where(wanted)).one_or_none()
            is_stored = row is not None or connection.scalar(
                select(MATCHES.c.rotation).where(MATCHES.c.tournament == tournament.number, wanted)
            )
        if row is not None:
            return record_of(row, tournament.stage_names)
        if is_stored is not None:
            raise UnknownName(
                f"{match} of {tournament.id} is shown when the last rotation of its block is stored; "
                "until then it would give the deal away"
            )
        raise UnknownName(
            f"{tournament.id} has no match {match}; the stored ones are listed by: arena matches"
        )

    def latest_matches(
        self,
        tournament: StoredTournament,
        wanted: MatchFilter,
        *,
        limit: int,
        before: MatchId | None = None,
    ) -> list[MatchRecord]:
        """Return matches that fit, the last of the schedule first; `before` goes on from an earlier page."""
        query = _whole(tournament, with_void=tournament.is_finished).where(*_conditions(wanted))
        if before is not None:
            place = (tournament.stage_number(before.stage), before.block, before.rotation)
            query = query.where(tuple_(*_PLACE) < place)
        query = query.order_by(*(column.desc() for column in _PLACE)).limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [record_of(row, tournament.stage_names) for row in rows]

    def matches(
        self, tournament: StoredTournament, *, stage: int | None = None, only_rated: bool = False
    ) -> Iterator[MatchRecord]:
        """Yield matches in schedule order, a page at a time; `only_rated`: not those of void blocks."""
        query = _whole(tournament, with_void=tournament.is_finished and not only_rated)
        for number in range(len(tournament.setup.stages)) if stage is None else (stage,):
            yield from read_records(self._database, query, tournament.stage_names, stage=number)

    def output(
        self,
        tournament: StoredTournament,
        entrant: int,
        *,
        match: MatchId | None = None,
        limit: int | None = None,
    ) -> StoredOutput:
        """Return what an entrant wrote: all that is kept of a match, or the latest pieces of any."""
        return read_output(self._database, tournament, entrant, match=match, limit=limit)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_archive(where: str | Path) -> Archive:
    """Open the database at a path or URL to look at it.

    Raises:
        ConfigError: it isn't there, or holds no tournaments.
        StorageError: it can't be opened, or was made by a newer version.
    """
    database = open_database(where, create=False)
    return Archive(database, secret_files_of(database))


def _whole(tournament: StoredTournament, *, with_void: bool) -> Select[Any]:
    """Select the matches of whole blocks.

    `with_void` adds what there is of the others; it may be shown once the tournament is finished, since
    a void block will then not be played any more.
    """
    query = select(MATCHES).where(MATCHES.c.tournament == tournament.number)
    if with_void:
        return query
    mates = MATCHES.alias("mates")
    stored = (
        select(func.count())
        .select_from(mates)
        .where(
            mates.c.tournament == MATCHES.c.tournament,
            mates.c.stage == MATCHES.c.stage,
            mates.c.block == MATCHES.c.block,
        )
        .scalar_subquery()
    )
    seats = {index: stage.seats for index, stage in enumerate(tournament.setup.stages)}
    return query.where(stored == case(seats, value=MATCHES.c.stage))


def _conditions(wanted: MatchFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.stage is not None:
        conditions.append(MATCHES.c.stage == wanted.stage)
    if wanted.entrant is not None:
        conditions.append(has_seated(wanted.entrant))
    if wanted.only_faults:
        conditions.append(MATCHES.c.faults > 0)
    return conditions
