"""What is kept of a match: compact enough to store millions, complete enough to replay each move."""

from collections.abc import Collection
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
    """Per move, the microseconds that were charged for the answer; 0 for the house."""
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
    """Debug notes of bots, for their authors and whoever runs the tournament: number of the move, text."""
    started: float
    """Unix time in seconds."""
    seconds: float
    wall_micros: tuple[int, ...] = ()
    """Per move, the microseconds that passed until the answer; 0 for the house. Empty if not measured."""
    cpu_micros: tuple[int, ...] = ()
    """Per move, the microseconds of CPU time that the bot used in them; 0 for the house. Empty likewise."""


def places_after_forfeits(places: tuple[int, ...], forfeits: Collection[int]) -> tuple[int, ...]:
    """Put the forfeited seats last, all on one place, and number the others anew.

    If every seat forfeited they all share place 1: nobody was better than anybody else.
    """
    if not forfeits:
        return places
    others = [place for seat, place in enumerate(places) if seat not in forfeits]
    last = len(others) + 1
    return tuple(
        last if seat in forfeits else 1 + sum(other < place for other in others)
        for seat, place in enumerate(places)
    )
