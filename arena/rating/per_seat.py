"""How each entrant does in each seat, match by match."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.rating.ranking import doubled_mean_ranks


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What an entrant did in one seat."""

    entrant: int
    seat: int
    matches: int
    wins: int
    """Matches with place 1, shared or not."""
    mean_place: float
    """Shared places count their average."""


class PerSeat:
    """Counts of every entrant in every seat that it had."""

    __slots__ = ("_doubled_places", "_matches", "_wins")

    def __init__(self) -> None:
        """Begin without a match."""
        self._matches: Counter[tuple[int, int]] = Counter()
        self._wins: Counter[tuple[int, int]] = Counter()
        self._doubled_places: Counter[tuple[int, int]] = Counter()

    def add(self, seats: Sequence[int], places: Sequence[int]) -> None:
        """Count a match: the entrants by seat, and their places."""
        ranks = doubled_mean_ranks(places)
        for seat, (entrant, place, rank) in enumerate(zip(seats, places, ranks, strict=True)):
            self._matches[entrant, seat] += 1
            self._wins[entrant, seat] += place == 1
            self._doubled_places[entrant, seat] += rank

    def rows(self) -> tuple[SeatRow, ...]:
        """Return every seat that anyone had, by entrant, then seat."""
        return tuple(
            SeatRow(*key, matches, self._wins[key], self._doubled_places[key] / (2 * matches))
            for key, matches in sorted(self._matches.items())
        )
