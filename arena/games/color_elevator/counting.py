"""How the hidden cards of a shuffle may lie: a draw by exact counts, or by trial alone.

The slots of a hand (`inference`) fall into *levels* by their age; what is barred from a level is barred
from every older one too. A *make-up* of the hand says how many full slots it has of each level. A level
from which no hidden card is barred needs no counting: it takes whatever is left.

One hand at a time is counted exactly: the ways in which the play leads to each make-up, times the ways to
fill its slots from the cards that are left, oldest level first. With two players that is all. With more,
hands want the same cards, and what the later ones find depends on what the earlier ones took; so each
draw for a later hand is accepted with the number of its ways over a bound that no such number exceeds,
and with it the whole layout is drawn evenly (Huber, "Exact sampling from perfect matchings of dense
regular bipartite graphs", Algorithmica 44, 2006: the same scheme with other bounds).
"""

from bisect import bisect, bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import factorial
from random import Random
from typing import NamedTuple

from arena.games.color_elevator.inference import Shuffle, Step

MOST_MAKE_UPS = 1_500
"""A hand with more make-ups, at any moment, is not counted but drawn by trial.

It bounds the time that a view takes to count, once, and each try. No position of the tests' random
matches comes that far.
"""

Given = list[bytes]
"""By seat, the hidden cards that were drawn for some of its slots; its other slots may have any others."""

_BITS = 8
"""Of a count in a *tally*: how many slots of each level, level 0 in the lowest bits."""


class Hand(NamedTuple):
    """What a seat may hold of a shuffle, in the levels from which some card is barred."""

    seat: int
    make_ups: tuple[tuple[tuple[int, ...], int], ...]
    """Slots by level, and in how many ways the play leads there."""
    allowed: tuple[int, ...]
    """By level, the cards that may lie there, as bits."""


class Layouts:
    """All ways in which the hands may share the hidden cards of a shuffle."""

    __slots__ = ("_bounds", "_cards", "_first", "_players", "hands")

    def __init__(self, shuffle: Shuffle, hands: Sequence[Hand]) -> None:
        """Count those of the first hand, and begin with the one that has the least choice."""
        self._cards = _bits(shuffle.cards)
        self._players = len(shuffle.steps)
        self._bounds: dict[tuple[int, int], int] = {}
        self.hands = sorted((hand for hand in hands if hand.allowed or not hand.make_ups), key=self._freedom)
        """Those that need counting, in the order of the draw."""
        self._first = ([*accumulate(self._weights(0, self._cards))] or [0]) if self.hands else [1]

    @property
    def is_possible(self) -> bool:
        """Tell whether the hand with the least choice can be what it is."""
        return self._first[-1] > 0

    def draw(self, rng: Random) -> Given | None:
        """Draw one evenly and return the cards in barred levels, or None if the draw is refused."""
        left = self._cards
        given = [b""] * self._players
        for number, hand in enumerate(self.hands):
            running = [*accumulate(self._weights(number, left))] if number else self._first
            chosen = rng.randrange(self._bound(number, left.bit_count()) if number else running[-1])
            if chosen >= running[-1]:
                return None
            slots, _ = hand.make_ups[bisect(running, chosen)]
            for allowed, count in zip(hand.allowed, slots, strict=True):
                if count:
                    cards = bytes(rng.sample(_cards_in(allowed & left), count))
                    left ^= _bits(cards)
                    given[hand.seat] += cards
        return given

    def _weights(self, number: int, left: int) -> list[int]:
        """Count for each make-up of a hand the ways to it and on, with bounds for the hands behind."""
        sizes = [(allowed & left).bit_count() for allowed in self.hands[number].allowed]
        return self._weights_with(number, sizes, left.bit_count())

    def _weights_with(self, number: int, sizes: Sequence[int], left: int) -> list[int]:
        """Do so by how many cards of each level are left, and how many in all."""
        return [
            ways * _fillings(slots, sizes) * self._bound(number + 1, left - sum(slots))
            for slots, ways in self.hands[number].make_ups
        ]

    def _bound(self, number: int, left: int) -> int:
        """Return what the weights of a hand come to at most, whichever cards are left."""
        if left < 0:
            return 0
        if number == len(self.hands):
            return factorial(left)
        bound = self._bounds.get((number, left))
        if bound is None:
            sizes = [min(allowed.bit_count(), left) for allowed in self.hands[number].allowed]
            bound = self._bounds[number, left] = sum(self._weights_with(number, sizes, left))
        return bound

    def _freedom(self, hand: Hand) -> float:
        """Return which part of all layouts of a hand alone would fit; sorting by it saves refusals."""
        if not hand.make_ups:
            return 0
        sizes = [allowed.bit_count() for allowed in hand.allowed]
        cards = self._cards.bit_count()
        fit = sum(
            ways * _fillings(slots, sizes) * factorial(cards - sum(slots))
            for slots, ways in hand.make_ups
            if sum(slots) <= cards
        )
        return fit / (factorial(cards) * sum(ways for _, ways in hand.make_ups))


