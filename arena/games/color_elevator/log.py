"""The log of a match: its events as ready-made bytes, and who may read which drawn card.

The public log hides the card of every secret draw behind HIDDEN. Each seat's secretly drawn cards are
kept beside it, in order, and put back for that seat alone.
"""

from collections.abc import Sequence

from arena.core.cards import DECK, HIDDEN
from arena.games.color_elevator.tables import MOVES
from arena.games.events import EVENT_SIZE, EventType, Source

_SEATS = range(4)


def event(kind: EventType, seat: int, value: int = 0, detail: int = 0) -> bytes:
    """Return one event."""
    return bytes((kind, seat, value, detail))


PLAYS = tuple(tuple(event(EventType.PLAY, seat, move >> 1, move & 1) for move in MOVES) for seat in _SEATS)
"""By seat and move."""
STOCK_DRAWS = tuple(event(EventType.DRAW, seat, HIDDEN, Source.STOCK) for seat in _SEATS)
"""By seat, a draw whose card only the drawer sees."""
PLAYS_AND_DRAWS = tuple(tuple(play + STOCK_DRAWS[seat] for play in PLAYS[seat]) for seat in _SEATS)
"""By seat and move, a play and the draw from the stock that mostly follows."""
TWO_DRAWS = tuple(2 * draw for draw in STOCK_DRAWS)
"""By seat, what mostly follows if it can't play."""
RESERVE_DRAWS = tuple(event(EventType.DRAW, seat, HIDDEN, Source.RESERVE) for seat in _SEATS)
"""By seat."""
PLAYS_AND_RESERVE_DRAWS = tuple(tuple(play + RESERVE_DRAWS[seat] for play in PLAYS[seat]) for seat in _SEATS)
"""By seat and move, a play and the draw that mostly follows once the stock is empty."""
SHOWN_DRAWS = tuple(tuple(event(EventType.DRAW, seat, card) for card in DECK) for seat in _SEATS)
"""By seat and card, a draw that shows the card to all."""
FLIPS = tuple(tuple(event(EventType.FLIP, seat, card) for card in DECK) for seat in _SEATS)
"""By seat and card."""
PASSES = tuple(event(EventType.PASS, seat) for seat in _SEATS)
"""By seat."""
RESHUFFLES = tuple(tuple(event(EventType.RESHUFFLE, seat, count) for count in DECK) for seat in _SEATS)
"""By seat and count."""
PICK_UPS = tuple(tuple(event(EventType.PICK_UP, seat, count) for count in range(5)) for seat in _SEATS)
"""By seat and count."""
_HIDDEN_DRAW = tuple(bytes((EventType.DRAW, seat, HIDDEN)) for seat in _SEATS)
"""By seat, how its hidden draws begin. No byte but a hidden card is 255, so they are found by these three."""


def deal_event(dealer: int, tops: bytes) -> bytes:
    """Return the beginning of a hand, with the cards that pile 0 and pile 1 start with.

    They are in the log because piles forget them in a reshuffle, and who infers must know what fitted.
    """
    return event(EventType.DEAL, dealer, *tops)


def own_events(log: bytearray, secrets: bytes, seat: int, since: int) -> bytes:
    """Return the events from number `since` on as a seat may see them, whose secrets are given."""
    events = log[EVENT_SIZE * since :]
    mark = _HIDDEN_DRAW[seat]
    number = len(secrets)
    at = events.rfind(mark)
    while at >= 0:
        number -= 1
        events[at + 2] = secrets[number]
        at = events.rfind(mark, 0, at)
    return bytes(events)


def all_events(log: bytearray, secrets: Sequence[bytes]) -> bytes:
    """Return the whole log with every drawn card."""
    events = log
    for seat, cards in enumerate(secrets):
        events = bytearray(own_events(events, cards, seat, 0))
    return bytes(events)
