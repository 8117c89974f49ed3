"""The messages that hold a game's messages: match starts, turns, choices, match ends.

These run once or more for every decision of a tournament. The other side of a stream is not trusted:
what it sent is read here without exceptions, and a move that is none is None.
"""

from collections.abc import Callable
from typing import Any

from arena.core.errors import RulesError
from arena.match.player import MatchEnd, MatchStart, Question, TimeControl
from arena.protocol.mapping.registry import CODECS
from arena.protocol.v1 import bot_pb2 as wire

PROTOCOL_VERSION = 1


def start_to_proto(match: int, start: MatchStart) -> wire.MatchStart:
    """Make the message that begins a match under a number of the stream's own."""
    return wire.MatchStart(
        match=match,
        seat=start.seat,
        players=start.players,
        move_ms=start.time.move_us // 1000,
        bank_ms=start.time.bank_us // 1000,
        seed=start.seed,
        resumed=start.resumed,
        events=start.events,
        **{start.game: CODECS[start.game].options_to_proto(start.options)},
    )


def start_from_proto(message: wire.MatchStart) -> tuple[int, MatchStart]:
    """Read the message: the match's number, and what begins.

    Raises:
        RulesError: the message is for a game, or has options, that this version does not know.
    """
    game = game_of_start(message)
    return message.match, MatchStart(
        game=game,
        options=CODECS[game].options_from_proto(getattr(message, game)),
        seat=message.seat,
        players=tuple(message.players),
        time=TimeControl(move_us=message.move_ms * 1000, bank_us=message.bank_ms * 1000),
        seed=message.seed,
        resumed=message.resumed,
        events=message.events,
    )


def game_of_start(message: wire.MatchStart) -> str:
    """Return the name of the game that begins.

    Raises:
        RulesError: this version does not know it.
    """
    game: str | None = message.WhichOneof("options")
    if game is None:
        raise RulesError("the arena started a match of a game that this version does not know; update it")
    return game


def turn_to_proto(
    turn_id: int, match: int, *, game: str, question: Question, make: Callable[..., wire.Turn] = wire.Turn
) -> wire.Turn:
    """Make the message that asks a question; with `turns.add` of its batch as `make` it needs no copying."""
    view = question.view
    return make(
        turn_id=turn_id,
        match=match,
        limit_us=question.limit_us,
        last_us=question.last_us,
        faults=question.faults,
        events=view.events,
        **{game: CODECS[game].view_fields(view)},
    )


def turn_from_proto(message: wire.Turn) -> tuple[int, int, Question]:
    """Read the message: the turn's id, the match's number, and the question.

    Raises:
        RulesError: the message is for a game that this version does not know.
    """
    game = message.WhichOneof("view")
    if game is None:
        raise RulesError("the arena asked in a game that this version does not know; update it")
    view = CODECS[game].view_from_proto(getattr(message, game), message.events)
    return (
        message.turn_id,
        message.match,
        Question(
            seat=view.seat,
            view=view,
            limit_us=message.limit_us,
            last_us=message.last_us,
            faults=message.faults,
        ),
    )


def end_to_proto(match: int, end: MatchEnd) -> wire.MatchEnd:
    """Make the message that ends a match."""
    return wire.MatchEnd(match=match, places=bytes(end.places), chips=end.chips, events=end.events)


def end_from_proto(message: wire.MatchEnd) -> tuple[int, MatchEnd]:
    """Read the message: the match's number, and how it came out."""
    end = MatchEnd(places=tuple(message.places), chips=tuple(message.chips), events=message.events)
    return message.match, end


def choice_to_proto(turn_id: int, *, game: str, move: int, note: str = "") -> wire.Choice:
    """Make the message that answers a turn with a move code."""
    fields: dict[str, Any] = {game: CODECS[game].move_fields(move)}
    return wire.Choice(turn_id=turn_id, note=note, **fields)


def choice_from_proto(message: wire.Choice, *, game: str) -> tuple[int, int | None, str]:
    """Read the message: the turn's id, the move code, the note.

    `game` is the game of that turn, which the caller knows from `message.turn_id`. The move is None if
    there is none, or one of another game, or a card, suit or pile that does not exist: a malformed move.
    """
    if message.WhichOneof("move") != game:
        return message.turn_id, None, message.note
    return message.turn_id, CODECS[game].move_from_proto(getattr(message, game)), message.note
