"""The bots that ship with the arena: they play every game they say they do, and the good ones are good."""

import importlib.util
from functools import cache
from itertools import product

import pytest

from arena.bot import Bot
from arena.bot.bot import games_of
from arena.bot.testing import try_bot
from arena.games.registry import GAMES
from arena.roster import load_bot, sample_names

PYTHON = [name for name in sample_names() if load_bot(f"sample:{name}").manifest.language == "Python"]


@cache
def load_class(name: str) -> type[Bot]:
    """Return the class of a sample bot."""
    file = load_bot(f"sample:{name}").directory / "bot.py"
    spec = importlib.util.spec_from_file_location(f"sample_{name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (bot,) = [found for found in vars(module).values() if isinstance(found, type) and Bot in found.__bases__]
    return bot


@pytest.mark.parametrize("name", PYTHON)
def test_a_sample_has_the_methods_that_its_manifest_promises(name: str) -> None:
    assert games_of(load_class(name)) == load_bot(f"sample:{name}").manifest.games


@pytest.mark.parametrize("name", PYTHON)
def test_a_sample_plays_every_preset_of_its_games_legally(name: str) -> None:
    for game in games_of(load_class(name)):
        for preset in GAMES[game].presets:
            trial = try_bot(load_class(name), game, preset=preset, blocks=1)

            assert trial.matches == 4


@pytest.mark.parametrize(
    ("name", "game", "players", "share"),
    [
        ("lingerer", "linger_longer", 4, 0.27),
        ("counting_bot", "linger_longer", 4, 0.29),
        ("elevator_bot", "color_elevator", 2, 0.62),
        ("elevator_bot", "color_elevator", 4, 0.38),
    ],
)
def test_a_sensible_sample_beats_random_players(name: str, game: str, players: int, share: float) -> None:
    trial = try_bot(load_class(name), game, values={"players": players}, blocks=200)

    assert trial.wins / trial.matches > share


@pytest.mark.parametrize(("game", "players"), list(product(games_of(load_class("random_bot")), [3, 4])))
def test_a_random_bot_does_not(game: str, players: int) -> None:
    trial = try_bot(load_class("random_bot"), game, values={"players": players}, blocks=100)

    assert trial.wins == pytest.approx(trial.par, rel=0.15)
