"""Linger Longer on the wire."""

from functools import lru_cache
from typing import Any

from arena.games.linger_longer.options import LingerLongerOptions
from arena.games.linger_longer.view import LingerLongerView
from arena.protocol.mapping.words import words_of
from arena.protocol.v1 import linger_longer_pb2 as wire

_TRUMP = words_of("trump", wire.LingerLongerOptions.Trump)
_DRAW = words_of("draw", wire.LingerLongerOptions.Draw)
_FIRST_DEALER = words_of("first_dealer", wire.LingerLongerOptions.FirstDealer)
_NEXT_DEALER = words_of("next_dealer", wire.LingerLongerOptions.NextDealer)
_CHIPS = words_of("chips", wire.LingerLongerOptions.Chips)

_FIRST_SUIT = 52
"""The move code that names the first suit as trump."""


@lru_cache(maxsize=64)
def options_to_proto(options: LingerLongerOptions) -> wire.LingerLongerOptions:
    """Make the message; equal options share one, which nobody may change."""
    return wire.LingerLongerOptions(
        preset=options.preset,
        players=options.players,
        hand_size=options.hand_size if isinstance(options.hand_size, int) else 0,
        trump=_TRUMP.numbers[options.trump],
        draw=_DRAW.numbers[options.draw],
        first_dealer=_FIRST_DEALER.numbers[options.first_dealer],
        next_dealer=_NEXT_DEALER.numbers[options.next_dealer],
        first_to=options.first_to,
        chips=_CHIPS.numbers[options.chips],
    )


def options_from_proto(message: wire.LingerLongerOptions) -> LingerLongerOptions:
    """Read the message.

    Raises:
        RulesError: it has an unknown value, or options that make no game together.
    """
    return LingerLongerOptions(
        preset=message.preset,
        players=message.players,
        hand_size=message.hand_size or "players",
        trump=_TRUMP.name(message.trump),
        draw=_DRAW.name(message.draw),
        first_dealer=_FIRST_DEALER.name(message.first_dealer),
        next_dealer=_NEXT_DEALER.name(message.next_dealer),
        first_to=message.first_to,
        chips=_CHIPS.name(message.chips),
    )


def view_fields(view: LingerLongerView) -> dict[str, Any]:
    """Return the fields of the message; a message that holds it is made from them fastest."""
    return {
        "seat": view.seat,
        "hand": view.hand,
        "legal": view.legal,
        "trick": view.trick,
        "trick_seats": view.trick_seats,
        "hand_counts": view.hand_counts,
        "stock": view.stock,
        "trump_plus_one": view.trump + 1,
        "trump_to_be_named": view.trump_to_be_named,
        "known": view.known,
        "stock_bottom": view.stock_bottom,
        "dealer": view.dealer,
        "leader": view.leader,
        "tricks_won": view.tricks_won,
        "out": view.out,
        "out_at": view.out_at,
        "hand_number": view.hand_number,
        "hands_won": view.hands_won,
        "chips": view.chips,
        "played": view.played,
        "played_seats": view.played_seats,
        "cut": view.cut,
        "place_sums": view.place_sums,
    }


def view_to_proto(view: LingerLongerView) -> wire.LingerLongerView:
    """Make the message; the view's events travel in the turn that holds it."""
    return wire.LingerLongerView(**view_fields(view))


def view_from_proto(message: wire.LingerLongerView, events: bytes) -> LingerLongerView:
    """Read the message, with the events of the turn that held it."""
    return LingerLongerView(
        seat=message.seat,
        hand=message.hand,
        legal=message.legal,
        trick=message.trick,
        trick_seats=message.trick_seats,
        hand_counts=message.hand_counts,
        stock=message.stock,
        trump=message.trump_plus_one - 1,
        trump_to_be_named=message.trump_to_be_named,
        known=message.known,
        stock_bottom=message.stock_bottom,
        dealer=message.dealer,
        leader=message.leader,
        tricks_won=message.tricks_won,
        out=message.out,
        out_at=message.out_at,
        hand_number=message.hand_number,
        hands_won=tuple(message.hands_won),
        chips=tuple(message.chips),
        played=message.played,
        played_seats=message.played_seats,
        cut=message.cut,
        place_sums=tuple(message.place_sums),
        events=events,
    )


def move_fields(move: int) -> dict[str, int]:
    """Return the fields of the message for a move code."""
    return {"card": move} if move < _FIRST_SUIT else {"trump": move - _FIRST_SUIT}


def move_to_proto(move: int) -> wire.LingerLongerMove:
    """Make the message for a move code."""
    return wire.LingerLongerMove(**move_fields(move))


def move_from_proto(message: wire.LingerLongerMove) -> int | None:
    """Return the move code, or None if the message has no move, or no card or suit that exists."""
    kind = message.WhichOneof("move")
    if kind == "card":
        return message.card if message.card < _FIRST_SUIT else None
    if kind == "trump":
        return _FIRST_SUIT + message.trump if message.trump < 4 else None
    return None
