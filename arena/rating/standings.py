"""Standings of a stage: a fold over whole blocks in schedule order."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena.core.errors import ConfigError
from arena.rating.ranking import doubled_mean_ranks, ranked_best_first
from arena.rating.trueskill_system import Rating, TrueSkillSystem


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a table."""

    rank: int
    """1 is best, equals share it; 0 in a table over stages: apart, because it missed one of them."""
    entrant: int
    mu: float
    sigma: float
    blocks: int
    """Rated blocks."""
    matches: int
    wins: int
    """Matches with place 1, shared or not, that were not forfeited."""
    mean_place: float
    """Shared places count their average; 0 if there is no match."""
    faults: int
    forfeits: int
    is_benched: bool = False

    @property
    def conservative(self) -> float:
        """Return mu - 3 sigma: what the bot is worth with near certainty."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class RotationResult:
    """How one match of a block came out."""

    seats: tuple[int, ...]
    """Entrant numbers by seat."""
    places: tuple[int, ...]
    """Per seat, after forfeits."""
    forfeits: tuple[int, ...] = ()
    """Seats that forfeited."""


@dataclass(frozen=True, slots=True)
class BlockResult:
    """How a whole block came out."""

    entrants: tuple[int, ...]
    """Everyone at the table."""
    rotations: tuple[RotationResult, ...]
    faults: Mapping[int, int] = field(default_factory=dict)
    """Number of faults of entrants that have any."""


@dataclass(slots=True)
class Tally:
    """What the table keeps of an entrant."""

    entrant: int
    mu: float
    sigma: float
    blocks: int = 0
    matches: int = 0
    wins: int = 0
    doubled_places: int = 0
    """Twice the sum of mean ranks: an integer, so that no order of adding changes it."""
    faults: int = 0
    forfeits: int = 0

    def counts(self) -> tuple[int, ...]:
        """Return all that is counted."""
        return self.blocks, self.matches, self.wins, self.doubled_places, self.faults, self.forfeits


_MOST_MU = 200.0
_LEAST_SIGMA, _MOST_SIGMA = 1e-6, 10.0
_MOST_COUNT = 10**15
"""Farther off than any table gets, and still safe to reckon with."""


class StageTable:
    """The table of a stage after some blocks; its state holds all that later blocks need."""

    __slots__ = ("_system", "_tallies", "blocks")

    def __init__(
        self, entrants: Iterable[int], *, draw_probability: float, priors: Iterable[Tally] = ()
    ) -> None:
        """Begin with newcomers, but for those of whom more is known.

        Raises:
            ConfigError: there is no rating with that draw probability, or a prior can't be.
        """
        self._system = TrueSkillSystem(draw_probability)
        newcomer = self._system.new()
        self._tallies = {entrant: Tally(entrant, newcomer.mu, newcomer.sigma) for entrant in sorted(entrants)}
        self._tallies |= _by_entrant(priors, self._tallies)
        self.blocks = 0
        """How many blocks the fold has come through, rated or passed over."""

    def fold(self, block: BlockResult) -> None:
        """Take the next block in: one update for all its rotations, because they share a deal."""
        summed = dict.fromkeys(sorted(block.entrants), 0)
        for rotation in block.rotations:
            self._count_match(rotation, summed)
        for entrant, count in block.faults.items():
            self._tallies[entrant].faults += count
        tallies = [self._tallies[entrant] for entrant in summed]
        # Sums of doubled ranks are integers, so what is equal is a tie, without rounding.
        rated = self._system.rate([Rating(tally.mu, tally.sigma) for tally in tallies], [*summed.values()])
        for tally, rating in zip(tallies, rated, strict=True):
            tally.mu, tally.sigma = rating.mu, rating.sigma
            tally.blocks += 1
        self.blocks += 1

    def skip(self, *, benched: Collection[int] = (), matches: int = 0) -> None:
        """Pass the next block over, unrated; each of its matches is a forfeit of those who are benched."""
        for entrant in benched:
            self._tallies[entrant].forfeits += matches
        self.blocks += 1

    def rows(self, benched: Collection[int] = ()) -> tuple[StandingRow, ...]:
        """Return the standings, best first by mu - 3 sigma."""
        rows = [_row(tally, is_benched=tally.entrant in benched) for tally in self._tallies.values()]
        return tuple(
            replace(row, rank=rank) for rank, row in ranked_best_first(rows, lambda row: row.conservative)
        )

    def to_state(self) -> dict[str, Any]:
        """Return everything as JSON values; a table made of them goes on exactly as this one would."""
        return {
            "draw_probability": self._system.draw_probability,
            "blocks": self.blocks,
            "entrants": [asdict(tally) for tally in self._tallies.values()],
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> "StageTable":
        """Make a table of what `to_state` returned."""
        table = cls((), draw_probability=state["draw_probability"])
        table.blocks = state["blocks"]
        table._tallies = {tally["entrant"]: Tally(**tally) for tally in state["entrants"]}
        return table

    def _count_match(self, rotation: RotationResult, summed: dict[int, int]) -> None:
        ranked = zip(rotation.seats, rotation.places, doubled_mean_ranks(rotation.places), strict=True)
        for seat, (entrant, place, rank) in enumerate(ranked):
            tally = self._tallies[entrant]
            tally.matches += 1
            tally.wins += place == 1 and seat not in rotation.forfeits
            tally.doubled_places += rank
            summed[entrant] += rank
        for seat in rotation.forfeits:
            self._tallies[rotation.seats[seat]].forfeits += 1


def _by_entrant(priors: Iterable[Tally], known: Collection[int]) -> dict[int, Tally]:
    """Return copies of some priors, which a table changes as it goes on."""
    found: dict[int, Tally] = {}
    for prior in priors:
        if prior.entrant not in known or prior.entrant in found:
            raise ConfigError(f"a prior is of entrant {prior.entrant}, who isn't there or has one already")
        if not (abs(prior.mu) <= _MOST_MU and _LEAST_SIGMA <= prior.sigma <= _MOST_SIGMA):
            raise ConfigError(
                f"the prior of entrant {prior.entrant} has mu {prior.mu} and sigma {prior.sigma}, "
                "which no table gives"
            )
        if not all(0 <= count <= _MOST_COUNT for count in prior.counts()):
            raise ConfigError(f"the prior of entrant {prior.entrant} counts {prior.counts()}, which can't be")
        found[prior.entrant] = replace(prior)
    return found


def _row(tally: Tally, *, is_benched: bool) -> StandingRow:
    return StandingRow(
        rank=0,
        entrant=tally.entrant,
        mu=tally.mu,
        sigma=tally.sigma,
        blocks=tally.blocks,
        matches=tally.matches,
        wins=tally.wins,
        mean_place=tally.doubled_places / (2 * tally.matches) if tally.matches else 0.0,
        faults=tally.faults,
        forfeits=tally.forfeits,
        is_benched=is_benched,
    )
