"""CE6 and CE7: the reserve, and a stock that runs out."""

from random import Random

from arena.core.cards import parse_card
from arena.games.events import EventType
from tests.games.color_elevator.table import (
    GAME,
    cards,
    hand,
    legal,
    play,
    set_up,
    story,
    texts,
)
from tests.games.draws import ScriptedDraws

TWO = GAME.options("standard", {"players": 2})
PICK_UP = GAME.options("pick_up", {"players": 2})
ORIGINAL = GAME.options("original", {"players": 2})


def test_ce_6_1_draws_come_from_the_own_reserve_in_the_order_dealt_once_the_stock_is_empty() -> None:
    state = set_up(TWO, ["2c", "Ks"], tops="8c 3d", stock="9c", reserves=["4h 5h 6h 7h", "4d 5d 6d 7d"])

    assert story(state) == ["draw 0 9c", "draw 0 4h reserve"]
    assert list(state.view(1).reserve_counts) == [3, 4]


def test_ce_6_1_a_card_from_the_reserve_is_shown_to_its_drawer_alone() -> None:
    state = set_up(TWO, ["9c 2c", "Ks"], tops="8c 3d", reserves=["4h 5h", ""])

    play(state, "9c/0")

    draw = [EventType.DRAW, 0, parse_card("4h"), 1]
    assert list(state.view(0, 1).events) == draw
    assert list(state.view(1, 1).events) == [*draw[:2], 255, 1]


def test_ce_6_2_the_whole_reserve_is_picked_up_at_the_start_of_a_turn_with_an_empty_stock() -> None:
    state = set_up(PICK_UP, ["2c", "Ks"], tops="8c 3d", reserves=["9c 2s 4c 5c", "4h 5h 6h 7h"])

    assert story(state) == ["pick_up 0 4"]
    assert hand(state, 0) == "2c 4c 5c 9c 2s"
    assert list(state.view(0).reserve_counts) == [0, 4]
    assert legal(state) == ["9c/0"]


def test_ce_6_2_others_see_how_many_are_picked_up_and_not_which() -> None:
    state = set_up(PICK_UP, ["2c", "Ks"], tops="8c 3d", reserves=["9c 2s 4c 5c", ""])

    assert state.view(1).events == bytes((EventType.PICK_UP, 0, 4, 0))
    assert state.view(1).known == b""


def test_ce_6_2_a_reserve_to_be_picked_up_is_not_drawn_from() -> None:
    state = set_up(PICK_UP, ["2c", "Ks"], tops="8c 3d", stock="9c", reserves=["4h 5h 6h 7h", ""])

    assert story(state) == ["draw 0 9c"]
    assert list(state.view(0).reserve_counts) == [4, 0]


def test_ce_6_3_with_an_empty_hand_the_next_reserve_card_is_turned_up_and_placed() -> None:
    state = set_up(ORIGINAL, ["", "Ks 2c"], tops="8c 3d", stock="4h 5h 6h", reserves=["9c 2d", "7h"])
    view = state.view(1)
    assert story(state) == ["flip 0 9c"]
    assert (view.flip, view.hand_counts[0], view.reserve_counts[0]) == (parse_card("9c"), 0, 1)
    assert legal(state) == ["9c/0"]

    play(state, "9c/0")

    assert story(state) == ["flip 0 9c", "play 0 9c/0"]
    assert state.current_player == 1
    assert state.view(1).flip == -1


def test_ce_6_3_a_flip_may_have_a_choice_of_piles() -> None:
    state = set_up(ORIGINAL, ["", "Ks 2c"], tops="8c 3d", stock="4h", reserves=["Ac 2d", "7h"])

    assert legal(state) == ["Ac/0", "Ac/1"]


def test_ce_6_3_a_flip_that_does_not_fit_goes_to_the_hand_and_three_are_drawn() -> None:
    state = set_up(ORIGINAL, ["", "Ks 2h"], tops="8c 3d", stock="4c 5c 6c 7c", reserves=["2c 9c", "7h"])

    assert story(state) == ["flip 0 2c", "draw 0 4c", "draw 0 5c", "draw 0 6c"]
    assert hand(state, 0) == "2c 4c 5c 6c"
    assert state.current_player == 1


