"""Draws as a file states them: those of the games that are known, and nothing made up for others."""

from typing import Any

import pytest

from arena.games.registry import find_game
from arena.verification.stated_draws import Misstated, StatedDraws, Unstated

HANDS: list[dict[str, Any]] = [
    {
        "dealer": 2,
        "deck": ["2d", "3c", "2c"],
        "events": [{"type": "reshuffle"}, {"type": "draw", "card": "3c"}],
    }
]
CUT_HIGH = find_game("linger_longer").options("lift_smoke", {"players": 3})
CUT_LOW = find_game("linger_longer").options("standard", {"players": 3})
WITHOUT_CUT = find_game("color_elevator").options("standard", {"players": 3})


def test_the_dealer_the_deck_and_the_stock_are_those_that_are_stated() -> None:
    draws = StatedDraws(HANDS, WITHOUT_CUT)

    assert draws.below("dealer", 3) == 2
    assert draws.shuffle("deck/0", [0, 1, 13]) == [13, 1, 0]
    assert draws.shuffle("reshuffle/0/0", [0, 1, 13]) == [1, 0, 13]


@pytest.mark.parametrize(("options", "decide"), [(CUT_HIGH, max), (CUT_LOW, min)])
def test_the_cut_comes_out_for_the_stated_dealer(options: Any, decide: Any) -> None:
    cut = StatedDraws(HANDS, options).shuffle("cut/0/0", range(52))

    assert [seat for seat, card in enumerate(cut) if card % 13 == decide(card % 13 for card in cut)] == [2]


@pytest.mark.parametrize("label", ["dealer/0", "dice", "deck/0"])
def test_a_number_of_another_name_is_unstated(label: str) -> None:
    with pytest.raises(Unstated, match=label):
        StatedDraws(HANDS, CUT_LOW).below(label, 3)


@pytest.mark.parametrize(
    "label", ["cut/0/0", "cut/1/0", "deck", "deck/red", "deck/0/1/2", "reshuffle/0", "dice/0", "deck/-1"]
)
def test_a_shuffle_that_the_games_that_are_known_have_not_is_unstated(label: str) -> None:
    with pytest.raises(Unstated, match=label):
        StatedDraws(HANDS, WITHOUT_CUT).shuffle(label, [0, 1, 13])


def test_what_a_game_draws_word_by_word_is_unstated() -> None:
    with pytest.raises(Unstated, match="dice/0"):
        StatedDraws(HANDS, CUT_LOW).words("dice/0")


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("deck/1", "it has 1 hands, and another one follows"),
        ("deck/0/1", "the deck of hand 0 can't be played with"),
        ("reshuffle/0/0", "cards are drawn that reshuffle 0 has not"),
    ],
)
def test_what_can_not_have_been_dealt_is_misstated(label: str, message: str) -> None:
    with pytest.raises(Misstated, match=message):
        StatedDraws(HANDS, CUT_LOW).shuffle(label, [0, 13])
