"""Twenty-One on the wire."""

from functools import lru_cache
from typing import Any

from arena.games.twenty_one.options import TwentyOneOptions
from arena.games.twenty_one.view import TwentyOneView
from arena.protocol.mapping.words import words_of
from arena.protocol.v1 import twenty_one_pb2 as wire

_ACES = words_of("aces", wire.TwentyOneOptions.Aces)


@lru_cache(maxsize=64)
def options_to_proto(options: TwentyOneOptions) -> wire.TwentyOneOptions:
    """Make the message; equal options share one, which nobody may change."""
    return wire.TwentyOneOptions(
        preset=options.preset, players=options.players, aces=_ACES.numbers[options.aces]
    )


def options_from_proto(message: wire.TwentyOneOptions) -> TwentyOneOptions:
    """Read the message.

    Raises:
        RulesError: it has an unknown value, or options that make no game together.
    """
    return TwentyOneOptions(message.preset, message.players, _ACES.name(message.aces))


def view_fields(view: TwentyOneView) -> dict[str, Any]:
    """Return the fields of the message."""
    return {
        "seat": view.seat,
        "hand": view.hand,
        "legal": view.legal,
        "hand_counts": view.hand_counts,
        "stock": view.stock,
        "dealer": view.dealer,
        "turn_plus_one": view.turn + 1,
        "places": view.places,
    }


def view_from_proto(message: wire.TwentyOneView, events: bytes) -> TwentyOneView:
    """Read the message, with the events of the turn that held it."""
    return TwentyOneView(
        seat=message.seat,
        hand=message.hand,
        legal=message.legal,
        hand_counts=message.hand_counts,
        stock=message.stock,
        dealer=message.dealer,
        turn=message.turn_plus_one - 1,
        places=message.places,
        events=events,
    )


def move_fields(move: int) -> dict[str, int]:
    """Return the fields of the message for a move code."""
    return {"move_plus_one": move + 1}


def move_from_proto(message: wire.TwentyOneMove) -> int | None:
    """Return the move code, or None if the message names no move that exists."""
    return message.move_plus_one - 1 if message.move_plus_one in (1, 2) else None