def test_ce_6_3_a_flip_kept_in_hand_is_known_to_all_until_it_is_played() -> None:
    state = set_up(ORIGINAL, ["", "3c 2h 7c"], tops="8c 3d", stock="4c 5c 6c 7d", reserves=["3h 9c", "7h"])
    assert state.view(1).known == bytes((0, parse_card("3h")))

    play(state, "3c/1")
    play(state, "3h/1")

    assert state.view(1).known == b""


def test_ce_6_3_a_flip_is_no_pass_even_if_nothing_can_be_drawn() -> None:
    state = set_up(ORIGINAL, ["", "Ks 2h"], tops="8c 3d", reserves=["2c 9c", "7h"], passes=1)

    assert story(state) == ["flip 0 2c"]
    assert state.current_player == 1
    assert state.view(1).passes == 0


def test_ce_6_3_a_card_is_flipped_only_with_an_empty_hand() -> None:
    state = set_up(ORIGINAL, ["2c", "Ks 2h"], tops="8c 3d", stock="4c 5c 6c", reserves=["9c", "7h"])

    assert story(state) == ["draw 0 4c", "draw 0 5c"]


def test_ce_7_1_nothing_comes_from_a_stock_that_has_stopped() -> None:
    state = set_up(TWO, ["9c 2c", "Ks"], tops="8c 3d", under=("4h", "5h"))

    play(state, "9c/0")

    assert story(state) == ["play 0 9c/0"]


def test_ce_7_2_in_the_middle_of_a_draw_the_piles_but_their_tops_become_the_stock() -> None:
    draws = ScriptedDraws({"reshuffle/0/0": list(cards("6h 5h 7h"))})
    state = set_up(
        ORIGINAL,
        ["2c", "Ks 2h"],
        tops="8c 3d",
        stock="4c",
        under=("5h 6h", "7h"),
        reserves=["9c", "7d"],
        draws=draws,
    )

    assert story(state) == ["draw 0 4c", "reshuffle 0 3", "draw 0 6h"]
    view = state.view(1)
    assert (texts(view.pile_0), texts(view.pile_1)) == ("8c", "3d")
    assert (view.stock, view.reshuffles) == (2, 1)


def test_ce_7_2_what_was_reshuffled_is_public_and_so_is_how_much_of_it_is_in_each_hand() -> None:
    state = set_up(
        ORIGINAL, ["2c", "Ks 2h"], tops="8c 3d", stock="4c", under=("5h 6h", "7h"), reserves=["9c", "7d"]
    )

    assert state.view(1).pools == ((cards("5h 6h 7h"), bytes((1, 0))),)
    assert state.view(0).pools == state.view(1).pools


def test_ce_7_2_an_empty_stock_is_left_alone_until_a_card_must_be_drawn() -> None:
    state = set_up(
        ORIGINAL, ["2c", "Ks 2h"], tops="8c 3d", stock="4c 5c", under=("5h 6h", "7h"), reserves=["9c", "7d"]
    )

    assert story(state) == ["draw 0 4c", "draw 0 5c"]
    assert state.view(0).stock == 0


def test_ce_7_2_with_nothing_but_tops_nothing_is_drawn_or_shuffled() -> None:
    draws = ScriptedDraws({})

    state = set_up(ORIGINAL, ["2c", "Ks 2h"], tops="8c 3d", reserves=["9c", "7d"], draws=draws)

    assert story(state) == ["pass 0"]
    assert state.view(0).reshuffles == 0
    assert draws.asked == []


def test_ce_7_2_reshuffles_are_numbered_anew_in_each_hand() -> None:
    draws = ScriptedDraws({})
    state = GAME.new_match(GAME.options("original", {"first_to": 2}), draws)

    state.playout(Random(1))

    expected = []
    for number in range(len(state.hand_results)):
        count = sum(label.startswith(f"reshuffle/{number}/") for label in draws.asked)
        assert count > 1
        expected += [f"deck/{number}", *(f"reshuffle/{number}/{k}" for k in range(count))]
    assert draws.asked == expected
