"""The deal of one hand (CE2)."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.core.cards import DECK
from arena.core.rng import NamedDraws
from arena.games.color_elevator.tables import BLACK, IS_RED, RED

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
    pack = bytes(deck)
    dealt = (RESERVE_SIZE + HAND_SIZE) * players
    first = pack[dealt]
    # Everything of one color behind the first card turned is passed over.
    rest = pack[dealt + 1 :]
    behind = rest.lstrip(RED if IS_RED[first] else BLACK)
    if not behind:
        return None
    passed_over = len(rest) - len(behind)
    hands, reserves = _DEALT[players][dealer]
    return Deal(
        dealer,
        pack,
        tuple([pack[cards] for cards in hands]),
        tuple([pack[cards] for cards in reserves]),
        bytes((behind[0], first) if IS_RED[first] else (first, behind[0])),
        (behind[1:] + rest[:passed_over])[::-1],
        passed_over,
    )


def _dealt(players: int, dealer: int) -> tuple[list[slice], list[slice]]:
    """Return where in the pack each hand and each reserve is, of which the last card dealt comes first."""
    starts = [(seat - dealer - 1) % players for seat in range(players)]
    last = (RESERVE_SIZE - 1) * players
    in_reserve, dealt = RESERVE_SIZE * players, (RESERVE_SIZE + HAND_SIZE) * players
    hands = [slice(in_reserve + start, dealt, players) for start in starts]
    return hands, [slice(last + start, None, -players) for start in starts]


_DEALT = [[_dealt(players, dealer) for dealer in range(players)] for players in range(5)]
"""By players and dealer."""
