"""The file of a league: what an operator sees for each way it can be wrong, and that it is kept as it was."""

import json
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.league.settings import LeagueSettings, load_settings
from arena.match.player import TimeControl
from arena.tournament.setup import Timing

GOOD = """
name = "open"

[[games]]
game = "linger_longer"
"""
FULL = """
name = "open"
anonymous = false
remote = true
sandbox = "docker"
target_blocks = 60

[[games]]
game = "color_elevator"
preset = "original"
seats = 3
options = { turn_limit = 90 }
draw_probability = 0.35

[[games]]
game = "linger_longer"
seats = 5

[time]
move_ms = 70
bank_ms = 900
start_ms = 4_000
timing = "strict"

[faults]
max_faults = 2
bench_after = 6
"""


def load(folder: Path, text: str) -> LeagueSettings:
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    return load_settings(file)


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    return str(caught.value)


def test_a_short_file_gets_the_defaults(tmp_path: Path) -> None:
    settings = load(tmp_path, GOOD)

    assert settings.games == ("linger_longer",)
    assert settings.stages[0].seats == 4
    assert settings.stages[0].draw_probability == 0.2
    assert settings.anonymous
    assert not settings.remote
    assert settings.sandbox == "auto"
    assert settings.target_blocks == 200
    assert (settings.max_faults, settings.bench_after) == (3, 10)


def test_everything_that_a_file_says_is_taken(tmp_path: Path) -> None:
    settings = load(tmp_path, FULL)

    assert settings.games == ("color_elevator", "linger_longer")
    assert [game.seats for game in settings.stages] == [3, 5]
    assert settings.stages[0].options.preset == "original"
    assert settings.stages[0].options.turn_limit == 90
    assert settings.stages[0].draw_probability == 0.35
    assert (settings.anonymous, settings.remote, settings.sandbox) == (False, True, "docker")
    assert settings.time == TimeControl(70_000, 900_000)
    assert (settings.start_us, settings.timing) == (4_000_000, Timing.STRICT)
    assert (settings.max_faults, settings.bench_after, settings.target_blocks) == (2, 6, 60)


@pytest.mark.parametrize("text", [GOOD, FULL])
def test_settings_come_back_from_json_as_they_were(text: str, tmp_path: Path) -> None:
    settings = load(tmp_path, text)

    assert LeagueSettings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


def test_a_seed_is_refused_with_the_reason(tmp_path: Path) -> None:
    message = refusal(tmp_path, 'seed = "abc"\n' + GOOD)

    assert "league.toml: seed: leave it out" in message
    assert "anyone could compute the deals" in message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD + "deals = 4\n", "games.0.deals: there is no such key here; known are game, preset"),
        ("rounds = 4\n" + GOOD, "rounds: there is no such key here; known are name, games"),
        (GOOD + "[time]\nmove = 4\n", "time.move: there is no such key here; known are move_ms"),
        ('name = "open"\n', "games: is missing"),
        ('name = "open"\ngames = []\n', "games: List should have at least 1 item"),
        ('name = "open"\n[games]\ngame = "x"\n', "each game begins with [[games]]"),
        (GOOD.replace("open", "My League"), "name: 'My League' is no name"),
        (GOOD + GOOD.partition("\n\n")[2], "games.1.game: linger_longer is there already"),
        (GOOD.replace("linger", "longer"), "games.0: there is no game 'longer_longer'; the games are"),
        (GOOD + 'preset = "x"\n', "games.0: linger_longer has no preset 'x'; its presets are"),
        (GOOD + "options = { players = 4 }\n", "games.0: options.players: say `seats` instead"),
        ("anonymous = 1\n" + GOOD, "anonymous: "),
        ("target_blocks = 0\n" + GOOD, "target_blocks: should be greater than or equal to 1 (it is 0)"),
        ("name = open\n", "league.toml is not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_key(text: str, told: str, tmp_path: Path) -> None:
    message = refusal(tmp_path, text)

    assert "league.toml" in message
    assert told in message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"can't read the league file .*none\.toml: No such file"):
        load_settings(tmp_path / "none.toml")


def test_stored_settings_that_make_no_league_are_refused() -> None:
    with pytest.raises(ConfigError, match="the settings of the league is not a valid league"):
        LeagueSettings.from_json({"name": "open"})
