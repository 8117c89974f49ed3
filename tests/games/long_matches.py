"""Options for matches of several hands."""

from typing import Any

from arena.games.game import Game
from arena.games.options import choices


def two_wins(game: Game, preset: str) -> Any:
    """Return a preset's options for a match that takes two wins, where the game has such matches."""
    return game.options(preset, {"first_to": 2} if "first_to" in choices(game.options_type) else {})
