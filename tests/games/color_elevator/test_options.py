"""The options of Color Elevator: presets, values, and what makes no game."""

from dataclasses import FrozenInstanceError

import pytest

from arena.core.errors import RulesError
from arena.games.color_elevator.options import PRESETS, ColorElevatorOptions
from tests.games.color_elevator.table import GAME


@pytest.mark.parametrize(
    ("preset", "turn", "refill", "reserve", "empty_stock"),
    [
        ("standard", "one_card", "one", "stock", "stop"),
        ("top_up", "one_card", "to_four", "stock", "stop"),
        ("pick_up", "one_card", "one", "pick_up", "stop"),
        ("original", "both_piles", "none", "flip", "reshuffle"),
    ],
)
def test_preset_is_what_the_rules_say(
    preset: str, turn: str, refill: str, reserve: str, empty_stock: str
) -> None:
    assert GAME.options(preset) == ColorElevatorOptions(
        preset=preset,
        players=4,
        turn=turn,
        refill=refill,
        reserve=reserve,
        empty_stock=empty_stock,
        turn_limit=1000,
        first_to=1,
    )


def test_values_change_what_the_preset_says() -> None:
    options = GAME.options("original", {"turn": "one_card", "players": 2})

    assert (options.preset, options.turn, options.reserve, options.players) == (
        "original",
        "one_card",
        "flip",
        2,
    )


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"turn": "both_piles"}, "both_piles has draws of its own"),
        ({"turn": "both_piles", "refill": "to_four"}, "both_piles has draws of its own"),
        ({"empty_stock": "reshuffle", "reserve": "flip"}, "hands would never empty"),
        ({"empty_stock": "reshuffle", "refill": "to_four", "reserve": "flip"}, "hands would never empty"),
        ({"empty_stock": "reshuffle", "refill": "none"}, "the reserve would never be reached"),
        ({"empty_stock": "reshuffle", "refill": "none", "reserve": "pick_up"}, "never be reached"),
        ({"reserve": "flip"}, "most games end blocked"),
        ({"reserve": "flip", "refill": "none"}, "most games end blocked"),
    ],
)
def test_options_that_make_no_game_are_refused_with_the_reason(
    values: dict[str, object], reason: str
) -> None:
    with pytest.raises(RulesError, match=reason):
        GAME.options("standard", values)


def test_unknown_preset_lists_the_known_ones() -> None:
    with pytest.raises(RulesError, match=f"no preset 'classic'.*{', '.join(PRESETS)}"):
        GAME.options("classic")


def test_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(RulesError, match="no option 'trump'; its options are players, turn, refill, reserve"):
        GAME.options("standard", {"trump": "none"})


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("players", 1, "2-4"),
        ("players", 5, "2-4"),
        ("players", True, "2-4"),
        ("turn", "two_cards", "one_card, both_piles"),
        ("refill", 1, "one, to_four, none"),
        ("reserve", "", "stock, pick_up, flip"),
        ("empty_stock", "go_on", "stop, reshuffle"),
        ("turn_limit", 0, "an integer >= 1"),
        ("first_to", 0, "an integer >= 1"),
    ],
)
def test_wrong_value_lists_the_right_ones(name: str, value: object, allowed: str) -> None:
    with pytest.raises(RulesError, match=f"{name} can't be .*{allowed}"):
        GAME.options("standard", {name: value})


def test_options_are_valid_by_construction() -> None:
    with pytest.raises(RulesError, match="no preset 'mine'"):
        ColorElevatorOptions(preset="mine")
    with pytest.raises(RulesError, match="players can't be 7"):
        ColorElevatorOptions(players=7)
    with pytest.raises(RulesError, match="most games end blocked"):
        ColorElevatorOptions(reserve="flip")


def test_options_do_not_change() -> None:
    options = GAME.options()

    with pytest.raises(FrozenInstanceError):
        options.players = 3  # type: ignore[misc]
