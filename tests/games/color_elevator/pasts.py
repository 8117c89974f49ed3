"""One complete past of a state, found backwards, and played again by the engine from the deal on."""

from collections.abc import Sequence
from typing import Any

from arena.core.cards import DECK, HIDDEN
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.events import EventType, Source
from tests.games.color_elevator.hindsight import Hand, Hindsight, Look, Play, Take
from tests.games.color_elevator.table import GAME
from tests.games.draws import ScriptedDraws


class ScriptedDeal(ScriptedDraws):
    """Given shuffles, and a given first dealer."""

    def __init__(self, orders: dict[str, Sequence[int]], dealer: int) -> None:
        super().__init__(orders)
        self.dealer = dealer

    def below(self, label: str, n: int) -> int:
        del label, n
        return self.dealer


def taken(past: Hindsight, seat: int, hand: Hand) -> tuple[list[int], list[list[int]]]:
    """Find the cards that a seat was dealt, and those that it took each time, so that it ends with this hand.

    Going back, each secret draw is of the card that the hand must be rid of first; a card for each can be
    found that way if it can be found at all, since it is only a matter of how late a card may have come.
    """
    moments = past.moments[seat]
    takes = []
    for at in range(len(moments) - 1, -1, -1):
        moment = moments[at]
        if isinstance(moment, Look):
            assert moment.is_possible(hand), f"seat {seat} would have had {sorted(hand)}"
        elif isinstance(moment, Play):
            hand |= {moment.card}
        else:
            free = [card for card in hand if moment.lives[card] == moment.shuffle]
            free.sort(key=lambda card, at=at: -last_barred(moments[:at], card))  # type: ignore[misc]
            cards = free[: moment.count] if moment.card == HIDDEN else [moment.card]
            assert len(hand.intersection(cards)) == moment.count, f"seat {seat} can't have taken a card"
            takes.append(cards)
            hand = hand.difference(cards)
    assert len(hand) == 4
    assert all(moment.lives[card] == 0 for moment in moments[:1] if isinstance(moment, Take) for card in hand)
    return sorted(hand), takes[::-1]


def last_barred(moments: Sequence[Look | Play | Take], card: int) -> int:
    """Return when a hand last can't have had this card, or a card taken later in the open, or -1."""
    for at in range(len(moments) - 1, -1, -1):
        moment = moments[at]
        if isinstance(moment, Look) and moment.bars(card):
            return at
        if isinstance(moment, Take) and moment.card == card:
            return -2  # the hand has it from there
    return -1


def replay(
    view: ColorElevatorView, state: ColorElevatorState, options: ColorElevatorOptions
) -> ColorElevatorView:
    """Deal a past of the state, play all moves of the hand again, and return what the seat sees then."""
    past = Hindsight(view, options)
    hands = [taken(past, seat, frozenset(state.view(seat).hand)) for seat in range(options.players)]
    orders = shuffles_of(past, state, [dealt for dealt, _ in hands], [takes for _, takes in hands])
    again = GAME.new_match(options, ScriptedDeal(orders, view.dealer))
    for event in past.events:
        if event.type is EventType.PLAY:
            again.play(2 * event.value + event.detail)
    return again.view(view.seat)


def shuffles_of(
    past: Hindsight, state: ColorElevatorState, dealt: list[list[int]], takes: list[list[list[int]]]
) -> dict[str, Sequence[int]]:
    """Put together the deck and all reshuffles, by label."""
    reserves: list[list[int]] = [[] for _ in dealt]
    stocks: list[list[int]] = [[]]
    shown: list[int] = []  # how many were drawn from the first stock before each draw that all saw
    for kind, seat, value, detail in past.events:
        if kind is EventType.RESHUFFLE:
            stocks.append([])
        elif kind is EventType.FLIP and state.view(0).flip == value:
            reserves[seat].append(value)
        elif kind in (EventType.FLIP, EventType.PICK_UP) or (kind, detail) == (
            EventType.DRAW,
            Source.RESERVE,
        ):
            reserves[seat] += takes[seat].pop(0)
        elif kind is EventType.DRAW:
            if value != HIDDEN and (seat != past.view.seat or value in past.view.known[1::2]):
                shown.append(len(stocks[-1]))
            stocks[-1] += takes[seat].pop(0)
    left = state.stock[: state.stock_left][::-1]
    stocks[-1] += left
    for seat, count in enumerate(state.reserve_counts):
        reserves[seat] += state.deal.reserves[seat][:count][::-1]
    first = stocks[0]
    start = min([*shown, len(first) - len(state.view(0).stock_bottom)])
    deck = deck_of(past.events[0], reserves, dealt, first[:start], first[start:])
    later = {f"reshuffle/0/{number}": stock for number, stock in enumerate(stocks[1:])}
    assert sorted(deck) == list(DECK)
    return {"deck/0": deck, **later}


def deck_of(
    deal: Any, reserves: list[list[int]], hands: list[list[int]], stock: list[int], passed: list[int]
) -> list[int]:
    """Stack a deck (CE2.2, CE2.3); the cards passed over are of the color of the first card turned up."""
    players = len(hands)
    order = [(deal.seat + 1 + place) % players for place in range(players)]
    tops = [deal.value, deal.detail]
    if passed and passed[0] // 13 in (1, 2):
        tops.reverse()
    dealt = [places[seat][row] for places in (reserves, hands) for row in range(4) for seat in order]
    return [*dealt, tops[0], *passed, tops[1], *stock]
