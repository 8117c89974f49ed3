"""The deal of one hand (CE2)."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.core.cards import DECK
from arena.core.rng import NamedDraws
from arena.games.color_elevator.tables import IS_RED

RESERVE_SIZE = 4
HAND_SIZE = 4


class Deal(NamedTuple):
    """How a hand was dealt; nothing of it changes while the hand lasts."""

    dealer: int
    deck: bytes
    """The shuffled pack, top card first. In a sampled state it and `tops` are empty: nobody knows them."""
    hands: tuple[bytes, ...]
    """By seat, in the order dealt."""
    reserves: tuple[bytes, ...]
    """By seat, the last card comes first into play."""
    tops: bytes
    """The cards that pile 0 and pile 1 start with."""
    stock: bytes
    """The last card is drawn first."""
    passed_over: int
    """How many cards at the start of `stock` have been seen by all (CE2.3)."""


def deal_hand(draws: NamedDraws, *, number: int, dealer: int, players: int) -> Deal:
    """Shuffle and deal hand `number` of the match, anew if it can't be begun (CE2.3)."""
    label = f"deck/{number}"
    deal = None
    again = 0
    while deal is None:
        deck = draws.shuffle(f"{label}/{again}" if again else label, DECK)
        deal = lay_out(deck, dealer=dealer, players=players)
        again += 1
    return deal


def lay_out(deck: Sequence[int], *, dealer: int, players: int) -> Deal | None:
    """Deal from a shuffled pack, or return None if no two colors can be turned up."""
    in_reserve = RESERVE_SIZE * players
    dealt = in_reserve + HAND_SIZE * players
    first = deck[dealt]
    passed_over = 0
    for other in deck[dealt + 1 :]:
        if IS_RED[other] != IS_RED[first]:
            break
        passed_over += 1
    else:
        return None
    turned_from, turned_to = dealt + 1, dealt + 1 + passed_over
    stock = [*deck[turned_to + 1 :], *deck[turned_from:turned_to]]
    starts = [(seat - dealer - 1) % players for seat in range(players)]
    return Deal(
        dealer=dealer,
        deck=bytes(deck),
        hands=tuple([bytes(deck[in_reserve + start : dealt : players]) for start in starts]),
        reserves=tuple([bytes(deck[start:in_reserve:players][::-1]) for start in starts]),
        tops=bytes((other, first) if IS_RED[first] else (first, other)),
        stock=bytes(stock[::-1]),
        passed_over=passed_over,
    )
