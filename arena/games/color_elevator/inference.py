"""What the play tells a seat of the cards that it can't see.

A hidden card came into a hand by the deal, by a draw or with the reserve; the place that it took there is
a *slot*. A player who had to draw or pass held no card that fitted (CE4.3), and one whose turn placed one
card instead of two held no other for the other pile (CE5.2). So at such a moment certain cards are
*barred* from each slot that the player has, and from none that is filled later. A card that is played
came out of a slot from which it was not barred. Nobody saw which one, so all of them count, and the more
there are, the more deals lead to what was seen.

Each shuffle is a matter of its own: the deal, and every reshuffle. Its cards fill slots that were drawn
from it, and are hidden until they are played, flipped or known; a card that goes through a reshuffle
begins anew.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from struct import iter_unpack
from typing import NamedTuple

from arena.core.cards import DECK, HIDDEN
from arena.games.color_elevator.options import NAME, ColorElevatorOptions
from arena.games.color_elevator.tables import fits
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.events import EventType, events_of_hand
from arena.games.sampling import never_seen

_PLAY = int(EventType.PLAY)  # an enum's members are slow to reach and to compare
_DRAW = int(EventType.DRAW)
_FLIP = int(EventType.FLIP)
_PICK_UP = int(EventType.PICK_UP)
_PASS = int(EventType.PASS)
_RESHUFFLE = int(EventType.RESHUFFLE)

FITTING = tuple(sum(1 << card for card in DECK if fits(card, top)) for top in DECK)
"""By top card, the cards that fit on it, as bits."""

Happening = tuple[int, int, int, int]
"""An event as plain numbers: type, seat, value, detail."""


class Step(NamedTuple):
    """A slot is filled or emptied, in a hand that its owner alone sees.

    The *age* of a slot is how many times cards had been barred from its hand when it was filled.
    """

    is_filled: bool
    age: int
    """Of the slot that is filled; or what the slot that is emptied has at least, for the card it held."""


class Shuffle(NamedTuple):
    """What became of the cards that were shuffled together, as far as one seat can know."""

    cards: bytes
    """Those still hidden from it."""
    steps: tuple[tuple[Step, ...], ...]
    """By seat, how its slots were filled from this shuffle and emptied, oldest first; none for its own."""
    ages: tuple[tuple[int, ...], ...]
    """By seat, for each of the cards: the age that a slot has at least if it holds the card."""

    def held(self, seat: int) -> int:
        """Count the slots that are full; the rest of the cards is in the stock or in reserves."""
        return sum(1 if step.is_filled else -1 for step in self.steps[seat])

    def can_be(self, seat: int) -> bool:
        """Tell whether the seat never had fewer slots than none, or more than there are cards."""
        running = accumulate(1 if step.is_filled else -1 for step in self.steps[seat])
        return all(count in range(len(DECK) + 1) for count in running)


def shuffles_seen(view: ColorElevatorView, options: ColorElevatorOptions) -> list[Shuffle]:
    """Return what a seat has learned of each shuffle of the current hand, the deal first.

    Raises:
        RulesError: the view lacks events of the hand, or nobody can have seen it.
    """
    story = _Story(view, options)
    shuffles = story.shuffles()
    if not _is_whole(view, story, shuffles):
        raise never_seen(NAME, view, "its events don't lead to its piles and counts")
    return shuffles


def _is_whole(view: ColorElevatorView, story: "_Story", shuffles: Sequence[Shuffle]) -> bool:
    """Tell whether the events lead to the piles and counts of the view."""
    known = view.known[::2]
    left = [len(each.cards) for each in shuffles]
    for seat, count in enumerate(view.hand_counts):
        if seat != view.seat:
            held = [each.held(seat) for each in shuffles]
            left = [some - taken for some, taken in zip(left, held, strict=True)]
            if sum(held) + known.count(seat) != count or not all(each.can_be(seat) for each in shuffles):
                return False
    left[0] -= sum(view.reserve_counts)
    left[-1] -= view.stock - len(view.stock_bottom)
    return not any(left) and story.piles == [list(view.pile_0), list(view.pile_1)]


def _turns(view: ColorElevatorView) -> Iterator[list[Happening]]:
    """Yield the events of each turn of the hand, the deal first; no player has two turns in a row."""
    happenings = iter_unpack("4B", events_of_hand(NAME, view.events))
    yield [next(happenings)]
    for _, turn in groupby(happenings, itemgetter(1)):
        yield list(turn)


class _Story:
    """The hand as one seat saw it, told again from the deal on."""

    def __init__(self, view: ColorElevatorView, options: ColorElevatorOptions) -> None:
        self.view = view
        self.plays_two = options.turn == "both_piles"
        seats = range(options.players)
        turns = list(_turns(view))
        ((_, _, *tops),) = turns[0]
        if HIDDEN in tops:
            raise never_seen(NAME, view, "its piles begin with a hidden card")
        self.piles = [[top] for top in tops]
        self.hidden = [{*DECK} - {*tops, *view.stock_bottom}]  # by shuffle
        self.steps: list[list[list[Step]]] = [[[Step(True, 0)] * 4 for _ in seats]]  # by shuffle and seat
        self.shuffle_of = [0] * len(DECK)
        self.known: list[set[int]] = [set() for _ in seats]
        self.barred: list[list[int]] = [[] for _ in seats]  # by seat, each time: the cards, as bits
        for number, turn in enumerate(turns[1:], 2):
            self._take_turn(turn, is_last=number == len(turns))

    def shuffles(self) -> list[Shuffle]:
        """Sum up what is still hidden."""
        own = self.view.seat
        result = []
        for hidden, steps in zip(self.hidden, self.steps, strict=True):
            cards = bytes(sorted(hidden.difference(self.view.hand)))
            by_seat = [() if seat == own else tuple(some) for seat, some in enumerate(steps)]
            ages = [tuple([self._age(seat, card) for card in cards]) for seat in range(len(steps))]
            result.append(Shuffle(cards, tuple(by_seat), tuple(ages)))
        return result

    def _age(self, seat: int, card: int) -> int:
        """Return the age that a slot of this seat has at least if the card is in it now."""
        barred = self.barred[seat]
        for age in range(len(barred), 0, -1):
            if barred[age - 1] >> card & 1:
                return age
        return 0

    def _take_turn(self, turn: Sequence[Happening], *, is_last: bool) -> None:
        kinds = [kind for kind, *_ in turn]
        is_forced = _PLAY not in kinds and _FLIP not in kinds
        is_single = self.plays_two and _FLIP not in kinds and kinds.count(_PLAY) == 1
        if is_last and self.view.second_pile >= 0:
            is_single = False  # the other is still to come
        for kind, seat, value, detail in turn:
            if kind == _PLAY:
                barred = self._no_second(value, detail) if is_single else 0
                self._play(seat, value, detail)
                if barred:
                    self.barred[seat].append(barred)
                continue
            if is_forced and kind != _PICK_UP:
                tops = [pile[-1] for pile in self.piles]
                self.barred[seat].append(FITTING[tops[0]] | FITTING[tops[1]])
                is_forced = False
            self._take_cards(kind, seat, value)

    def _no_second(self, card: int, pile: int) -> int:
        """Return the cards of which the hand has no other, if one is played and not two (CE5.2)."""
        here, there = FITTING[self.piles[pile][-1]], FITTING[self.piles[1 - pile][-1]]
        return here | there if there >> card & 1 else there

    def _play(self, seat: int, card: int, pile: int) -> None:
        shuffle = self.shuffle_of[card]
        if card in self.known[seat]:
            self.known[seat].discard(card)
        else:
            self.steps[shuffle][seat].append(Step(False, self._age(seat, card)))
        self.hidden[shuffle].discard(card)
        self.piles[pile].append(card)

    def _take_cards(self, kind: int, seat: int, value: int) -> None:
        """Follow a card, or a few, into a hand or a new stock."""
        if kind == _RESHUFFLE:
            self._reshuffle()
        elif kind == _FLIP or (kind == _DRAW and value != HIDDEN and seat != self.view.seat):
            self.hidden[0].discard(value)
            self.known[seat].add(value)
        elif kind == _DRAW:
            # Reserves are drawn from in games without reshuffles alone, so it is the last shuffle anyway.
            self.steps[-1][seat].append(Step(True, len(self.barred[seat])))
        elif kind == _PICK_UP:
            self.steps[0][seat] += [Step(True, len(self.barred[seat]))] * value

    def _reshuffle(self) -> None:
        cards = {card for pile in self.piles for card in pile[:-1]}
        self.piles = [pile[-1:] for pile in self.piles]
        for card in cards:
            self.shuffle_of[card] = len(self.hidden)
        self.hidden.append(cards)
        self.steps.append([[] for _ in self.known])
