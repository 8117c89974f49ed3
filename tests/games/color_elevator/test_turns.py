"""CE4 and CE5: what a turn is."""

import pytest

from arena.core.errors import IllegalMove
from tests.games.color_elevator.table import GAME, hand, legal, play, set_up, story

TWO = GAME.options("standard", {"players": 2})
NONE = GAME.options("standard", {"players": 2, "refill": "none"})
TO_FOUR = GAME.options("top_up", {"players": 2})
PICK_UP = GAME.options("pick_up", {"players": 2})
BOTH = GAME.options("standard", {"players": 2, "turn": "both_piles", "refill": "none"})


def test_ce_4_1_a_turn_is_one_card_onto_one_pile() -> None:
    state = set_up(TWO, ["9c Ks 2h", "Kc"], tops="8c 3d", stock="5h")

    assert legal(state) == ["9c/0", "2h/1", "Ks/0"]
    play(state, "9c/0")

    assert state.current_player == 1


@pytest.mark.parametrize("others", ["2c", "2c 4c 5c 6c 7c"])
def test_ce_4_2_refill_one_draws_a_card_whatever_the_hand(others: str) -> None:
    state = set_up(TWO, [f"9c {others}", "Kc"], tops="8c 3d", stock="5h 6h")

    play(state, "9c/0")

    assert story(state) == ["play 0 9c/0", "draw 0 5h"]
    assert hand(state, 0) == f"{others} 5h"


@pytest.mark.parametrize(("others", "draws"), [("2c 4c 5c", 1), ("2c 4c 5c 6c", 0)])
def test_ce_4_2_refill_to_four_draws_a_card_if_the_hand_has_fewer_than_four(others: str, draws: int) -> None:
    state = set_up(TO_FOUR, [f"9c {others}", "Kc"], tops="8c 3d", stock="5h 6h")

    play(state, "9c/0")

    assert story(state) == ["play 0 9c/0", "draw 0 5h"][: 1 + draws]


def test_ce_4_2_refill_to_four_draws_no_more_than_one() -> None:
    state = set_up(TO_FOUR, ["9c 2c", "Kc"], tops="8c 3d", stock="5h 6h 7h")

    play(state, "9c/0")

    assert hand(state, 0) == "2c 5h"


def test_ce_4_2_refill_none_draws_nothing() -> None:
    state = set_up(NONE, ["9c 2c", "Kc"], tops="8c 3d", stock="5h")

    play(state, "9c/0")

    assert story(state) == ["play 0 9c/0"]


def test_ce_4_3_who_cannot_play_draws_two_and_may_not_play_them() -> None:
    state = set_up(TWO, ["2c", "Ks"], tops="8c 3d", stock="9c Tc 4h")

    assert story(state) == ["draw 0 9c", "draw 0 Tc"]
    assert state.current_player == 1
    assert state.view(1).turn_number == 1


def test_ce_4_3_draws_what_there_is() -> None:
    state = set_up(TWO, ["2c", "Ks"], tops="8c 3d", stock="9c")

    assert story(state) == ["draw 0 9c"]
    assert state.view(1).passes == 0


def test_ce_4_4_who_cannot_play_and_cannot_draw_passes() -> None:
    state = set_up(TWO, ["2c", "Ks"], tops="8c 3d")

    assert story(state) == ["pass 0"]
    assert state.view(1).passes == 1


def test_ce_4_4_a_pick_up_alone_is_still_a_pass() -> None:
    state = set_up(PICK_UP, ["2c", "Ks"], tops="8c 3d", reserves=["2s 4c 5c 6c", ""])

    assert story(state) == ["pick_up 0 4", "pass 0"]
    assert state.view(1).passes == 1


def test_ce_4_4_a_play_ends_a_row_of_passes() -> None:
    state = set_up(TWO, ["2c", "Ks 2s"], tops="8c 3d")

    play(state, "Ks/0")

    assert story(state) == ["pass 0", "play 1 Ks/0", "pass 0", "pass 1", "deal 0", *story(state)[5:]]


def test_ce_5_1_two_cards_are_played_one_onto_each_pile_in_either_order() -> None:
    state = set_up(BOTH, ["9c 2d 4h", "Kc"], tops="8c 3d", stock="5h 6h 7h")
    assert legal(state) == ["9c/0", "2d/1"]

    play(state, "2d/1")

    assert state.current_player == 0
    assert state.view(0).second_pile == 0
    assert legal(state) == ["9c/0"]


def test_ce_5_1_after_two_cards_nothing_is_drawn() -> None:
    state = set_up(BOTH, ["9c 2d 4h", "Kc"], tops="8c 3d", stock="5h 6h 7h")

    play(state, "9c/0", "2d/1")

    assert story(state) == ["play 0 9c/0", "play 0 2d/1"]
    assert state.current_player == 1
    assert state.view(1).second_pile == -1
    assert state.view(1).turn_number == 1


def test_ce_5_1_the_second_card_goes_onto_the_other_pile() -> None:
    state = set_up(BOTH, ["9c Tc 2d", "Kc"], tops="8c 3d")

    play(state, "9c/0")

    assert legal(state) == ["2d/1"]


def test_ce_5_1_a_first_move_that_strands_the_second_is_illegal() -> None:
    state = set_up(BOTH, ["9c Ac", "Kc"], tops="8c 3d")

    assert legal(state) == ["9c/0", "Ac/1"]
    with pytest.raises(IllegalMove, match="can't play Ac/0 in turn 0; legal: 9c/0, Ac/1"):
        play(state, "Ac/0")


def test_ce_5_1_with_the_piles_exchanged_too() -> None:
    state = set_up(BOTH, ["2d Ac", "Kc"], tops="8c 3d")

    assert legal(state) == ["Ac/0", "2d/1"]


def test_ce_5_1_two_cards_that_fit_both_piles_may_go_either_way() -> None:
    state = set_up(BOTH, ["Ac As", "Kc"], tops="8c 3d")

    assert legal(state) == ["Ac/0", "Ac/1", "As/0", "As/1"]


def test_ce_5_2_one_card_for_both_piles_is_played_alone_and_one_is_drawn() -> None:
    state = set_up(BOTH, ["Ac 2c", "Kc"], tops="8c 3d", stock="5h 6h")
    assert legal(state) == ["Ac/0", "Ac/1"]

    play(state, "Ac/1")

    assert story(state) == ["play 0 Ac/1", "draw 0 5h"]
    assert state.current_player == 1


def test_ce_5_2_cards_for_one_pile_only_are_played_singly() -> None:
    state = set_up(BOTH, ["9c Ks", "Kc"], tops="8c 3d", stock="5h 6h")

    play(state, "9c/0")

    assert story(state) == ["play 0 9c/0", "draw 0 5h"]


def test_ce_5_3_who_cannot_play_draws_two() -> None:
    state = set_up(BOTH, ["2c", "Ks"], tops="8c 3d", stock="9c 2d 4h")

    assert story(state) == ["draw 0 9c", "draw 0 2d"]
    assert state.current_player == 1


def test_ce_5_3_and_4_4_passes_if_there_is_nothing_to_draw() -> None:
    state = set_up(BOTH, ["2c", "Ks"], tops="8c 3d")

    assert story(state) == ["pass 0"]


def test_ce_5_4_a_drawn_card_or_a_new_top_does_not_change_the_case() -> None:
    state = set_up(BOTH, ["Ac 2c 5h", "Kc"], tops="8c 3d", stock="2d 6h")

    play(state, "Ac/0")  # now 2c and 5h fit on it, and the 2d that is drawn fits on the 3d

    assert state.current_player == 1
