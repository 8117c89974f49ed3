"""How the hidden cards may lie: exact counts, and a draw by them.

Only slots from which something is barred need counting (`inference`): the other slots and the stock take
whatever is left. A deal is as likely as the ways that lead to it, so with `u` the numbers of cards, by
suit, that such slots hold together, it comes to

    (ways to these slots) x (ways to give them suits) x (rest)! / product of (rest of the suit)!

where rest is what they leave of the hidden cards. All counts are whole numbers, so nothing is rounded.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import factorial, prod
from random import Random

from arena.games.linger_longer.tables import SUITS

_SUIT_BITS = 8
ONE_OF = tuple(1 << _SUIT_BITS * suit for suit in SUITS)
"""A card of each suit, in a *tally*: how many cards of each suit, eight bits a suit.

Tallies are added and subtracted as they are, since no suit has more than 13 cards.
"""
_BELOW_ZERO = sum(128 * one for one in ONE_OF)
"""The bits of which some are set in a difference of tallies if, and only if, a suit is below zero."""


def in_suits(tally: int) -> tuple[int, ...]:
    """Return how many cards of each suit a tally has."""
    return tuple(tally.to_bytes(len(SUITS), "little"))


class Layouts:
    """All ways in which the slots of some hands may share the hidden cards."""

    __slots__ = ("_choices", "_hidden", "_seats", "_tables", "_totals", "_without", "total")

    def __init__(self, hands: Sequence[Mapping[bytes, int]], hidden: int) -> None:
        """Count them, for the `inference.Ways` of the hands by seat, and the tally of the hidden cards."""
        tables = {seat: tallies(ways) for seat, ways in enumerate(hands)}
        # Hands without barred slots take what is left. Of the others, the more choice one has, the earlier
        # it is: then fewer remainders are met again and again.
        barred = [seat for seat, table in tables.items() if table.keys() != {0}]
        self._seats = sorted(barred, key=lambda seat: -len(tables[seat]))
        self._tables = [tables[seat] for seat in self._seats]
        self._without = [0] * len(hands)
        self._hidden = hidden
        self._totals: dict[tuple[int, int], int] = {}
        self._choices: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self.total = self._count(0, hidden)
        """How many there are, but for a factor; 0 if the cards don't fit."""

    def draw(self, rng: Random) -> list[int]:
        """Draw one evenly, and return by seat the tally of the barred slots in it."""
        left = self._hidden
        drawn = self._without[:]
        for at, seat in enumerate(self._seats):
            taken, running = self._choices.get((at, left)) or self._choices_of(at, left)
            drawn[seat] = tally = taken[bisect(running, rng.randrange(running[-1]))]
            left -= tally
        return drawn

    def _count(self, at: int, left: int) -> int:
        """Count the ways from this table on, with so many cards left."""
        if at == len(self._tables):
            return _orders(left)
        total = self._totals.get((at, left))
        if total is None:
            total = self._totals[at, left] = sum(self._counts(at, left).values())
        return total

    def _counts(self, at: int, left: int) -> dict[int, int]:
        """Count them by what is taken for this table."""
        return {
            tally: ways * self._count(at + 1, left - tally)
            for tally, ways in self._tables[at].items()
            if not left - tally & _BELOW_ZERO
        }

    def _choices_of(self, at: int, left: int) -> tuple[list[int], list[int]]:
        """Return what may be taken for this table, and the running sums of the ways."""
        counts = {tally: count for tally, count in self._counts(at, left).items() if count}
        choices = self._choices[at, left] = ([*counts], [*accumulate(counts.values())])
        return choices


def tallies(ways: Mapping[bytes, int]) -> Mapping[int, int]:
    """Count the ways in which the barred slots of a hand can have suits, by their tally."""
    total: Counter[int] = Counter()
    for slots, count in ways.items():
        for tally, fillings in _fillings(slots.rstrip(b"\0")).items():
            total[tally] += count * fillings
    return total


@lru_cache(maxsize=4096)
def _fillings(slots: bytes) -> Mapping[int, int]:
    """Count the ways to give each slot a suit that isn't barred from it, by the tally of all of them."""
    if not slots:
        return {0: 1}
    total: Counter[int] = Counter()
    for tally, count in _fillings(slots[1:]).items():
        for suit in SUITS:
            if not slots[0] >> suit & 1:
                total[tally + ONE_OF[suit]] += count
    return total


@lru_cache(maxsize=4096)
def _orders(tally: int) -> int:
    """Count the orders of the suits of so many cards."""
    suits = in_suits(tally)
    return factorial(sum(suits)) // prod(map(factorial, suits))
