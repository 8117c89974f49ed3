"""How clear it is which of two bots is better: a test that may be looked at after every block.

Each block gives one bounded difference, independent of the others, since blocks have deals of their own.
A bettor who starts with 1 bets on the next difference before it is known; if the true mean is `m` no bets
win in the long run, and the chance that the capital ever reaches `1 / alpha` is at most `alpha` (Ville).
So whatever the number of looks, "the mean is not 0" is wrongly said with at most that chance; and the means
against which the capital is below `1 / alpha` are an interval that holds the true one with chance
`1 - alpha` at all times together.

This is the hedged capital process with predictable plug-in bets of Waudby-Smith and Ramdas, "Estimating
means of bounded random variables by betting", Journal of the Royal Statistical Society B 86 (2024), 1-27,
section 4 (theorem 3), for differences in -1..1 instead of 0..1. Pairs of more than two bots are judged
together by Holm's method, which holds for p-values at any stopping time.
"""

import math
from collections.abc import Iterable, Sequence
from enum import Enum
from statistics import NormalDist

_CAP = 0.75
"""A bet risks at most this part of the capital on one difference (the paper's `c`)."""
_PRIOR_VARIANCE = 1.0
"""Of a difference, before any is known: the largest that there can be (the paper's 1/4 on 0..1)."""
_STEPS = 40
"""Halvings when a bound is looked for."""
_HOPELESS = 0.01
"""A chance below this counts as none."""


class Verdict(Enum):
    """What is known of a pair."""

    OPEN = "open"  # not clear yet
    FIRST = "first"  # the first is clearly better
    SECOND = "second"  # the second is
    HOPELESS = "hopeless"  # within the blocks that are left it hardly can become clear


