"""TrueSkill; this is the only file that imports the package."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from arena.core.errors import ConfigError

with warnings.catch_warnings():
    # Compiling it for the first time warns of a stray backslash in a docstring.
    warnings.simplefilter("ignore")
    import trueskill

MU = 25.0
"""What a newcomer is expected to be worth."""
SIGMA = MU / 3
"""How uncertain that is."""
LEAST_DRAW_PROBABILITY = 0.001
MOST_DRAW_PROBABILITY = 0.999


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of an entrant: its strength is normally distributed."""

    mu: float
    sigma: float


class TrueSkillSystem:
    """TrueSkill with settings of its own: the package's global ones are never read or set."""

    __slots__ = ("_environment", "_precise", "draw_probability")

    def __init__(self, draw_probability: float) -> None:
        """Choose how probable a tie between equals is.

        Raises:
            ConfigError: it lies outside of what TrueSkill can reckon with.
        """
        # Near 0 and near 1 the package's margin for a tie is mostly rounding: a tie then raises sigma.
        if not LEAST_DRAW_PROBABILITY <= draw_probability <= MOST_DRAW_PROBABILITY:
            raise ConfigError(
                f"draw_probability = {draw_probability} can't be rated with: give the share of ties between "
                f"equal bots, {LEAST_DRAW_PROBABILITY} to {MOST_DRAW_PROBABILITY}"
            )
        self.draw_probability = draw_probability
        self._environment = _environment(draw_probability, None)
        self._precise: Any = None

    def new(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(MU, SIGMA)

    def rate(self, ratings: Sequence[Rating], ranks: Sequence[float]) -> list[Rating]:
        """Return the ratings after one contest; the smallest rank is best, equal ranks are ties."""
        groups = [(trueskill.Rating(rating.mu, rating.sigma),) for rating in ratings]
        try:
            rated = self._environment.rate(groups, ranks)
        except (ArithmeticError, ValueError):
            # A surprise so great that floats can't hold its probability.
            if self._precise is None:
                self._precise = _environment(self.draw_probability, "mpmath")
            rated = self._precise.rate(groups, ranks)
        return [Rating(rating.mu, rating.sigma) for (rating,) in rated]


def default_draw_probability(seats: int) -> float:
    """Return the draw probability of stages that don't set one: near what blocks of real matches show."""
    return 0.7 if seats == 2 else 0.2


def _environment(draw_probability: float, backend: str | None) -> Any:
    # Bots don't drift, so tau is 0: with the package's default a league of fixed bots never settles.
    environment = trueskill.TrueSkill(
        mu=MU, sigma=SIGMA, beta=SIGMA / 2, tau=0, draw_probability=draw_probability, backend=backend
    )
    # Asked for every pair of neighbours in every update, always with the same argument.
    environment.ppf = lru_cache(maxsize=1)(environment.ppf)
    return environment
