"""Moves and views as text."""

import pytest

from arena.core.errors import RulesError
from tests.games.color_elevator.table import GAME, set_up

ORIGINAL = GAME.options("original", {"players": 2})


def test_every_move_is_read_as_it_is_written() -> None:
    assert [GAME.parse_move(GAME.move_text(move)) for move in range(104)] == list(range(104))
    assert GAME.move_text(15) == "9c/1"


@pytest.mark.parametrize("text", ["", "9c", "9c/", "9c/2", "/1", "1c/0", "trump h", "9c/1/1"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is no move of color_elevator"):
        GAME.parse_move(text)


@pytest.mark.parametrize("move", [-1, 104])
def test_a_code_that_names_no_move_is_refused(move: int) -> None:
    with pytest.raises(RulesError, match=f"{move} is no move of color_elevator; codes are 0 to 103"):
        GAME.move_text(move)


def test_a_view_is_told_in_lines() -> None:
    state = set_up(
        ORIGINAL, ["2c", "9c 2h"], tops="8c 3d", stock="4c", under=("5h 6h", "7h"), reserves=["9d", "7d"]
    )

    assert GAME.view_lines(state.view(1)) == [
        "hand 0, turn 1, dealer 1, seat 1",
        "tops: 8c 3d",
        "hand: 9c 2h",
        "held: 0: 3+1, 1: 2+1",
        "stock: 2",
        "reshuffled: 5h 6h 7h, in hands 1 0",
        "legal: 9c/0 2h/1",
    ]


def test_a_view_tells_of_a_flip_that_waits() -> None:
    state = set_up(ORIGINAL, ["", "9c"], tops="8c 3d", reserves=["Ac 9d", "7d"])

    assert "flipped: Ac" in GAME.view_lines(state.view(1))


def test_a_view_tells_of_known_cards() -> None:
    state = set_up(
        ORIGINAL, ["2c", "9c"], tops="8c 3d", stock="4c 5c 6h 7h", reserves=["9d", "7d"], known_bottom=3
    )

    lines = GAME.view_lines(state.view(1))

    assert "known: 0: 5c" in lines
    assert "stock: 2, at the bottom 6h 7h" in lines


def test_a_view_tells_which_pile_is_to_be_served() -> None:
    state = set_up(ORIGINAL, ["9c 2d 4h", "Kc"], tops="8c 3d", stock="6h", reserves=["7h", "8h"])
    state.play(GAME.parse_move("9c/0"))

    assert "pile to serve: 1" in GAME.view_lines(state.view(1))