def counted(shuffle: Shuffle) -> Layouts | None:
    """Count the layouts of a shuffle, or return None if a hand has too many make-ups."""
    hands = []
    for seat, steps in enumerate(shuffle.steps):
        if steps:
            hand = _hand(shuffle, seat)
            if hand is None:
                return None
            hands.append(hand)
    return Layouts(shuffle, hands)


def deal_by_trial(shuffle: Shuffle, rng: Random) -> Given | None:
    """Deal the hidden cards to all slots, every play out of any slot; None if something is barred."""
    cards = rng.sample(range(len(shuffle.cards)), len(shuffle.cards))
    given = []
    for steps, needed in zip(shuffle.steps, shuffle.ages, strict=True):
        slots: list[int] = []
        for is_filled, age in steps:
            if is_filled:
                slots.append(age)
            elif slots.pop(rng.randrange(len(slots))) < age:
                return None
        hand = [cards.pop() for _ in slots]
        if any(age < needed[card] for age, card in zip(slots, hand, strict=True)):
            return None
        given.append(bytes([shuffle.cards[card] for card in hand]))
    return given


def _hand(shuffle: Shuffle, seat: int) -> Hand | None:
    """Sort the slots of a seat into as few levels as will do, and count its make-ups."""
    ages = sorted({step.age for step in shuffle.steps[seat] if step.is_filled})
    needed = [bisect_left(ages, age) for age in shuffle.ages[seat]]
    steps = [Step(step.is_filled, bisect_left(ages, step.age)) for step in shuffle.steps[seat]]
    cuts = sorted({*needed, *(step.age for step in steps if not step.is_filled)} - {0})
    levels = [bisect(cuts, age) for age in needed]
    barred = max(levels, default=0)
    tallies = _tallies([Step(step.is_filled, bisect(cuts, step.age)) for step in steps], len(cuts) + 1)
    if tallies is None:
        return None
    make_ups: Counter[tuple[int, ...]] = Counter()
    for tally, ways in tallies.items():
        make_ups[tuple(tally.to_bytes(len(cuts) + 1, "little")[:barred])] += ways
    allowed = [
        _bits(card for card, level in zip(shuffle.cards, levels, strict=True) if level <= slot)
        for slot in range(barred)
    ]
    return Hand(seat, tuple(make_ups.items()), tuple(allowed))


def _tallies(steps: Sequence[Step], levels: int) -> dict[int, int] | None:
    """Follow what a hand may be made up of, and in how many ways; None if that is too much."""
    tallies = {0: 1}
    for is_filled, level in steps:
        if is_filled:
            tallies = {tally + (1 << _BITS * level): ways for tally, ways in tallies.items()}
            continue
        emptied: Counter[int] = Counter()
        for tally, ways in tallies.items():
            for at in range(_BITS * level, _BITS * levels, _BITS):
                slots = tally >> at & 255
                if slots:
                    emptied[tally - (1 << at)] += ways * slots
        tallies = emptied
        if len(tallies) > MOST_MAKE_UPS:
            return None
    return tallies


def _fillings(slots: Sequence[int], sizes: Sequence[int]) -> int:
    """Count the ways to fill so many slots of each level, from so many cards that are allowed there."""
    ways = 1
    taken = 0
    for count, size in zip(slots, sizes, strict=True):
        for _ in range(count):
            if size <= taken:
                return 0
            ways *= size - taken
            taken += 1
    return ways


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _cards_in(bits: int) -> list[int]:
    return [card for card in range(bits.bit_length()) if bits >> card & 1]
