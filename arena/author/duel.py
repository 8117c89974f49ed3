"""A duel: block by block, until it is clear who is better, or can't become so."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.author.clarity import Contest, Verdict, block_scores, judge, pairs_of
from arena.match.record import MatchRecord
from arena.rating.ranking import doubled_mean_ranks

_FIRST_LOOK = 20
"""Blocks after which it is first asked whether a pair is hopeless."""
_NEXT_LOOK = 1.1
"""And then each time when there are so many times as many: a look takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What is known of two bots."""

    first: str
    second: str
    verdict: Verdict
    blocks: int
    lead: float
    """By how many places the first is better in a match, on average; negative if it is worse."""
    low: float
    """The least lead that can't be excluded."""
    high: float
    """The greatest."""
    p: float
    """The chance of as much evidence if they were equal, 0 to 1, whenever one looks."""

    @property
    def better(self) -> str | None:
        """Name the one that is clearly better; None if neither is."""
        return {Verdict.FIRST: self.first, Verdict.SECOND: self.second}.get(self.verdict)


class Duel:
    """Takes blocks in schedule order, and stops to learn once everything is decided."""

    def __init__(self, bots: Sequence[str], *, seats: int, most: int, sure: float) -> None:
        """Begin.

        Args:
            bots: Their names. Entrant `e` of the tournament is a copy of bot `e % len(bots)`.
            seats: Of a table: a multiple of the number of bots.
            most: How many blocks there are at most.
            sure: The chance that no bot is called better that isn't, over all pairs, for example 0.95.
        """
        self.bots = tuple(bots)
        self.seats = seats
        self.most = most
        self.sure = sure
        self.blocks = 0
        self._pairs = pairs_of(len(bots))
        self._contests = [Contest((1 - sure) / len(self._pairs)) for _ in self._pairs]
        self._verdicts = [Verdict.OPEN] * len(self._pairs)
        self._next_look = _FIRST_LOOK

    @property
    def is_over(self) -> bool:
        """Tell whether every pair is clear, or hopeless."""
        return Verdict.OPEN not in self._verdicts

    def add(self, records: Sequence[MatchRecord]) -> None:
        """Take the matches of the next block; after the end nothing changes any more."""
        if self.is_over:
            return
        rotations = [
            [
                (entrant % len(self.bots), doubled / 2)
                for entrant, doubled in zip(record.seats, doubled_mean_ranks(record.places), strict=True)
            ]
            for record in records
        ]
        scores = block_scores(rotations, len(self.bots))
        self.blocks += 1
        for (first, second), contest in zip(self._pairs, self._contests, strict=True):
            contest.add(scores[first] - scores[second])
        left = None
        if self.blocks >= min(self._next_look, self.most):
            self._next_look = int(self.blocks * _NEXT_LOOK) + 1
            left = self.most - self.blocks
        self._verdicts = judge(self._contests, sure=self.sure, left=left)

    def pairs(self) -> list[Pair]:
        """Say what is known of each pair."""
        return [
            self._pair(number, contest, verdict)
            for number, (contest, verdict) in enumerate(zip(self._contests, self._verdicts, strict=True))
        ]

    def _pair(self, number: int, contest: Contest, verdict: Verdict) -> Pair:
        first, second = self._pairs[number]
        places = self.seats - 1
        low, high = contest.interval()
        return Pair(
            self.bots[first],
            self.bots[second],
            verdict,
            contest.blocks,
            lead=places * contest.mean,
            low=places * low,
            high=places * high,
            p=contest.p,
        )
