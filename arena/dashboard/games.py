"""Games with their presets and options, for `arena games`."""

from dataclasses import fields

from rich.console import RenderableType
from rich.text import Text

from arena.dashboard.listing import Row, titled, wrapped_table
from arena.games.game import Game
from arena.games.options import choices

PRESET_HEADINGS = {"preset": "preset", "changes": "changes of the defaults"}
OPTION_HEADINGS = {key: key for key in ("option", "default", "allowed", "meaning")}


def game_parts(game: Game) -> list[RenderableType]:
    """Return a game's title and its tables of presets and options."""
    return titled(
        f'{game.title}: game = "{game.name}"',
        Text("Presets"),
        wrapped_table(PRESET_HEADINGS, _presets(game)),
        Text("Options"),
        wrapped_table(OPTION_HEADINGS, _options(game)),
    )


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
