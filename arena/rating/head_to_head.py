"""Who came out ahead of whom, match by match."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations


@dataclass(frozen=True, slots=True)
class PairRow:
    """What an entrant did against one opponent."""

    entrant: int
    opponent: int
    matches: int
    wins: int
    """Matches with the better place of the two."""
    shares: int
    """Matches with a place that both shared."""

    @property
    def mean(self) -> float:
        """Return the mean score: a win counts 1, a shared place one half."""
        return (self.wins + self.shares / 2) / self.matches


class HeadToHead:
    """Counts of every ordered pair of entrants that met."""

    __slots__ = ("_matches", "_shares", "_wins")

    def __init__(self) -> None:
        """Begin without a match."""
        self._matches: Counter[tuple[int, int]] = Counter()
        self._wins: Counter[tuple[int, int]] = Counter()
        self._shares: Counter[tuple[int, int]] = Counter()

    def add(self, seats: Sequence[int], places: Sequence[int]) -> None:
        """Count a match: the entrants by seat, and their places."""
        for (one, place), (other, other_place) in permutations(zip(seats, places, strict=True), 2):
            self._matches[one, other] += 1
            self._wins[one, other] += place < other_place
            self._shares[one, other] += place == other_place

    def rows(self) -> tuple[PairRow, ...]:
        """Return all pairs that met, by entrant, then opponent."""
        return tuple(
            PairRow(*pair, matches, self._wins[pair], self._shares[pair])
            for pair, matches in sorted(self._matches.items())
        )
