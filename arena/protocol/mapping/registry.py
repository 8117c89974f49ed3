"""How each game goes over the wire: one line each, beside one line in each `oneof` of bot.proto."""

from typing import Any, Protocol

from arena.protocol.mapping import color_elevator, linger_longer


class Codec(Protocol):
    """What the file of a game in this package has: messages, or their fields, to and from domain types."""

    def options_to_proto(self, options: Any, /) -> Any:
        """Make the message of a match's options."""
        ...

    def options_from_proto(self, message: Any, /) -> Any:
        """Read the options.

        Raises:
            RulesError: an unknown value, or options that make no game together.
        """
        ...

    def view_fields(self, view: Any, /) -> dict[str, Any]:
        """Return the fields of a view's message; its events travel beside it."""
        ...

    def view_from_proto(self, message: Any, events: bytes, /) -> Any:
        """Read a view, with the events that came beside it."""
        ...

    def move_fields(self, move: int, /) -> dict[str, int]:
        """Return the fields of the message for a move code."""
        ...

    def move_from_proto(self, message: Any, /) -> int | None:
        """Return the move code, or None if the message names no move that exists; raise nothing."""
        ...


CODECS: dict[str, Codec] = {
    "linger_longer": linger_longer,
    "color_elevator": color_elevator,
}
"""By the game's name, which is its name in `arena.games.registry.GAMES` and in every oneof too."""
