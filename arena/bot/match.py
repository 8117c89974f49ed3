"""What a bot knows of a match from its start to its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.bot.history import History
from arena.games.events import Event
from arena.match.player import TimeControl
from arena.protocol.mapping.envelopes import game_of_start
from arena.protocol.mapping.registry import CODECS
from arena.protocol.v1 import bot_pb2 as wire


class Match:
    """One match, as a bot was told when it was seated; read off the message on demand."""

    __slots__ = ("_options", "_start", "game", "log")

    def __init__(self, start: wire.MatchStart) -> None:
        """Wrap the message that began the match."""
        self._start = start
        self._options: Any = None
        self.game = game_of_start(start)
        self.log = History(start.events)

    @property
    def options(self) -> Any:
        """All options of the game, as in docs/rules: `options.players`, `options.trump`, ..."""
        if self._options is None:
            self._options = CODECS[self.game].options_from_proto(getattr(self._start, self.game))
        return self._options

    @property
    def history(self) -> Sequence[Event]:
        """All events so far, oldest first; a hand begins with a DEAL."""
        return self.log.events()

    @property
    def seat(self) -> int:
        """This bot's seat, from 0."""
        return self._start.seat

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; empty in an anonymous tournament."""
        return tuple(self._start.players)

    @property
    def time(self) -> TimeControl:
        """How long this bot may think."""
        return TimeControl(move_us=self._start.move_ms * 1000, bank_us=self._start.bank_ms * 1000)

    @property
    def seed(self) -> bytes:
        """32 bytes for this bot's own random numbers; `Bot.rng` is made from them."""
        return self._start.seed

    @property
    def resumed(self) -> bool:
        """True if the match was under way already: an instance before this one was lost."""
        return self._start.resumed


@dataclass(frozen=True, slots=True)
class Result:
    """How a match came out."""

    places: tuple[int, ...]
    """By seat; 1 is best, equal places are shared."""
    chips: tuple[int, ...]
    """By seat; all zero in a game without chips."""
