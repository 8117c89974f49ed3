"""What the runner tells whoever watches; `dashboard` draws them, `--quiet` drops them."""

from dataclasses import dataclass

from arena.core.ids import MatchId
from arena.match.faults import FaultKind
from arena.rating.standings import StandingRow


@dataclass(frozen=True, slots=True)
class StageInfo:
    """A stage, for headings and progress."""

    name: str
    game: str
    preset: str
    seats: int
    blocks: int
    matches: int


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The first event, of a resumed run too."""

    tournament: str
    """Its id, for example `quickstart-3`."""
    stages: tuple[StageInfo, ...]
    entrants: tuple[str, ...]
    """Names by entrant number."""
    workers: int
    notices: tuple[str, ...]
    """What a person should know: the sandbox's promise, practice, warnings of the plan."""
    stored_matches: tuple[int, ...]
    """Matches already stored per stage: not zero on resume."""


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """One match is stored."""

    match: MatchId
    stage: int
    seats: tuple[int, ...]
    """Entrant numbers by seat."""
    places: tuple[int, ...]
    forfeits: tuple[int, ...]
    """Seats that forfeited."""


@dataclass(frozen=True, slots=True)
class MatchesStored:
    """A group of matches was written; their results may be shown once their block is complete."""

    stage: int
    count: int
    decisions: int
    """Questions that bots answered in them."""
    batches: int
    """Messages that those questions travelled in."""


@dataclass(frozen=True, slots=True)
class BlocksFolded:
    """The table of a stage moved on."""

    stage: int
    blocks: int
    """Blocks folded so far in the stage."""
    rows: tuple[StandingRow, ...]
    """The stage's standings, best first."""
    latest: tuple[MatchFinished, ...]
    """Some of the matches just folded, newest last: of whole blocks only."""


@dataclass(frozen=True, slots=True)
class FaultReported:
    """A bot did something wrong, in a block that is complete."""

    match: MatchId
    entrant: int
    kind: FaultKind
    is_forfeit: bool
    evidence: str
    """Foreign text: to be made harmless before it is shown."""


@dataclass(frozen=True, slots=True)
class EntrantBenched:
    """An entrant had too many forfeits and incidents."""

    entrant: int
    stage: int
    from_block: int
    """Its matches from this block on are not played."""


@dataclass(frozen=True, slots=True)
class BlockVoided:
    """A block could not be completed for our reasons; it is not rated."""

    stage: int
    block: int
    reason: str


@dataclass(frozen=True, slots=True)
class ShardReplaced:
    """A worker died or failed, and a new one takes over its unfinished blocks."""

    shard: int
    reason: str


@dataclass(frozen=True, slots=True)
class HostTrouble:
    """This machine can't play at the moment, or what is done about it."""

    reason: str


@dataclass(frozen=True, slots=True)
class Draining:
    """The run was asked to stop: running matches are finished, no new one begins."""


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """The last event."""

    finished: bool
    """False: stopped early, it can be resumed."""
    repeatable: str
    """`yes`, or `no: …` with the reason (docs/architecture.md, "Reproducibility")."""
    void_blocks: int
    """Blocks that could not be completed for our reasons."""
    overall: tuple[StandingRow, ...]
    """The table over all stages; empty when there is but one."""
    commitment: str
    """SHA-256 of the secret, hex."""
    secret: str
    """The secret, hex, revealed if finished; else empty."""


Event = (
    TournamentStarted
    | MatchesStored
    | BlocksFolded
    | FaultReported
    | EntrantBenched
    | BlockVoided
    | ShardReplaced
    | HostTrouble
    | Draining
    | TournamentEnded
)
