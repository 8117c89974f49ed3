"""CE8: how games and matches end, and who takes which place."""

from random import Random

from arena.core.rng import NamedDraws
from arena.games.game import NOBODY, Ending, HandEnding
from tests.games.color_elevator.table import GAME, play, set_up, story

TWO = GAME.options("standard", {"players": 2})
NONE = GAME.options("standard", {"players": 2, "refill": "none"})
BOTH = GAME.options("standard", {"players": 2, "turn": "both_piles", "refill": "none"})
ORIGINAL = GAME.options("original", {"players": 2})
ONE_TURN = GAME.options("standard", {"players": 2, "turn_limit": 1})


def test_ce_8_1_who_has_neither_hand_nor_reserve_wins_at_once() -> None:
    state = set_up(TWO, ["9c", "Ks"], tops="8c 3d")

    play(state, "9c/0")

    (result,) = state.hand_results
    assert (result.ending, result.winner, result.places) == (HandEnding.WON, 0, (1, 2))
    assert state.is_over
    assert state.current_player == NOBODY
    assert state.legal_moves() == []


def test_ce_8_1_the_draw_after_the_last_card_comes_first() -> None:
    state = set_up(TWO, ["9c", "Ks"], tops="8c 3d", stock="4h")

    play(state, "9c/0")

    assert state.hand_results == []


def test_ce_8_1_a_reserve_that_is_left_is_no_win() -> None:
    state = set_up(NONE, ["9c", "Ks"], tops="8c 3d", stock="4h", reserves=["5h", ""])

    play(state, "9c/0")

    assert state.hand_results == []


def test_ce_8_1_the_second_of_two_cards_may_win() -> None:
    state = set_up(BOTH, ["9c 2d", "Ks"], tops="8c 3d")

    play(state, "9c/0", "2d/1")

    assert state.hand_results[0].winner == 0
    assert state.view(0).second_pile == -1


def test_ce_8_1_placing_the_last_flip_wins() -> None:
    state = set_up(ORIGINAL, ["", "Ks 2h"], tops="8c 3d", stock="4c", reserves=["9c", "7h"])

    play(state, "9c/0")

    assert state.hand_results[0].winner == 0


def test_ce_8_2_the_game_is_blocked_when_all_pass_in_a_row() -> None:
    state = set_up(TWO, ["2c", "2s 4c"], tops="8c 3d")

    assert story(state) == ["pass 0", "pass 1"]
    (result,) = state.hand_results
    assert (result.ending, result.winner, result.places) == (HandEnding.BLOCKED, 0, (1, 2))


def test_ce_8_3_the_game_is_blocked_after_the_turn_limit() -> None:
    state = set_up(ONE_TURN, ["9c 2c 4c", "Ks 5s"], tops="8c 3d")

    play(state, "9c/0")

    assert state.hand_results[0].ending is HandEnding.BLOCKED


def test_ce_8_3_a_forced_turn_counts() -> None:
    state = set_up(ONE_TURN, ["2c", "Ks"], tops="8c 3d", stock="4h 5h")

    assert story(state) == ["draw 0 4h", "draw 0 5h"]
    assert state.hand_results[0].places == (2, 1)


def test_ce_8_3_a_win_on_the_last_turn_comes_first() -> None:
    state = set_up(ONE_TURN, ["9c", "Ks"], tops="8c 3d")

    play(state, "9c/0")

    assert state.hand_results[0].ending is HandEnding.WON


def test_ce_8_3_nothing_is_picked_up_or_flipped_after_the_last_turn() -> None:
    pick_up = GAME.options("pick_up", {"players": 2, "turn_limit": 1})
    flip = GAME.options("original", {"players": 2, "turn_limit": 1})
    picking = set_up(pick_up, ["9c 2c", "Ks"], tops="8c 3d", reserves=["", "4h 5h"])
    flipping = set_up(flip, ["9c 2c", ""], tops="8c 3d", stock="4h", reserves=["5h", "5d 6d 7d 8d"])

    play(picking, "9c/0")
    play(flipping, "9c/0")

    assert story(picking) == ["play 0 9c/0"]
    assert story(flipping) == ["play 0 9c/0", "draw 0 4h"]


def test_ce_8_4_places_go_by_cards_in_hand_and_reserve_and_equal_counts_share() -> None:
    options = GAME.options("standard", {"players": 4, "turn_limit": 1})
    state = set_up(
        options, ["9c 2c 4c", "Ks", "5s 6s", "7s"], tops="8c 3d", reserves=["", "4h", "", "5h 6h 7h"]
    )

    play(state, "9c/0")

    assert state.hand_results[0].places == (1, 1, 1, 4)


def test_ce_8_5_a_blocked_game_is_won_by_whoever_is_alone_in_first_place() -> None:
    state = set_up(ONE_TURN, ["9c 2c 4c", "Ks"], tops="8c 3d")

    play(state, "9c/0")

    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.places) == (Ending.WON, (2, 1))


def test_ce_8_5_after_a_shared_first_place_another_game_is_played_and_the_deal_passes() -> None:
    options = GAME.options("standard", {"players": 2, "turn_limit": 20})
    state = set_up(options, ["9c 2c", "Ks"], tops="8c 3d", turn_number=19)

    play(state, "9c/0")

    (result,) = state.hand_results
    assert (result.winner, result.dealer) == (NOBODY, 0)
    assert state.outcome() is None
    view = state.view(0)
    assert (view.hand_number, view.dealer) == (1, 1)
    assert (view.hands_won, view.place_sums) == ((0, 0), (1, 1))


def test_ce_8_5_the_match_ends_after_ten_games_for_each_win_that_is_asked() -> None:
    options = GAME.options("standard", {"players": 3, "turn_limit": 1, "first_to": 2})
    state = GAME.new_match(options, NamedDraws(bytes(32)))

    while not state.is_over:
        state.play(state.legal_moves()[0])

    outcome = state.outcome()
    assert outcome is not None
    assert len(state.hand_results) == 20
    assert outcome.ending is Ending.BLOCKED
    assert outcome.places.count(1) >= 1


def test_ce_8_5_match_places_go_by_games_won_then_by_the_sum_of_places() -> None:
    options = GAME.options("pick_up", {"first_to": 3})
    for number in range(8):
        state = GAME.new_match(options, NamedDraws(number.to_bytes(32, "big")))
        state.playout(Random(number))

        outcome = state.outcome()
        assert outcome is not None
        won = [sum(result.winner == seat for result in state.hand_results) for seat in range(4)]
        sums = [sum(result.places[seat] for result in state.hand_results) for seat in range(4)]
        assert max(won) == 3
        assert outcome.ending is Ending.WON
        better = [[(won[b], -sums[b]) > (won[a], -sums[a]) for b in range(4)].count(True) for a in range(4)]
        assert list(outcome.places) == [1 + count for count in better]
        assert outcome.chips == (0, 0, 0, 0)
