"""Options and presets: the tables at the head of section LL."""

import pytest

from arena.core.errors import RulesError
from arena.games.linger_longer.options import PRESETS, LingerLongerOptions
from tests.games.linger_longer.table import GAME

DEFAULTS = {
    "players": 4,
    "hand_size": "players",
    "trump": "dealer_card",
    "draw": "one",
    "first_dealer": "cut_low",
    "next_dealer": "rotate",
    "first_to": 1,
    "chips": "none",
}


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("standard", {}),
        ("sift_smoke", {}),
        ("lift_smoke", {"first_dealer": "cut_high", "next_dealer": "winner", "chips": "ante"}),
        ("per_card_draw", {"draw": "per_card"}),
        ("no_trump", {"trump": "none"}),
        ("random_trump", {"trump": "turn_up"}),
        ("grand_coup", {"trump": "first_winner"}),
        ("long_hand", {"hand_size": 7}),
    ],
)
def test_a_preset_is_the_defaults_and_its_changes(preset: str, changes: dict[str, object]) -> None:
    options = GAME.options(preset)

    assert options.preset == preset
    assert {name: getattr(options, name) for name in DEFAULTS} == {**DEFAULTS, **changes}


def test_values_change_what_the_preset_says() -> None:
    options = GAME.options("lift_smoke", {"chips": "per_trick", "hand_size": 8})

    assert (options.chips, options.hand_size, options.next_dealer) == ("per_trick", 8, "winner")


def test_hand_size_players_means_as_many_cards_as_players() -> None:
    assert GAME.options("standard", {"players": 6}).cards_each == 6
    assert GAME.options("long_hand", {"players": 6}).cards_each == 7


def test_two_can_play_lift_smoke_whatever_other_options_it_is_given() -> None:
    values = {"players": 2, "first_dealer": "cut_low", "next_dealer": "rotate", "chips": "none"}

    assert GAME.options("lift_smoke", values).players == 2


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "lift_smoke"])
def test_two_cannot_play_another_preset(preset: str) -> None:
    with pytest.raises(RulesError, match=r"players can't be 2 with .* 3-6, or 2-6 with the"):
        GAME.options(preset, {"players": 2, "first_dealer": "cut_high"})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"players": 7}, "players can't be 7; it is one of: 2-6"),
        ({"players": True}, "players can't be True"),
        ({"hand_size": 1}, "hand_size can't be 1; it is one of: players, 2-8"),
        ({"hand_size": 9}, "hand_size can't be 9"),
        ({"hand_size": "seven"}, "hand_size can't be 'seven'"),
        (
            {"trump": "hearts"},
            "trump can't be 'hearts'; it is one of: dealer_card, turn_up, none",
        ),
        ({"draw": 1}, "draw can't be 1; it is one of: one, per_card"),
        ({"first_to": 0}, "first_to can't be 0; it is one of: an integer >= 1"),
        ({"first_to": 1.0}, "first_to can't be 1.0"),
        ({"chips": None}, "chips can't be None; it is one of: none, ante, per_trick, per_opponent"),
        ({"handsize": 7}, "has no option 'handsize'; its options are players, hand_size, trump"),
        ({"preset": "standard"}, "has no option 'preset'"),
    ],
)
def test_an_unknown_option_or_value_is_an_error_that_lists_what_is_known(
    values: dict[str, object], message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        GAME.options("standard", values)


def test_an_unknown_preset_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(RulesError, match="no preset 'smoke'; its presets are standard, sift_smoke"):
        GAME.options("smoke")


def test_options_made_directly_are_checked_too() -> None:
    with pytest.raises(RulesError, match="no preset 'smoke'"):
        LingerLongerOptions(preset="smoke")
    with pytest.raises(RulesError, match="players can't be 2"):
        LingerLongerOptions(players=2)
