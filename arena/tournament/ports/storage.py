"""Keeping matches, and telling who watches: what the runner needs of store and dashboard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from arena.match.record import MatchRecord
from arena.tournament.events import Event
from arena.tournament.output import OutputPiece
from arena.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where the fold stands. Written in the transaction of the matches that moved it."""

    next_block: int
    """The first block, counted over all stages in order, that is not folded."""
    state: Mapping[str, Any]
    """The fold's own state, as JSON values."""


@dataclass(frozen=True, slots=True)
class SkippedBlock:
    """A block that is passed over by the fold: void for our reasons, or with a benched entrant."""

    stage: int
    block: int
    benched: tuple[int, ...]
    """The benched entrants at its table; empty if it is void."""
    reason: str


class Store(Protocol):
    """Where tournaments are kept. Every method is one transaction.

    All raise StorageError when the database can't be read or written; nothing stored is lost.
    """

    def create(self, setup: TournamentSetup, file: str) -> str:
        """Keep a new tournament; return its id, `<name>-<n>`."""
        ...

    def latest(self, name: str | None = None) -> str | None:
        """Return the id of the newest tournament (of that name), or None."""
        ...

    def setup(self, tournament: str) -> TournamentSetup:
        """Return what was created. Raises ConfigError if there is no such tournament."""
        ...

    def add(
        self,
        tournament: str,
        records: Sequence[MatchRecord],
        *,
        skipped: Sequence[SkippedBlock] = (),
        checkpoint: Checkpoint | None = None,
        output: Sequence[OutputPiece] = (),
    ) -> None:
        """Keep whole matches, skipped blocks, the checkpoint, and output of bots as far as there is room.

        A match already stored stays as it was.
        """
        ...

    def checkpoint(self, tournament: str) -> Checkpoint | None:
        """Return where the fold stands, or None before the first."""
        ...

    def records(
        self, tournament: str, stage: int, *, first_block: int = 0, end_block: int | None = None
    ) -> Iterator[MatchRecord]:
        """Yield stored matches of a stage in schedule order: by block, then rotation."""
        ...

    def skipped(self, tournament: str, stage: int, *, first_block: int = 0) -> list[SkippedBlock]:
        """Return the skipped blocks of a stage from one on, in order."""
        ...

    def finish(self, tournament: str) -> None:
        """Mark it finished and reveal its secret."""
        ...

    def is_finished(self, tournament: str) -> bool:
        """Tell whether it has been played to its end."""
        ...


class Watcher(Protocol):
    """Who is told what happens in a run."""

    def see(self, event: Event) -> None:
        """Take an event; quick, and never raising."""
        ...
