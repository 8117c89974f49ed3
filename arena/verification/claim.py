"""What a tournament says of itself, in a database or the head of an exported file: all to be proven."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.core.errors import CheckFailed, ConfigError
from arena.match.record import MatchRecord
from arena.tournament.fold import Fold
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.programme import programme_of
from arena.tournament.setup import StageSetup, TournamentSetup
from arena.verification.tables import tables_to_json


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entrant as it is published."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A tournament without its matches."""

    tournament: str
    """Its id."""
    name: str
    commitment: str
    """What the secret's SHA-256 must be, hex."""
    secret: bytes = field(repr=False)
    """Empty if it is not known: then deals are taken as they are stated."""
    is_finished: bool
    entrants: tuple[Competitor, ...]
    stages: tuple[StageSetup, ...]
    bench_after: int
    window: int
    max_faults: int
    next_block: int
    """The first block, over all stages, that is not in the tables."""
    skipped: tuple[SkippedBlock, ...]
    tables: Mapping[str, Any]
    """As `tables_to_json` writes them."""

    @property
    def entrant_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return name and version by entrant number, as match records are described with."""
        return tuple((entrant.name, entrant.version) for entrant in self.entrants)


@dataclass(frozen=True, slots=True)
class ClaimedMatch:
    """One match as it is stored."""

    record: MatchRecord
    stated: Mapping[str, Any] | None = None
    """Its line of an exported file, which has deals and events too; None from a database."""


def claim_of(
    tournament: str,
    setup: TournamentSetup,
    *,
    secret: bytes,
    commitment: str,
    is_finished: bool,
    skipped: tuple[SkippedBlock, ...],
    checkpoint: Checkpoint | None,
) -> Claim:
    """Return what a database says of a tournament.

    Raises:
        CheckFailed: its checkpoint is none, or a skipped block can't be.
    """
    numbers = range(len(setup.entrants))
    for block in skipped:
        if block.stage not in range(len(setup.stages)) or any(one not in numbers for one in block.benched):
            raise CheckFailed(f"{tournament} lists a skipped block that can't be: {block}")
    return Claim(
        tournament=tournament,
        name=setup.name,
        commitment=commitment,
        secret=secret,
        is_finished=is_finished,
        entrants=tuple(Competitor(entrant.name, entrant.version) for entrant in setup.entrants),
        stages=setup.stages,
        bench_after=setup.bench_after,
        window=setup.window,
        max_faults=setup.max_faults,
        next_block=0 if checkpoint is None else checkpoint.next_block,
        skipped=skipped,
        tables=_stored_tables(tournament, setup, checkpoint),
    )


def _stored_tables(tournament: str, setup: TournamentSetup, checkpoint: Checkpoint | None) -> dict[str, Any]:
    """Read a checkpoint as the fold does that goes on from it."""
    try:
        fold = Fold.at(setup, programme_of(setup), checkpoint)
        tables = tables_to_json(fold, setup)
        is_whole = checkpoint is None or fold.checkpoint() == checkpoint
    except (LookupError, TypeError, ValueError, AttributeError, ConfigError) as error:
        raise CheckFailed(
            f"the checkpoint of {tournament} is damaged ({type(error).__name__}: {error})"
        ) from error
    if not is_whole:
        raise CheckFailed(f"the checkpoint of {tournament} has more in it than a checkpoint has")
    return tables
