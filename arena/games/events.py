"""What happens in a match, as four bytes an event: type, seat, value, detail.

A match's log is the concatenation of its events, so it is appended to, sliced, cloned and sent
without making objects. `read_events` turns it into tuples, for bots and for people.
"""

from collections.abc import Iterator
from enum import IntEnum
from struct import iter_unpack
from typing import NamedTuple

from arena.core.cards import ALL_SUITS, CARDS, HIDDEN, Card, Suit
from arena.core.errors import RulesError

EVENT_SIZE = 4


class EventType(IntEnum):
    """The first byte of an event; the comment gives its value and detail bytes."""

    DEAL = 1  # a hand begins; seat is the dealer
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
_TYPES = {int(kind): kind for kind in EventType}


class Source(IntEnum):
    """Where a drawn card came from, the detail byte of a draw."""

    STOCK = 0
    RESERVE = 1


class Event(NamedTuple):
    """One event: who (`seat`) did what (`type`); `value` and `detail` are raw, the properties are typed."""

    type: EventType
    seat: int
    value: int
    detail: int

    @property
    def card(self) -> Card | None:
        """The card played, drawn or flipped; None if it is hidden from who sees this, or there is none."""
        return CARDS[self.value] if self.type in CARD_EVENTS and self.value != HIDDEN else None

    @property
    def suit(self) -> Suit | None:
        """The trump suit that was named."""
        return ALL_SUITS[self.value] if self.type is EventType.NAME_TRUMP else None

    @property
    def pile(self) -> int | None:
        """The pile that a card was played on; always 0 in a game without piles."""
        return self.detail if self.type is EventType.PLAY else None

    @property
    def source(self) -> Source | None:
        """Where a drawn card came from."""
        return Source(self.detail) if self.type is EventType.DRAW else None


def read_events(log: bytes) -> Iterator[Event]:
    """Yield the events of a log, or of a slice of one that starts at an event."""
    for kind, seat, value, detail in iter_unpack("4B", log):
        yield Event(_TYPES[kind], seat, value, detail)


def events_of_hand(game: str, events: bytes) -> bytes:
    """Return the events of the latest hand, its deal first: what `Game.sample_state` needs of a view's.

    Raises:
        RulesError: the deal is not among them.
    """
    deal = events[::EVENT_SIZE].rfind(EventType.DEAL)
    if deal < 0:
        raise RulesError(
            f"{game}: the view lacks the events of its hand, from its deal on, and a sample needs what they "
            "give away; ask `state.view(seat)` without `since` (in a bot, `view.raw` has them all)"
        )
    return events[deal * EVENT_SIZE :]
