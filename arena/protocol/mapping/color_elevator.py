"""Color Elevator on the wire."""

from functools import lru_cache
from typing import Any

from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.view import ColorElevatorView
from arena.protocol.mapping.words import words_of
from arena.protocol.v1 import color_elevator_pb2 as wire

_TURN = words_of("turn", wire.ColorElevatorOptions.Turn)
_REFILL = words_of("refill", wire.ColorElevatorOptions.Refill)
_RESERVE = words_of("reserve", wire.ColorElevatorOptions.Reserve)
_EMPTY_STOCK = words_of("empty_stock", wire.ColorElevatorOptions.EmptyStock)


@lru_cache(maxsize=64)
def options_to_proto(options: ColorElevatorOptions) -> wire.ColorElevatorOptions:
    """Make the message; equal options share one, which nobody may change."""
    return wire.ColorElevatorOptions(
        preset=options.preset,
        players=options.players,
        turn=_TURN.numbers[options.turn],
        refill=_REFILL.numbers[options.refill],
        reserve=_RESERVE.numbers[options.reserve],
        empty_stock=_EMPTY_STOCK.numbers[options.empty_stock],
        turn_limit=options.turn_limit,
        first_to=options.first_to,
    )


def options_from_proto(message: wire.ColorElevatorOptions) -> ColorElevatorOptions:
    """Read the message.

    Raises:
        RulesError: it has an unknown value, or options that make no game together.
    """
    return ColorElevatorOptions(
        preset=message.preset,
        players=message.players,
        turn=_TURN.name(message.turn),
        refill=_REFILL.name(message.refill),
        reserve=_RESERVE.name(message.reserve),
        empty_stock=_EMPTY_STOCK.name(message.empty_stock),
        turn_limit=message.turn_limit,
        first_to=message.first_to,
    )


def view_fields(view: ColorElevatorView) -> dict[str, Any]:
    """Return the fields of the message; a message that holds it is made from them fastest."""
    return {
        "seat": view.seat,
        "hand": view.hand,
        "legal": view.legal,
        "tops": view.tops,
        "hand_counts": view.hand_counts,
        "reserve_counts": view.reserve_counts,
        "stock": view.stock,
        "stock_bottom": view.stock_bottom,
        "known": view.known,
        "pile_0": view.pile_0,
        "pile_1": view.pile_1,
        "flip_plus_one": view.flip + 1,
        "second_pile_plus_one": view.second_pile + 1,
        "dealer": view.dealer,
        "turn_number": view.turn_number,
        "hand_number": view.hand_number,
        "hands_won": view.hands_won,
        "place_sums": view.place_sums,
        "reshuffles": view.reshuffles,
        "passes": view.passes,
        "pools": [{"cards": cards, "held": held} for cards, held in view.pools],
    }


def view_to_proto(view: ColorElevatorView) -> wire.ColorElevatorView:
    """Make the message; the view's events travel in the turn that holds it."""
    return wire.ColorElevatorView(**view_fields(view))


def view_from_proto(message: wire.ColorElevatorView, events: bytes) -> ColorElevatorView:
    """Read the message, with the events of the turn that held it."""
    return ColorElevatorView(
        seat=message.seat,
        hand=message.hand,
        legal=message.legal,
        tops=message.tops,
        hand_counts=message.hand_counts,
        reserve_counts=message.reserve_counts,
        stock=message.stock,
        stock_bottom=message.stock_bottom,
        known=message.known,
        pile_0=message.pile_0,
        pile_1=message.pile_1,
        flip=message.flip_plus_one - 1,
        second_pile=message.second_pile_plus_one - 1,
        dealer=message.dealer,
        turn_number=message.turn_number,
        hand_number=message.hand_number,
        hands_won=tuple(message.hands_won),
        place_sums=tuple(message.place_sums),
        reshuffles=message.reshuffles,
        passes=message.passes,
        pools=tuple([(pool.cards, pool.held) for pool in message.pools]),
        events=events,
    )


def move_fields(move: int) -> dict[str, int]:
    """Return the fields of the message for a move code."""
    return {"card": move >> 1, "pile": move & 1}


def move_to_proto(move: int) -> wire.ColorElevatorMove:
    """Make the message for a move code."""
    return wire.ColorElevatorMove(**move_fields(move))


def move_from_proto(message: wire.ColorElevatorMove) -> int | None:
    """Return the move code, or None if the message names no card or pile that exists."""
    card, pile = message.card, message.pile
    return 2 * card + pile if card < 52 and pile < 2 else None
