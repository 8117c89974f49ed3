"""`arena games`: what can be played, and what may be set."""

from dataclasses import fields
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from arena.cli.listing import Column, Row, heading, plain_table, show_parts
from arena.games.game import Game
from arena.games.options import choices
from arena.games.registry import GAMES, find_game

PRESET_COLUMNS = (Column("preset", "preset"), Column("changes of the defaults", "changes"))
OPTION_COLUMNS = tuple(Column(key, key) for key in ("option", "default", "allowed", "meaning"))


def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if left out.")] = None,
) -> None:
    """Show the games, their presets, and their options with what each may be.

    \b
    Examples:
      arena games
      arena games linger_longer
    """
    shown = GAMES.values() if game is None else [find_game(game)]
    show_parts([part for each in shown for part in _describe(each)])


def _describe(game: Game) -> list[RenderableType]:
    return [
        heading(f'{game.title}: game = "{game.name}"'),
        Text("Presets"),
        plain_table(PRESET_COLUMNS, _presets(game)),
        Text("Options"),
        plain_table(OPTION_COLUMNS, _options(game)),
    ]


def _presets(game: Game) -> list[Row]:
    return [
        {
            "preset": preset,
            "changes": tuple(f"{name}={value}" for name, value in changes.items()) or "nothing",
        }
        for preset, changes in game.presets.items()
    ]


def _options(game: Game) -> list[Row]:
    defaults = {field.name: field.default for field in fields(game.options_type)}
    return [
        {
            "option": name,
            "default": str(defaults[name]),
            "allowed": choice.allowed(),
            "meaning": choice.meaning,
        }
        for name, choice in choices(game.options_type).items()
    ]
