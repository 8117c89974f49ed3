"""Standings of a stage: a fold over whole blocks in schedule order."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a table."""

    rank: int
    entrant: int
    mu: float
    sigma: float
    blocks: int
    """Rated blocks."""
    matches: int
    wins: int
    """Matches with place 1, shared or not."""
    mean_place: float
    faults: int
    forfeits: int
    is_benched: bool = False

    @property
    def conservative(self) -> float:
        """Return mu - 3 sigma: what the bot is worth with near certainty."""
        return self.mu - 3 * self.sigma
