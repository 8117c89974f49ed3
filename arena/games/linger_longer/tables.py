"""What a move would otherwise compute, looked up: made once, when the module is imported.

A hand is a byte string of card ids, lowest first: taking a card out, and the cards of a suit, are one
call each in C, and a view can hand it out as it is.
"""

from collections.abc import Iterable

from arena.core.cards import DECK, HIDDEN
from arena.games.events import EventType, Source
from arena.games.linger_longer.notation import NAME_TRUMP

NAMING = bytes(range(NAME_TRUMP, NAME_TRUMP + 4))
"""The legal moves of the seat that names the trump suit."""
SEATS = range(6)
SUITS = range(4)
DECK_SIZE = len(DECK)

ONE = tuple(bytes((number,)) for number in DECK)
"""Each card, and each seat, as a byte string."""
SUIT_OF = tuple(card // 13 for card in DECK)
NOT_SUIT = tuple(bytes(card for card in DECK if SUIT_OF[card] != suit) for suit in SUITS)
"""For each suit, the cards of the other three: what a hand is stripped of to follow suit.

In a hand the cards of a suit stand together, so `strip` will do; `translate` takes three times as long.
"""
BELOW = tuple(bytes(range(card)) for card in DECK)
"""For each card, those before it: a hand without them at its start is what comes after a card drawn."""
ABOVE = tuple(bytes(range(card + 1, DECK_SIZE)) for card in DECK)


def _strength(card: int, trump: int, led: int) -> int:
    """Tell how high a card stands in a trick."""
    classes = {led: 1, trump: 2}
    return classes.get(SUIT_OF[card], 0) * 16 + card % 13


STRENGTH = tuple(
    tuple(tuple(_strength(card, trump, led) for card in DECK) for led in SUITS) for trump in (*SUITS, -1)
)
"""By trump, led suit and card; without trump the last row, so that -1 finds it.

It orders the cards of a trick (LL4.3): a card of neither suit is below the one led.
"""


def _event(kind: EventType, seat: int, value: int, detail: int = 0) -> bytes:
    return bytes((kind, seat, value, detail))


def _by_seat(kind: EventType, values: Iterable[int], detail: int = 0) -> tuple[tuple[bytes, ...], ...]:
    listed = tuple(values)
    return tuple(tuple(_event(kind, seat, value, detail) for value in listed) for seat in SEATS)


PLAY_EVENT = _by_seat(EventType.PLAY, DECK)
SHOWN_DRAW_EVENT = _by_seat(EventType.DRAW, DECK, Source.STOCK)
DRAW_EVENT = tuple(_event(EventType.DRAW, seat, HIDDEN, Source.STOCK) for seat in SEATS)
NAME_TRUMP_EVENT = _by_seat(EventType.NAME_TRUMP, SUITS)
DEAL_EVENT = _by_seat(EventType.DEAL, (*DECK, HIDDEN))
"""By dealer and the card that was shown; the last ones, so that -1 finds them, are deals without one."""


def _next_of(seat: int, players: int, members: int) -> int:
    """Return the next seat clockwise that is a member, which may be the seat itself."""
    for step in range(1, players):
        other = (seat + step) % players
        if members >> other & 1:
            return other
    return seat


AFTER = tuple(
    tuple(
        tuple(_next_of(seat, players, members) for seat in range(players)) for members in range(1 << players)
    )
    for players in range(len(SEATS) + 1)
)
"""By number of players and the bit set of those who take part: after each seat, whose turn it is."""


def _clockwise(first: int, members: int) -> list[int]:
    seats = [seat for seat in SEATS if members >> seat & 1]
    return sorted(seats, key=lambda seat: (seat - first) % len(SEATS))


CLOCKWISE = tuple(
    tuple(bytes(_clockwise(first, members)) for members in range(1 << len(SEATS))) for first in SEATS
)
"""By first seat and a bit set of seats: those seats in the order of play."""
OUT_EVENTS = tuple(
    tuple(b"".join(_event(EventType.OUT, seat, 0) for seat in seats) for seats in row) for row in CLOCKWISE
)
"""By leader and the bit set of the seats that go out at one instant."""
