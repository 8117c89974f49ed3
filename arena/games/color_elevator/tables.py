"""Which card fits on which, and sets of moves as bits.

A move is the number `2 * card + pile`, and a set of moves is an int with a bit for each. A hand is the
set of all moves that its cards could ever make, so it has two bits a card, and `hand & FITS[a][b]` is
what it can play while `a` and `b` lie on top.
"""

from collections.abc import Iterable
from typing import TypeAlias

from arena.core.cards import DECK

MOVES = range(2 * len(DECK))
MOVE_BITS = tuple(1 << move for move in MOVES)
"""By move, the set of that move alone."""
HIGHEST_BIT = (0, *MOVE_BITS)
"""By the bit length of a set, its highest move."""
BIT_OF = dict(enumerate(MOVE_BITS))
"""By move too, for those that may be no move at all: any other key raises KeyError, -1 included."""
HELD = tuple(3 << 2 * card for card in DECK)
"""By card, the hand of that card alone."""
ONE = tuple(bytes((move,)) for move in MOVES)
"""By card or move, a byte string of it alone."""
CARD_OF = tuple(3 << (move & ~1) for move in MOVES)
"""By move, the hand of its card alone."""
OTHERS = tuple(sum(HELD) & ~card for card in CARD_OF)
"""By move, the hand of all cards but its own."""
REFILL_ALWAYS = len(MOVES)
"""In `state.refill_below`: more bits than any hand has, so every hand draws."""
REFILL_TO_FOUR = 2 * 4
"""In `state.refill_below`: the bits of four cards."""
ON_PILE_0 = sum(1 << move for move in MOVES if move % 2 == 0)
"""All moves onto pile 0; likewise pile 1."""
ON_PILE_1 = ON_PILE_0 << 1
ON_PILE = (ON_PILE_0, ON_PILE_1)

_ACE = 12
_RED_SUITS = (1, 2)
IS_RED = bytes(card // 13 in _RED_SUITS for card in DECK)
"""By card, 1 if it is red."""
RED = bytes(card for card in DECK if IS_RED[card])
"""The cards of one color."""
BLACK = bytes(card for card in DECK if not IS_RED[card])
"""The cards of the other."""


def fits(card: int, top: int) -> bool:
    """Tell whether a card may be put on a top card (CE3)."""
    rank, top_rank = card % 13, top % 13
    if _ACE in (rank, top_rank):
        return True
    if IS_RED[card] != IS_RED[top]:
        return rank == top_rank
    return rank < top_rank if IS_RED[top] else rank > top_rank


def hand_of(cards: Iterable[int]) -> int:
    """Return the hand of some cards."""
    hand = 0
    for card in cards:
        hand |= HELD[card]
    return hand


_HALF = bytes(number // 2 for number in range(256))


def counts_of(hands: Iterable[int]) -> bytes:
    """Count the cards of each hand."""
    return bytes(map(int.bit_count, hands)).translate(_HALF)


_HIGHEST_CARD = (0, 0, *CARD_OF[1:], 0)
"""By the bit length of a hand, the hand of its highest card alone."""
_CARD_BY_LENGTH = bytes(max(length // 2 - 1, 0) for length in range(256))


def cards_of(hand: int) -> bytes:
    """List the cards of a hand, lowest first."""
    lengths = []
    while hand:
        length = hand.bit_length()
        lengths.append(length)
        hand ^= _HIGHEST_CARD[length]
    lengths.reverse()
    return bytes(lengths).translate(_CARD_BY_LENGTH)


def first_of_two(moves: int) -> int:
    """Return the moves that may begin a turn of two, out of all that fit; 0 if it can't be two (CE5.1)."""
    on_0 = moves & ON_PILE_0
    on_1 = moves & ON_PILE_1
    if not on_0 or not on_1:
        return 0
    only_on_0 = not on_0 & (on_0 - 1)
    only_on_1 = not on_1 & (on_1 - 1)
    if only_on_0 and only_on_1 and on_0 << 1 == on_1:
        return 0  # one card, and it can't go to both
    # The one card that the other pile could still get must be kept for it.
    if only_on_1:
        moves &= ~(on_1 >> 1)
    if only_on_0:
        moves &= ~(on_0 << 1)
    return moves


def _moves_onto(top: int, pile: int) -> int:
    """Return all moves onto a pile with that top card."""
    return sum(MOVE_BITS[2 * card + pile] for card in DECK if fits(card, top))


_ONTO = [[_moves_onto(top, pile) for top in DECK] for pile in (0, 1)]
FITS = tuple(tuple(onto_0 | onto_1 for onto_1 in _ONTO[1]) for onto_0 in _ONTO[0])
"""By the tops of pile 0 and pile 1: every move that fits."""

Steps: TypeAlias = "list[tuple[int, Steps]]"
"""By move: what fits once it is played, and the steps from there."""


def _all_steps() -> dict[int, Steps]:
    """Return the steps from each pair of tops, by what fits on them."""
    steps: dict[int, Steps] = {fitting: [] for row in FITS for fitting in row}
    ends = {fitting: (fitting, further) for fitting, further in steps.items()}
    for fitting, further in steps.items():
        kept = (fitting & ON_PILE_1, fitting & ON_PILE_0)
        further += [ends[kept[move & 1] | _ONTO[move & 1][move >> 1]] for move in MOVES]
    return steps


STEPS = _all_steps()
_NOT_ONTO = (bytes(MOVES[1::2]), bytes(MOVES[::2]))
_ONTO_0 = bytes(2 * card % 256 for card in range(256))
_ONTO_1 = bytes((2 * card + 1) % 256 for card in range(256))


def moves_for(pile_0: bytes, pile_1: bytes) -> bytes:
    """Return moves that make these piles."""
    return pile_0.translate(_ONTO_0) + pile_1.translate(_ONTO_1)


def pile_of(played: bytes, pile: int) -> bytes:
    """Return the cards that lie on a pile after some moves, the top card last."""
    return played.translate(_HALF, _NOT_ONTO[pile])
