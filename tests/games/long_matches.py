"""Options for matches of several hands."""

from typing import Any

from arena.games.game import Game
from arena.games.options import choices


def more_hands(game: Game) -> dict[str, int]:
    """Return what makes a match take two wins, in a game that has such matches."""
    return {"first_to": 2} if "first_to" in choices(game.options_type) else {}


def two_wins(game: Game, preset: str) -> Any:
    """Return a preset's options for a match that takes two wins, if the game has such."""
    return game.options(preset, more_hands(game))
