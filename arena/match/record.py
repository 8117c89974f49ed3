"""What is kept of a match: compact enough to store millions, complete enough to replay each move."""

from dataclasses import dataclass
from enum import Enum

from arena.core.ids import MatchId
from arena.match.faults import Fault


class MatchEnding(Enum):
    """How a match ended."""

    PLAYED = "played"  # every seat played to the end
    FORFEITED = "forfeited"  # at least one seat forfeited and the house played its hand out


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One whole match. Deals and events follow from seed, options and moves (`match.transcript`)."""

    id: MatchId
    seats: tuple[int, ...]
    """Per seat, the number of the entrant that sat there."""
    moves: bytes
    """One move code a byte, in order, the house's substitutes included."""
    micros: tuple[int, ...]
    """Per move, how long the answer took, in microseconds; 0 for the house."""
    substitutes: tuple[int, ...]
    """Numbers of the moves that the house made."""
    places: tuple[int, ...]
    """Per seat, after forfeits: forfeited seats share the last places."""
    chips: tuple[int, ...]
    ending: MatchEnding
    faults: tuple[Fault, ...]
    forfeits: tuple[int, ...]
    """The seats that forfeited."""
    notes: tuple[tuple[int, str], ...]
    """Debug notes of bots: number of the move, text."""
    started: float
    """Unix time in seconds."""
    seconds: float
