"""What the referee asks, and of whom: the interface between a match and anything that can choose a move."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a bot may think, in microseconds."""

    move_us: int = 500_000
    bank_us: int = 5_000_000


@dataclass(frozen=True, slots=True)
class MatchStart:
    """What a player is told when it is seated."""

    game: str
    options: Any
    seat: int
    players: tuple[str, ...]
    """Names by seat; empty in an anonymous tournament."""
    time: TimeControl
    seed: bytes
    """32 bytes for the player's own random numbers."""
    resumed: bool = False
    """True after an incident: the match is under way and `events` is its history."""
    events: bytes = b""


@dataclass(slots=True)
class Question:
    """One turn put to one seat."""

    seat: int
    view: Any
    limit_us: int
    """Time left for this answer: the budget of a move plus the bank."""
    last_us: int
    """How long this seat's last answer in this match took, as the arena measured it."""
    faults: int
    """Faults of this seat in this match so far."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """What a player is told when a match is over."""

    places: tuple[int, ...]
    chips: tuple[int, ...]
    events: bytes
    """The events since this seat's last turn, in its own version."""


class Player(Protocol):
    """Anything that can choose a move, asked in the same process."""

    def start(self, start: MatchStart) -> None:
        """Take a seat."""
        ...

    def choose(self, question: Question) -> int:
        """Return a move code; whether it is legal is the referee's to judge."""
        ...

    def end(self, end: MatchEnd) -> None:
        """Hear how the match came out."""
        ...
