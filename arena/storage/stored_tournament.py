"""A tournament as it is stored, read from its row."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row

from arena.core.errors import StorageError, UnknownName
from arena.storage.setup_json import load_setup
from arena.tournament.programme import programme_of
from arena.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as it is stored now."""

    number: int
    id: str
    created: datetime
    is_finished: bool
    commitment: str
    """SHA-256 of the secret, hex."""
    setup: TournamentSetup
    """Its secret is empty until it is revealed."""

    @property
    def stage_names(self) -> tuple[str, ...]:
        """Return the names of the stages by index."""
        return tuple(stage.name for stage in self.setup.stages)

    @property
    def entrant_names(self) -> tuple[str, ...]:
        """Return the names of the entrants by number."""
        return tuple(entrant.name for entrant in self.setup.entrants)

    @property
    def entrants(self) -> tuple[tuple[str, str], ...]:
        """Return name and version of the entrants by number."""
        return tuple((entrant.name, entrant.version) for entrant in self.setup.entrants)

    @property
    def total_matches(self) -> int:
        """Return how many matches were planned."""
        return programme_of(self.setup).total_matches

    def stage_number(self, name: str) -> int:
        """Return the index of a stage by its name.

        Raises:
            ConfigError: there is none of that name.
        """
        names = self.stage_names
        if name not in names:
            raise UnknownName(f"{self.id} has no stage {name!r}; its stages are {', '.join(names)}")
        return names.index(name)

    def entrant_number(self, name: str) -> int:
        """Return the number of an entrant by its name.

        Raises:
            ConfigError: there is none of that name.
        """
        names = self.entrant_names
        if name not in names:
            raise UnknownName(f"{self.id} has no bot {name!r}; its bots are {', '.join(names)}")
        return names.index(name)


@dataclass(frozen=True, slots=True)
class UnreadableTournament:
    """A tournament that this version of the arena can't read."""

    id: str
    reason: str


def stored_or_not(row: Row[Any]) -> StoredTournament | UnreadableTournament:
    """Return the tournament of a row, readable or not."""
    try:
        return stored(row)
    except StorageError as error:
        return UnreadableTournament(row.id, str(error))


def stored(row: Row[Any]) -> StoredTournament:
    """Return the tournament of a row.

    Raises:
        StorageError: this version of the arena can't read it.
    """
    try:
        created = datetime.fromtimestamp(row.created, UTC)
    except (TypeError, ValueError, OverflowError, OSError) as error:
        raise StorageError(
            f"{row.id} is said to be created at {row.created!r}, which is no time; restore the database from "
            "a backup"
        ) from error
    return StoredTournament(
        number=row.number,
        id=row.id,
        created=created,
        is_finished=row.is_finished,
        commitment=row.commitment,
        setup=load_setup(row.id, row.setup, secret=row.secret or b""),
    )
