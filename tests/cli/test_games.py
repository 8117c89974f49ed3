import pytest

from arena.games.options import choices
from arena.games.registry import GAMES
from tests.cli.conftest import Arena


@pytest.mark.parametrize("name", list(GAMES))
def test_all_presets_and_options_of_a_game_are_shown(arena: Arena, name: str) -> None:
    result = arena("games", name)

    first_words = {line.split()[0] for line in result.out.splitlines() if line.strip()}
    assert (result.code, result.err) == (0, "")
    assert set(GAMES[name].presets) <= first_words
    assert set(choices(GAMES[name].options_type)) <= first_words


def test_all_games_are_shown_if_none_is_named(arena: Arena) -> None:
    out = arena("games").out

    assert all(f'game = "{name}"' in out for name in GAMES)


def test_what_an_option_may_be_is_shown_in_80_columns(arena: Arena) -> None:
    lines = arena("games", "color_elevator").out.splitlines()

    assert any(line.startswith("turn_limit   1000      an integer >= 1") for line in lines)
    assert max(map(len, lines)) <= 80


def test_an_unknown_game_lists_the_known_ones(arena: Arena) -> None:
    result = arena("games", "poker")

    assert (result.code, result.out) == (2, "")
    assert result.err == f"error: there is no game 'poker'; the games are {', '.join(GAMES)}\n"
