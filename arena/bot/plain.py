"""What a bot sees of a game that has no view of its own in this kit: its moves as text."""

from typing import Any

from arena.bot.view import TurnView
from arena.core.errors import RulesError
from arena.games.registry import find_game
from arena.protocol.mapping.registry import CODECS


class PlainView(TurnView):
    """One turn of any game; what only this game has is in `raw`, its engine's view."""

    __slots__ = ()

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """What you may answer, as `arena replay` writes it: `9c`, `pass`."""
        return tuple(map(find_game(self._match.game).move_text, self._seen.legal))


def choice_fields(game: str, move: object) -> dict[str, Any]:
    """Return the fields of a choice for a bot's answer in a game."""
    try:
        code = find_game(game).parse_move(move) if isinstance(move, str) else None
    except RulesError:
        code = None
    if code is None:
        raise TypeError(f"{game} returned {move!r}; return a move's text: one of view.legal_moves")
    return {game: CODECS[game].move_fields(code)}
