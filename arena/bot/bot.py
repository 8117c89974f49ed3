"""The class that authors derive from."""

from functools import cached_property
from random import Random

from arena.bot.match import Match, Result
from arena.protocol.mapping.registry import CODECS

NOTE_BYTES = 1024
"""The longest debug note."""


class Bot:
    """A bot in one match. Give it a method per game it plays, and hand the class to `serve`.

    The kit makes one object for each match, many of them at a time; what they share belongs into
    `prepare`. An exception in any method ends the process: to the arena that is a crash.
    """

    def __init__(self, match: Match) -> None:
        """Called by the kit; to set up an object of your own class, override `begin`."""
        self.match = match
        self._note = ""

    @classmethod
    def prepare(cls) -> None:
        """Load what all matches share, once in the process, before the first match."""

    def begin(self) -> None:
        """Set up what this match needs; `self.match` is there."""

    def end(self, result: Result) -> None:
        """Hear how this match came out."""

    @cached_property
    def rng(self) -> Random:
        """Random numbers of this match, from the arena's seed: with them a match can be repeated."""
        return Random(self.match.seed)

    def note(self, text: str) -> None:
        """Attach a debug note to the next choice; the arena keeps its first 1,024 bytes with the match."""
        self._note += f"\n{text}" if self._note else text

    @property
    def has_note(self) -> bool:
        """Tell whether a note waits for the next choice."""
        return bool(self._note)

    def take_note(self) -> str:
        """Return the waiting note, in the length that the arena accepts, and forget it. For the kit."""
        raw = self._note.encode("utf-8", "replace")[:NOTE_BYTES]
        self._note = ""
        return raw.decode("utf-8", "ignore")


def games_of(bot: type[Bot]) -> tuple[str, ...]:
    """Tell which games a bot plays: those it has a method for."""
    return tuple(game for game in CODECS if callable(getattr(bot, game, None)))
