"""What happened in a match, as a bot may see it."""

from collections.abc import Sequence

from arena.games.events import EVENT_SIZE, Event, read_events


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
        self._events += read_events(self.log()[EVENT_SIZE * len(self._events) :])
        return self._events
