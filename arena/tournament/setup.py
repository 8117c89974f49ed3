"""A tournament as plain values, complete and validated: what a runner, a worker and a store are given."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from arena.match.player import TimeControl
from arena.rating.standings import Tally
from arena.scheduling.schedule import Tables

AUTO = "auto"
"""As the name of a sandbox: to be chosen when the tournament begins."""


class Timing(Enum):
    """How thinking time is judged (docs/protocol.md, "Time")."""

    THROUGHPUT = "throughput"  # many matches at once, batches, judged by CPU time
    STRICT = "strict"  # one bot thinks at a time on a core, judged by wall time


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot version in the tournament."""

    number: int
    """Its index in the tournament; records and seeds use it."""
    name: str
    version: str
    directory: Path
    """Where its code and manifest are."""
    command: tuple[str, ...]
    """How to start it, in its directory."""
    games: tuple[str, ...]
    content_hash: str
    """SHA-256 over its files, hex."""
    notice: str = ""
    trusted: bool = False
    """It came with the arena, or the operator says that it is his own: it may run without isolation."""
    requirements: tuple[str, ...] = ()
    """Python packages that it imports, as lines `name==version`."""
    build: tuple[str, ...] = ()
    """Its build step, run in the sandbox before it first plays."""
    packages: Path | None = None
    """Where its requirements are on this machine, once they have been made (`arena.sandbox.equipment`)."""


@dataclass(frozen=True, slots=True)
class StageSetup:
    """One game with its options, played by the entrants that play that game."""

    name: str
    game: str
    options: Any
    """Validated options of the game."""
    entrants: tuple[int, ...]
    """Numbers of the entrants that play in it, in order."""
    seats: int
    deals: int
    """Rounds: each is one block at every table."""
    tables: int | Tables | None
    """How many tables per round, drawn from the secret; None: every set of `seats` entrants. Rounds of a
    league have the tables themselves, which a tournament file can't give."""
    draw_probability: float
    priors: tuple[Tally, ...] = ()
    """What is known of entrants before the first block, by their numbers here; of all others, nothing.
    A league goes on with it from round to round."""


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """Everything that decides what is played."""

    name: str
    entrants: tuple[Entrant, ...]
    stages: tuple[StageSetup, ...]
    secret: bytes = field(repr=False)
    """32 bytes, from which every deal follows."""
    practice: bool
    """True if the secret follows from a `seed` in the file, so that anyone could compute the deals."""
    time: TimeControl
    start_us: int
    """How long an instance may take from its start to its hello."""
    timing: Timing
    anonymous: bool
    max_faults: int
    """A bot forfeits the match with this many faults."""
    bench_after: int
    """Forfeits and incidents after which an entrant is benched."""
    window: int
    """Block `b + window` never starts before block `b` is complete."""
    in_flight: int
    """Matches that a shard plays at once; 1 in strict timing."""
    max_instances: int
    """Instances that a shard keeps; the least recently used is ended first."""
    sandbox: str
    """The backend that instances run in; AUTO until the tournament begins."""


class Named(Protocol):
    """Whoever has a name."""

    @property
    def name(self) -> str:
        """The name."""
        ...


class Competition(Protocol):
    """What of a setup decides schedule and tables; a published tournament has no more."""

    @property
    def entrants(self) -> Sequence[Named]:
        """Who plays, by number."""
        ...

    @property
    def stages(self) -> Sequence[StageSetup]:
        """What is played, in order."""
        ...

    @property
    def secret(self) -> bytes:
        """From which every deal follows."""
        ...

    @property
    def bench_after(self) -> int:
        """Forfeits and incidents after which an entrant is benched."""
        ...

    @property
    def window(self) -> int:
        """How many blocks later a benching takes effect."""
        ...
