"""What happens in a match, as four bytes an event: type, seat, value, detail.

A match's log is the concatenation of its events, so it is appended to, sliced, cloned and sent
without making objects. `read_events` turns it into tuples for people.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

EVENT_SIZE = 4


class EventType(IntEnum):
    """The first byte of an event; the comment gives its value and detail bytes."""

    DEAL = 1  # a hand begins; seat is the dealer; Color Elevator: what pile 0 and pile 1 start with
    # In Linger Longer the card shown for trump, or HIDDEN; in Color Elevator the cards that start the piles.
    PLAY = 2  # card, pile (0 where a game has no piles)
    DRAW = 3  # card or HIDDEN, Source
    NAME_TRUMP = 4  # suit
    FLIP = 5  # card
    PICK_UP = 6  # how many cards; the owner alone sees which, in the hand
    PASS = 7
    RESHUFFLE = 8  # how many cards the new stock has; seat is who must draw
    OUT = 9  # the seat has run out of cards


CARD_EVENTS = frozenset({EventType.PLAY, EventType.DRAW, EventType.FLIP})
"""Those whose value is a card."""


class Source(IntEnum):
    """Where a drawn card came from, the detail byte of a draw."""

    STOCK = 0
    RESERVE = 1


class Event(NamedTuple):
    """One event, decoded."""

    type: EventType
    seat: int
    value: int
    detail: int


def read_events(log: bytes) -> Iterator[Event]:
    """Yield the events of a log, or of a slice of one that starts at an event."""
    for at in range(0, len(log), EVENT_SIZE):
        kind, seat, value, detail = log[at : at + EVENT_SIZE]
        yield Event(EventType(kind), seat, value, detail)
