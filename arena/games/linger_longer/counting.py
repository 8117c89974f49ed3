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
    """All ways in which the slots of some hands, one after the other, may share the hidden cards."""

    __slots__ = ("_choices", "_hands", "_hidden", "_totals", "total")

    def __init__(self, hands: Sequence[Mapping[bytes, int]], hidden: int) -> None:
        """Count them, for hands of which `inference.Ways` are known, and the tally of the hidden cards."""
        self._hands = [tallies(ways) for ways in hands]
        self._hidden = hidden
        self._totals: dict[tuple[int, int], int] = {}
        self._choices: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self.total = self._count(0, hidden)
        """How many there are; 0 if the cards don't fit."""

    def draw(self, rng: Random) -> list[int]:
        """Draw one evenly, and return the tally of each hand's barred slots in it."""
        left = self._hidden
        drawn = []
        for hand in range(len(self._hands)):
            choices = self._choices.get((hand, left)) or self._choices_of(hand, left)
            tallies, running = choices
            tally = tallies[bisect(running, rng.randrange(running[-1]))] if len(tallies) > 1 else tallies[0]
            drawn.append(tally)
            left -= tally
        return drawn

    def _count(self, hand: int, left: int) -> int:
        """Count the ways from this hand on, with so many cards left."""
        if left & _BELOW_ZERO:
            return 0
        if hand == len(self._hands):
            return _orders(left)
        total = self._totals.get((hand, left))
        if total is None:
            total = self._totals[hand, left] = sum(self._counts(hand, left).values())
        return total

    def _counts(self, hand: int, left: int) -> dict[int, int]:
        """Count them by the tally that this hand takes."""
        later = hand + 1
        return {tally: ways * self._count(later, left - tally) for tally, ways in self._hands[hand].items()}

    def _choices_of(self, hand: int, left: int) -> tuple[list[int], list[int]]:
        """Return the tallies that this hand may take, and the running sums of their ways."""
        counts = self._counts(hand, left)
        tallies = [tally for tally, count in counts.items() if count]
        choices = self._choices[hand, left] = (tallies, [*accumulate(counts[tally] for tally in tallies)])
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
