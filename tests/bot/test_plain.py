"""What a bot sees of a game that has no view of its own: shown with games that have one."""

import pytest

from arena.bot import Card, Match, PlainView
from arena.bot.plain import choice_fields
from arena.games.registry import GAMES
from tests.bot.test_desk import start_message, turn_message


@pytest.mark.parametrize("game", list(GAMES))
def test_moves_are_those_of_the_engine_as_text(game: str) -> None:
    view = PlainView(turn_message(1, game), Match(start_message(1, game)))

    assert view.legal_moves == tuple(map(GAMES[game].move_text, view.raw.legal))
    assert view.legal_moves


@pytest.mark.parametrize("game", list(GAMES))
def test_what_every_game_has_is_typed(game: str) -> None:
    view = PlainView(turn_message(1, game), Match(start_message(1, game)))

    assert view.hand == tuple(map(Card, view.raw.hand))
    assert (view.seat, view.counts) == (view.raw.seat, tuple(view.raw.hand_counts))
    assert view.options == GAMES[game].options()


def test_a_moves_text_is_an_answer() -> None:
    assert choice_fields("linger_longer", "trump h") == {"linger_longer": {"trump": 2}}
    assert choice_fields("color_elevator", "9c/1") == {"color_elevator": {"card": 7, "pile": 1}}


@pytest.mark.parametrize("move", [None, 7, Card(7), "9c/1", ""])
def test_anything_else_is_an_error_that_says_what_to_return(move: object) -> None:
    with pytest.raises(TypeError, match=r"linger_longer returned .*one of view\.legal_moves"):
        choice_fields("linger_longer", move)
