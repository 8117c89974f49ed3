"""A league's tables at one moment, as plain types: what the server tells and faces draw."""

from dataclasses import dataclass

from arena.rating.standings import StandingRow


@dataclass(frozen=True, slots=True)
class GameTable:
    """The table of one game."""

    game: str
    names: tuple[str, ...]
    """`ACCOUNT/BOT` and its version, by the rows' entrant numbers."""
    rows: tuple[StandingRow, ...]
    """Best first; rank 0 for bots that have no block yet."""


@dataclass(frozen=True, slots=True)
class LeagueTables:
    """What `WatchStandings` tells."""

    league: str
    season: int
    round: int
    """From 1 on; 0 before the first."""
    kind: str
    """What kind of round: cycle, catch-up, final; empty before the first."""
    tournament: str
    commitment: str
    """SHA-256 of the round's secret, hex."""
    blocks: int
    total_blocks: int
    is_running: bool
    games: tuple[GameTable, ...]
