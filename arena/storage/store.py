"""Where a tournament in progress is kept: the `Store` that the runner writes to and resumes from."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from arena.core.clock import Clock, SystemClock
from arena.core.errors import StorageError, UnknownName
from arena.match.record import MatchRecord
from arena.scheduling.seeds import commitment
from arena.storage.database import Database, open_database
from arena.storage.match_rows import row_of
from arena.storage.output_rows import OutputRoom
from arena.storage.queries import (
    read_checkpoint,
    read_records,
    select_skipped,
    select_tournaments,
    skipped_of,
)
from arena.storage.schema import CHECKPOINTS, MATCHES, SKIPPED_BLOCKS, TOURNAMENTS
from arena.storage.secret_files import SecretFiles, secret_files_of
from arena.storage.setup_json import dump_setup, load_setup
from arena.tournament.output import OutputPiece
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True)
class _Key:
    """What is looked up once of a tournament."""

    number: int
    commitment: str
    stages: tuple[str, ...]
    room: OutputRoom


class SqlStore:
    """A `Store` in a SQL database. Every method is one transaction."""

    def __init__(self, database: Database, secrets: SecretFiles, clock: Clock) -> None:
        """Use `open_store`."""
        self._database = database
        self._secrets = secrets
        self._clock = clock
        self._keys: dict[str, _Key] = {}
        self._known_secrets: dict[str, bytes] = {}

    @property
    def where(self) -> str:
        """Return the path or URL that it was opened by, without a password, for people."""
        return self._database.where

    def create(
        self,
        setup: TournamentSetup,
        file: str,
        *,
        also: Callable[[Connection, str], None] | None = None,
    ) -> str:
        """Keep a new tournament; return its id, `<name>-<n>`.

        Its secret is on the disk, in a file of its own, before the database knows of the tournament.
        `also` writes what belongs to it in the same transaction, and is given the id.
        """
        promised = commitment(setup.secret)
        with self._database.writing_alone() as connection:
            newest = select(func.max(TOURNAMENTS.c.serial)).where(TOURNAMENTS.c.name == setup.name)
            serial = (connection.scalar(newest) or 0) + 1
            tournament = f"{setup.name}-{serial}"
            self._secrets.keep(tournament, setup.secret)
            self._known_secrets[tournament] = setup.secret
            row = {
                "id": tournament,
                "name": setup.name,
                "serial": serial,
                "created": self._clock.now().timestamp(),
                "is_finished": False,
                "commitment": promised,
                "setup": dump_setup(setup),
                "file": file,
            }
            connection.execute(insert(TOURNAMENTS).values(row))
            if also is not None:
                also(connection, tournament)
        return tournament

    def latest(self, name: str | None = None) -> str | None:
        """Return the id of the newest tournament (of that name), or None."""
        query = select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.number.desc()).limit(1)
        if name is not None:
            query = query.where(TOURNAMENTS.c.name == name)
        with self._database.reading() as connection:
            return connection.scalar(query)

    def setup(self, tournament: str) -> TournamentSetup:
        """Return what was created, secret included.

        Raises:
            ConfigError: there is no such tournament.
        """
        with self._database.reading() as connection:
            row = self._row(connection, tournament)
        secret = row.secret if row.is_finished else self._secrets.read(tournament, row.commitment)
        self._known_secrets[tournament] = secret
        return load_setup(tournament, row.setup, secret=secret)

    def file_text(self, tournament: str) -> str:
        """Return the text of the file that the tournament was created from."""
        with self._database.reading() as connection:
            text: str = self._row(connection, tournament).file
        return text

    def add(
        self,
        tournament: str,
        records: Sequence[MatchRecord],
        *,
        skipped: Sequence[SkippedBlock] = (),
        checkpoint: Checkpoint | None = None,
        output: Sequence[OutputPiece] = (),
    ) -> None:
        """Keep whole matches, skipped blocks, the checkpoint, and output as far as there is room for it.

        What is already stored of matches and blocks stays as it was.
        """
        key = self._key(tournament)
        room = key.room
        stages = {name: index for index, name in enumerate(key.stages)}
        match_rows = [row_of(record, key.number, stages) for record in records]
        with room.counted(), self._database.writing() as connection:
            if match_rows:
                connection.execute(self._database.insert_new(MATCHES), match_rows)
            if skipped:
                rows = [_skipped_row(key.number, block) for block in skipped]
                connection.execute(self._database.insert_new(SKIPPED_BLOCKS), rows)
            if checkpoint is not None:
                _replace_checkpoint(connection, key.number, checkpoint)
            room.keep(connection, output, stages)

    def checkpoint(self, tournament: str) -> Checkpoint | None:
        """Return where the fold stands, or None before the first."""
        return read_checkpoint(self._database, self._key(tournament).number)

    def records(
        self, tournament: str, stage: int, *, first_block: int = 0, end_block: int | None = None
    ) -> Iterator[MatchRecord]:
        """Yield stored matches of a stage in schedule order, a page at a time.

        Matches of blocks that are not complete are among them: for the runner, not for showing.
        """
        key = self._key(tournament)
        query = select(MATCHES).where(MATCHES.c.tournament == key.number)
        if end_block is not None:
            query = query.where(MATCHES.c.block < end_block)
        return read_records(self._database, query, key.stages, stage=stage, first_block=first_block)

    def skipped(self, tournament: str, stage: int, *, first_block: int = 0) -> list[SkippedBlock]:
        """Return the skipped blocks of a stage from one on, in order."""
        columns = SKIPPED_BLOCKS.c
        query = select_skipped(self._key(tournament).number)
        query = query.where(columns.stage == stage, columns.block >= first_block)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [skipped_of(row) for row in rows]

    def finish(self, tournament: str) -> None:
        """Mark it finished and reveal its secret: first in the database, then the file goes."""
        key = self._key(tournament)
        with self._database.writing() as connection:
            if not self._row(connection, tournament).is_finished:
                # A run that has been able to play has the secret, whatever became of its file meanwhile.
                secret = self._known_secrets.get(tournament)
                if secret is None:
                    secret = self._secrets.read(tournament, key.commitment)
                change = update(TOURNAMENTS).where(TOURNAMENTS.c.number == key.number)
                connection.execute(change.values(is_finished=True, secret=secret))
        self._secrets.remove(tournament, key.commitment)

    def is_finished(self, tournament: str) -> bool:
        """Tell whether it has been played to its end."""
        with self._database.reading() as connection:
            return bool(self._row(connection, tournament).is_finished)

    def lock(self, tournament: str) -> AbstractContextManager[None]:
        """Hold the right to run a tournament; a process that dies lets it go.

        Raises:
            StorageError: another process runs it, or it is finished.
        """
        key = self._key(tournament)
        if self.is_finished(tournament):
            raise StorageError(f"{tournament} is finished; nothing of it is left to run")
        return self._secrets.lock(tournament, key.commitment)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _key(self, tournament: str) -> _Key:
        key = self._keys.get(tournament)
        if key is None:
            with self._database.reading() as connection:
                row = self._row(connection, tournament)
            setup = load_setup(tournament, row.setup, secret=b"")
            stages = tuple(stage.name for stage in setup.stages)
            room = OutputRoom(row.number, entrants=len(setup.entrants))
            key = _Key(row.number, row.commitment, stages, room)
            self._keys[tournament] = key
        return key

    def _row(self, connection: Connection, tournament: str) -> Row[Any]:
        row = connection.execute(select_tournaments().where(TOURNAMENTS.c.id == tournament)).one_or_none()
        if row is None:
            raise UnknownName(
                f"there is no tournament {tournament!r} in {self._database.where}; "
                "the stored ones are listed by: arena tournaments"
            )
        return row


def open_store(where: str | Path, *, clock: Clock | None = None) -> SqlStore:
    """Open the database at a path or URL for writing; it is made if it isn't there.

    Raises:
        ConfigError: the URL is none that we know, or its driver is missing.
        StorageError: it can't be opened, or was made by a newer version.
    """
    database = open_database(where, create=True)
    return SqlStore(database, secret_files_of(database), clock or SystemClock())


def _skipped_row(tournament: int, block: SkippedBlock) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "stage": block.stage,
        "block": block.block,
        "benched": list(block.benched),
        "reason": block.reason,
    }


def _replace_checkpoint(connection: Connection, tournament: int, checkpoint: Checkpoint) -> None:
    connection.execute(delete(CHECKPOINTS).where(CHECKPOINTS.c.tournament == tournament))
    row = {"tournament": tournament, "next_block": checkpoint.next_block, "state": dict(checkpoint.state)}
    connection.execute(insert(CHECKPOINTS).values(row))
