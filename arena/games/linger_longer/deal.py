"""The cut for the first deal (LL2) and a hand's deal (LL3), as plain values."""

from typing import NamedTuple

from arena.core.cards import DECK
from arena.core.rng import NamedDraws
from arena.games.linger_longer.options import LingerLongerOptions


class Deal(NamedTuple):
    """One hand as it is dealt."""

    dealt: bytes
    """The shuffled deck, top card first."""
    deck: bytes
    """The same in the order in which cards leave it: a turned-up card goes last (LL3.4)."""
    top: int
    """Where in `deck` the stock begins."""
    hands: list[bytes]
    trump: int
    shown: int
    """The card that everyone has seen, the dealer's or the one turned up, or -1."""
    shown_seat: int
    """Who holds it; -1 while it lies under the stock, or when there is none."""


def cut_for_dealer(options: LingerLongerOptions, draws: NamedDraws) -> tuple[int, bytes]:
    """Return the first dealer, and what every seat drew: pairs of seat and card (LL2.1, LL2.2)."""
    decide = min if options.first_dealer == "cut_low" else max
    seats = list(range(options.players))
    drawn = bytearray()
    cut_round = 0
    while len(seats) > 1:
        cards = draws.shuffle(f"cut/0/{cut_round}", DECK)[: len(seats)]
        for pair in zip(seats, cards, strict=True):
            drawn.extend(pair)
        ranks = [card % 13 for card in cards]
        deciding = decide(ranks)
        seats = [seat for seat, rank in zip(seats, ranks, strict=True) if rank == deciding]
        cut_round += 1
    return seats[0], bytes(drawn)


def deal_hand(options: LingerLongerOptions, draws: NamedDraws, hand_number: int, dealer: int) -> Deal:
    """Shuffle and deal (LL3.1 to LL3.5)."""
    players = options.players
    pack = draws.shuffle(f"deck/{hand_number}", DECK)
    dealt = bytes(pack)
    top = players * options.cards_each
    hands = [bytes(sorted(pack[(seat - dealer - 1) % players : top : players])) for seat in range(players)]
    if options.trump == "dealer_card":
        shown = dealt[top - 1]
        return Deal(dealt, dealt, top, hands, shown // 13, shown, dealer)
    if options.trump == "turn_up":
        shown = dealt[top]
        deck = dealt[:top] + dealt[top + 1 :] + dealt[top : top + 1]
        return Deal(dealt, deck, top, hands, shown // 13, shown, -1)
    return Deal(dealt, dealt, top, hands, trump=-1, shown=-1, shown_seat=-1)
