"""Where the arena's messages become calls of bots, and their moves the answer; no I/O here."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from arena.bot import color_elevator, linger_longer, plain
from arena.bot.bot import Bot
from arena.bot.history import History
from arena.bot.match import Match, Result
from arena.bot.view import TurnView
from arena.protocol.v1 import bot_pb2 as wire


class _Face(NamedTuple):
    """What a game looks like to a bot."""

    view: Callable[[wire.Turn, Match], TurnView]
    choice_fields: Callable[[object], dict[str, dict[str, int]]]


_FACES = {
    "linger_longer": _Face(linger_longer.LingerLongerView, linger_longer.choice_fields),
    "color_elevator": _Face(color_elevator.ColorElevatorView, color_elevator.choice_fields),
}


def _face_of(game: str) -> _Face:
    """Return a game's own face, or the plain one, which any game has."""
    return _FACES.get(game) or _Face(plain.PlainView, partial(plain.choice_fields, game))


class _Seat(NamedTuple):
    """One match under way, with all that a turn needs at hand."""

    bot: Bot
    match: Match
    log: History
    choose: Callable[[Any], object]
    face: _Face


class Desk:
    """All matches of one process: a bot object for each."""

    def __init__(self, bot: type[Bot]) -> None:
        """Make bots of this class, one a match."""
        self._bot = bot
        self._seats: dict[int, _Seat] = {}

    def answer(self, message: wire.ArenaMessage) -> wire.BotMessage:
        """Begin matches, answer turns, end matches. What a bot raises goes through."""
        for start in message.starts:
            self._begin(start)
        answer = wire.BotMessage(choices=[self._choose(turn) for turn in message.turns])
        for end in message.ends:
            seat = self._seats.pop(end.match)
            seat.log.add(end.events)
            seat.bot.end(Result(places=tuple(end.places), chips=tuple(end.chips)))
        return answer

    def _begin(self, start: wire.MatchStart) -> None:
        match = Match(start)
        bot = self._bot(match)
        bot.begin()
        self._seats[start.match] = _Seat(
            bot=bot,
            match=match,
            log=match.log,
            choose=getattr(bot, match.game),
            face=_face_of(match.game),
        )

    def _choose(self, turn: wire.Turn) -> dict[str, Any]:
        """Return the fields of a choice; the message that holds it is made from them fastest."""
        bot, match, log, choose, face = self._seats[turn.match]
        log.add(turn.events)
        move = choose(face.view(turn, match))
        choice: dict[str, Any] = {"turn_id": turn.turn_id, **face.choice_fields(move)}
        if bot.has_note:
            choice["note"] = bot.take_note()
        return choice
