"""`arena games`: what can be played, and what may be set."""

import sys
from typing import Annotated

import typer

from arena.cli.listing import write
from arena.dashboard.games import game_parts
from arena.dashboard.listing import drawn_for
from arena.games.registry import GAMES, find_game


def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all if left out.")] = None,
) -> None:
    """Show the games, their presets and their options.

    \b
    Examples:
      arena games
      arena games linger_longer
    """
    shown = GAMES.values() if game is None else [find_game(game)]
    write(drawn_for(sys.stdout, [part for each in shown for part in game_parts(each)]))