class Contest:
    """The differences of one pair, first minus second, block by block."""

    __slots__ = ("_alpha", "_bets", "_capital", "_least_p", "_squares", "_total", "_values", "leader")

    def __init__(self, alpha: float) -> None:
        """Begin without a block; bets are sized to decide at this chance of a false alarm."""
        if not 0 < alpha < 1:
            raise ValueError(f"alpha is {alpha}; it is a chance between 0 and 1")
        self._alpha = alpha
        self._values: list[float] = []
        self._bets: list[float] = []
        self._total = 0.0
        self._squares = _PRIOR_VARIANCE
        self._capital = [0.0, 0.0]
        """Logarithms: of the bettor that the mean is above 0, and of the one that it is below."""
        self._least_p = 1.0
        self.leader = Verdict.OPEN
        """Whom the most evidence so far speaks for: FIRST or SECOND; OPEN without any."""

    @property
    def blocks(self) -> int:
        """How many differences there are."""
        return len(self._values)

    @property
    def mean(self) -> float:
        """Their mean, 0 before the first."""
        return self._total / len(self._values) if self._values else 0.0

    @property
    def p(self) -> float:
        """The chance of as much evidence against a mean of 0 if there is no difference: the least so far."""
        return self._least_p

    def add(self, difference: float) -> None:
        """Take the next block's difference, -1 to 1."""
        if not -1 <= difference <= 1:
            raise ValueError(f"a difference is -1 to 1, not {difference}")
        bet = self._next_bet(len(self._values) + 1)
        self._bets.append(bet)
        self._values.append(difference)
        self._total += difference
        # Each deviation is from the mean including itself, so the bet above knows nothing of the future.
        self._squares += (difference - self._mean_with_prior()) ** 2
        risk = min(bet, _CAP)
        self._capital[0] += math.log1p(risk * difference)
        self._capital[1] += math.log1p(-risk * difference)
        p = 2 * math.exp(-max(self._capital))  # half of the capital is on either side
        if p < self._least_p:
            self._least_p = p
            self.leader = Verdict.FIRST if self._capital[0] > self._capital[1] else Verdict.SECOND

    def interval(self, alpha: float | None = None) -> tuple[float, float]:
        """Return the means that can't be excluded, lowest and highest, with a chance of error of `alpha`."""
        limit = math.log(2 / (self._alpha if alpha is None else alpha))
        high = self._bound(limit, side=-1)
        low = -self._bound(limit, side=1)
        return low, high

    def chance(self, left: int, alpha: float | None = None) -> float:
        """Estimate the chance that the pair becomes clear within so many further blocks.

        The true mean is taken to be the most favourable that the interval does not exclude, so the estimate
        is a high one. The capital's logarithm is taken for a Brownian motion with drift.
        """
        goal = math.log(2 / (self._alpha if alpha is None else alpha))
        bet = min(self._next_bet(self.blocks + 1 + left // 2), _CAP)
        variance = self._squares / (self.blocks + 1)
        low, high = self.interval()
        chances = [
            _reaches(goal - capital, left, bet * best - bet**2 * (variance + best**2) / 2, bet**2 * variance)
            for capital, best in zip(self._capital, (high, -low), strict=True)
        ]
        return max(chances)

    def _next_bet(self, number: int) -> float:
        """Size the bet on difference `number`, from 1, by what is known before it."""
        variance = self._squares / (len(self._values) + 1)
        return math.sqrt(2 * math.log(2 / self._alpha) / (variance * number * math.log(1 + number)))

    def _mean_with_prior(self) -> float:
        return self._total / (len(self._values) + 1)

    def _bound(self, limit: float, *, side: int) -> float:
        """Return the largest mean, of the differences times -side, against which the capital is below."""
        low, high = -1.0, 1.0
        for _ in range(_STEPS):
            middle = (low + high) / 2
            if self._against(-side * middle, side) < limit:
                low = middle
            else:
                high = middle
        return high

    def _against(self, mean: float, side: int) -> float:
        """Return the log capital of who bets, on one side, against a mean."""
        # On one side the most that can be lost is the mean's distance from the end of the scale.
        most = _CAP / max(1 + side * mean, 1e-12)
        pairs = zip(self._bets, self._values, strict=True)
        return sum(math.log1p(min(bet, most) * side * (value - mean)) for bet, value in pairs)


def judge(contests: Sequence[Contest], *, sure: float, left: int | None) -> list[Verdict]:
    """Say what is known of each pair, all of it together with a chance of `sure` of no false word.

    Args:
        contests: The pairs.
        sure: As a chance, for example 0.95.
        left: How many blocks can still come, to say which pairs are hopeless; None to leave that out.
    """
    clear = clear_pairs([contest.p for contest in contests], 1 - sure)
    verdicts = []
    for contest, is_clear in zip(contests, clear, strict=True):
        if is_clear:
            verdicts.append(contest.leader)
        elif left is not None and contest.chance(left) < _HOPELESS:
            verdicts.append(Verdict.HOPELESS)
        else:
            verdicts.append(Verdict.OPEN)
    return verdicts


def clear_pairs(values: Sequence[float], alpha: float) -> list[bool]:
    """Tell for each p-value whether Holm's method rejects it: all wrong ones together with chance alpha."""
    clear = [False] * len(values)
    for rank, number in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        if values[number] > alpha / (len(values) - rank):
            break
        clear[number] = True
    return clear


def pairs_of(count: int) -> list[tuple[int, int]]:
    """List all pairs of so many bots."""
    return [(first, second) for first in range(count) for second in range(first + 1, count)]


def block_scores(rotations: Iterable[Sequence[tuple[int, float]]], bots: int) -> list[float]:
    """Return each bot's score in a block, from 0 for always last to 1 for always first.

    Args:
        rotations: For each match, the bot and its mean rank at each seat; ranks count from 1.
        bots: How many bots; each sits at the table equally often.
    """
    sums, seats = [0.0] * bots, [0] * bots
    for ranks in rotations:
        for bot, rank in ranks:
            sums[bot] += (len(ranks) - rank) / (len(ranks) - 1)
            seats[bot] += 1
    return [total / count for total, count in zip(sums, seats, strict=True)]


def _reaches(goal: float, steps: int, drift: float, variance: float) -> float:
    """Return the chance that a Brownian motion reaches a goal above it within so many steps."""
    if goal <= 0:
        return 1.0
    if steps <= 0:
        return 0.0
    spread = math.sqrt(variance * steps)
    if spread <= 0:
        return 1.0 if drift * steps >= goal else 0.0
    normal = NormalDist()
    over = normal.cdf((drift * steps - goal) / spread)
    back = normal.cdf((-drift * steps - goal) / spread)
    exponent = 2 * drift * goal / variance
    return min(1.0, over + (back * math.exp(min(exponent, 700.0)) if back else 0.0))
