"""What happened in a match, as a bot may see it."""

from collections.abc import Sequence
from struct import iter_unpack
from typing import NamedTuple

from arena.core.cards import ALL_SUITS, CARDS, HIDDEN, Card, Suit
from arena.games.events import CARD_EVENTS, EVENT_SIZE, EventType, Source

_TYPES = {int(kind): kind for kind in EventType}


class Event(NamedTuple):
    """One event: who (`seat`) did what (`type`); `value` and `detail` are raw, the properties are typed."""

    type: EventType
    seat: int
    value: int
    detail: int

    @property
    def card(self) -> Card | None:
        """The card played, drawn or flipped; None if it is hidden from this seat, or there is none."""
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


class History:
    """The events of one match so far; they arrive as bytes, joined and decoded when somebody looks."""

    __slots__ = ("_before", "_events", "_fresh", "_log", "latest")

    def __init__(self, log: bytes) -> None:
        """Begin with the events before the first turn; there are none unless the match was resumed."""
        self._events: list[Event] = []
        self._log = log
        self._fresh: list[bytes] = []
        self._before = log
        self.latest = b""
        """What this object's bot hears of in this turn; in its first, all that was before too."""

    def add(self, log: bytes) -> None:
        """Take what has happened since."""
        self._fresh.append(log)
        self.latest = self._before + log
        self._before = b""

    def log(self) -> bytes:
        """Return all events as they arrived, four bytes each."""
        if self._fresh:
            self._log = b"".join((self._log, *self._fresh))
            self._fresh.clear()
        return self._log

    def events(self) -> Sequence[Event]:
        """Return all events, oldest first."""
        self._events += decode_events(self.log()[EVENT_SIZE * len(self._events) :])
        return self._events


def decode_events(log: bytes) -> list[Event]:
    """Read events off their bytes."""
    return [Event(_TYPES[kind], seat, value, detail) for kind, seat, value, detail in iter_unpack("4B", log)]
