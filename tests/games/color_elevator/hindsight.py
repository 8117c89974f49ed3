"""What may have been: complete pasts of a hand of cards that fit all that one seat has seen.

It knows the events and the rules' clauses, and goes backwards from the cards that players hold: a draw
that nobody saw may have been any card that is in the hand after it. It counts naively.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from arena.core.cards import DECK, HIDDEN, TEXTS
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.events import Event, EventType, Source, read_events
from tests.naive.color_elevator import fits

Hand = frozenset[int]
Fits = Callable[[Hand], bool]


class Look(NamedTuple):
    """What a hand must have been like at some time."""

    is_possible: Fits
    played: frozenset[int] = frozenset()
    """What was played next out of the same hand."""

    def bars(self, card: int) -> bool:
        return card not in self.played and not self.is_possible(self.played | {card})


class Play(NamedTuple):
    card: int


class Take(NamedTuple):
    """A card came into the hand, or several at once."""

    card: int
    """HIDDEN if this seat could not see it."""
    shuffle: int
    """Out of which it came: 0 is the deal, 1 the first reshuffle."""
    lives: tuple[int, ...]
    """By card, which shuffle it had gone through last at that time."""
    count: int = 1


Moment = Look | Play | Take


def fits_one(card: int, *tops: int) -> bool:
    return any(fits(TEXTS[card], TEXTS[top]) for top in tops)


class Hindsight:
    """The current hand as one seat knows it, told for each seat."""

    def __init__(self, view: ColorElevatorView, options: ColorElevatorOptions) -> None:
        self.view = view
        self.both_piles = options.turn == "both_piles"
        self.moments: list[list[Moment]] = [[] for _ in range(options.players)]
        events = list(read_events(view.events))
        self.events = events[max(at for at, event in enumerate(events) if event.type is EventType.DEAL) :]
        self.piles = [[self.events[0].value], [self.events[0].detail]]
        self.lives = [0] * 52
        self.reshuffles = 0
        self.counts: dict[tuple[int, int, Hand], int] = {}
        turns = [list(turn) for _, turn in groupby(self.events[1:], lambda event: event.seat)]
        for turn in turns:
            self._turn(turn, is_last=turn is turns[-1])

    def _turn(self, turn: Sequence[Event], *, is_last: bool) -> None:
        kinds = [event.type for event in turn]
        looked: Look | None = None
        if EventType.FLIP in kinds:
            looked = Look(lambda hand: not hand)
        elif kinds.count(EventType.PLAY) == 1:
            is_first = is_last and self.view.second_pile >= 0
            looked = self._look_for_two(turn[kinds.index(EventType.PLAY)].value) if not is_first else None
        elif EventType.PLAY not in kinds:
            looked = self._look_for_one()
        for event in turn:
            if looked is not None and event.type is not EventType.PICK_UP:
                self.moments[event.seat].append(looked)
                looked = None
            self._event(event)

    def _look_for_one(self) -> Look:
        """CE4.3, CE4.4: who draws two or passes has no card that fits."""
        tops = [pile[-1] for pile in self.piles]
        return Look(lambda hand: not any(fits_one(card, *tops) for card in hand))

    def _look_for_two(self, played: int) -> Look | None:
        """CE5.2: who plays one card where two are usual has no two different cards, one for each pile."""
        top_0, top_1 = (pile[-1] for pile in self.piles)
        if not self.both_piles:
            return None
        return Look(
            lambda hand: not any(fits_one(x, top_0) and fits_one(y, top_1) for x in hand for y in hand - {x}),
            frozenset({played}),
        )

    def _event(self, event: Event) -> None:
        kind, seat, value, detail = event
        moments = self.moments[seat]
        lives = tuple(self.lives)
        if kind is EventType.PLAY:
            moments.append(Play(value))
            self.piles[detail].append(value)
        elif kind is EventType.FLIP and self.view.flip != value:
            moments.append(Take(value, 0, lives))
        elif kind is EventType.DRAW:
            moments.append(Take(value, 0 if detail == Source.RESERVE else self.reshuffles, lives))
        elif kind is EventType.PICK_UP:
            moments.append(Take(HIDDEN, 0, lives, value))
        elif kind is EventType.RESHUFFLE:
            self.reshuffles += 1
            for pile in self.piles:
                for card in pile[:-1]:
                    self.lives[card] = self.reshuffles
            self.piles = [pile[-1:] for pile in self.piles]

    def ways(self, seat: int, hand: Hand) -> int:
        """Count the pasts of a seat that end with this hand."""
        return self._count(seat, len(self.moments[seat]), hand)

    def _count(self, seat: int, at: int, hand: Hand) -> int:
        if at == 0:
            return len(hand) == 4
        key = seat, at, hand
        if key not in self.counts:
            befores = _before(self.moments[seat][at - 1], hand)
            self.counts[key] = sum(self._count(seat, at - 1, before) for before in befores)
        return self.counts[key]

    def layouts(self) -> Iterator[tuple[tuple[Hand, ...], int]]:
        """Yield every way to share out the hidden cards, with the number of its pasts; often 0.

        The order of the cards that nobody holds is left open.
        """
        view = self.view
        known: list[set[int]] = [set() for _ in view.hand_counts]
        for seat, card in zip(view.known[::2], view.known[1::2], strict=True):
            known[seat].add(card)
        known[view.seat] = {*view.hand}
        shown = {*view.pile_0, *view.pile_1, *view.stock_bottom, view.flip}.union(*known)
        yield from self._share(list(map(frozenset, known)), frozenset(DECK).difference(shown))

    def _share(self, known: list[Hand], left: Hand) -> Iterator[tuple[tuple[Hand, ...], int]]:
        """Share out some cards to the last so many seats, of which some cards are known."""
        if not known:
            yield (), self._lies_idle(left)
            return
        seat = len(self.moments) - len(known)
        for cards in combinations(sorted(left), self.view.hand_counts[seat] - len(known[0])):
            hand = known[0].union(cards)
            ways = 1 if seat == self.view.seat else self.ways(seat, hand) * self._may_be_asked(seat, hand)
            if not ways:
                yield (hand,), 0
                continue
            for hands, others in self._share(known[1:], left.difference(cards)):
                yield (hand, *hands), ways * others

    def _lies_idle(self, cards: Hand) -> bool:
        """Tell whether these may be the cards of the stock, but for its known bottom, and of all reserves."""
        in_reserves = sum(self.view.reserve_counts)
        in_stock = self.view.stock - len(self.view.stock_bottom)
        lives = [0] * in_reserves + [self.reshuffles] * in_stock
        return sorted(self.lives[card] for card in cards) == lives

    def _may_be_asked(self, seat: int, hand: Hand) -> bool:
        """Tell whether it can be this seat's move, if it is: then a card fits."""
        view = self.view
        if view.flip >= 0 or seat != (view.dealer + 1 + view.turn_number) % len(self.moments):
            return True
        tops = view.tops if view.second_pile < 0 else view.tops[view.second_pile :][:1]
        return any(fits_one(card, *tops) for card in hand)


def _before(moment: Moment, hand: Hand) -> Iterator[Hand]:
    """Yield what a hand may have been before a moment."""
    if isinstance(moment, Look):
        if moment.is_possible(hand):
            yield hand
    elif isinstance(moment, Play):
        if moment.card not in hand:
            yield hand | {moment.card}
    elif moment.card != HIDDEN:
        if moment.card in hand:
            yield hand - {moment.card}
    else:
        free = [card for card in hand if moment.lives[card] == moment.shuffle]
        for cards in combinations(free, moment.count):
            yield hand.difference(cards)
