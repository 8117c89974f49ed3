"""How each game goes over the wire: one line each, beside one line in each `oneof` of bot.proto."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.protocol.mapping import color_elevator, linger_longer


@dataclass(frozen=True, slots=True)
class Codec:
    """The functions of one game's file in this package."""

    field: str
    """What the game is called in the oneofs: options of a start, view of a turn, move of a choice."""
    options_to_proto: Callable[[Any], Any]
    options_from_proto: Callable[[Any], Any]
    view_fields: Callable[[Any], dict[str, Any]]
    view_from_proto: Callable[[Any, bytes], Any]
    move_fields: Callable[[int], dict[str, int]]
    move_from_proto: Callable[[Any], int | None]


CODECS: dict[str, Codec] = {
    "linger_longer": Codec(
        field="linger_longer",
        options_to_proto=linger_longer.options_to_proto,
        options_from_proto=linger_longer.options_from_proto,
        view_fields=linger_longer.view_fields,
        view_from_proto=linger_longer.view_from_proto,
        move_fields=linger_longer.move_fields,
        move_from_proto=linger_longer.move_from_proto,
    ),
    "color_elevator": Codec(
        field="color_elevator",
        options_to_proto=color_elevator.options_to_proto,
        options_from_proto=color_elevator.options_from_proto,
        view_fields=color_elevator.view_fields,
        view_from_proto=color_elevator.view_from_proto,
        move_fields=color_elevator.move_fields,
        move_from_proto=color_elevator.move_from_proto,
    ),
}
"""By the game's name, as in `arena.games.registry.GAMES`."""
GAME_OF_FIELD = {codec.field: game for game, codec in CODECS.items()}
