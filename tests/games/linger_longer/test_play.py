"""Tricks, going out and places: LL1, LL4, LL5, LL6."""

from arena.games.events import EventType
from arena.games.linger_longer.state import LingerLongerState
from tests.games.linger_longer.table import cards, deal, hand, happened, late, legal, play, result_places


def outs(state: LingerLongerState) -> list[int]:
    return [seat for seat, _ in happened(state, EventType.OUT)]


def test_ll_1_a_low_trump_beats_an_ace() -> None:
    state = late(["Ac 9c", "2h 9h", "Kc 3c"], "5s 6s", trump="h")

    play(state, "Ac, 2h, Kc")

    assert list(state.view(0).tricks_won) == [0, 1, 0]


def test_ll_1_the_ace_is_high() -> None:
    state = late(["2c 9c", "Ac 9h", "Kc 3c"], "5s 6s")

    play(state, "2c, Ac, Kc")

    assert list(state.view(0).tricks_won) == [0, 1, 0]


def test_ll_4_1_the_leader_may_play_any_card() -> None:
    assert legal(late(["2c 9d Th As", "3c 3d", "4c 4d"], "5s", trump="h")) == "2c 9d Th As"


def test_ll_4_2_a_follower_who_holds_the_led_suit_must_play_it() -> None:
    state = play(late(["2c 9d", "3c Kc Th", "4d 5d"], "5s", trump="h"), "2c")

    assert legal(state) == "3c Kc"


def test_ll_4_2_a_follower_without_the_led_suit_may_play_anything() -> None:
    state = play(late(["2c 9d", "3d Th As", "4d 5d"], "5s", trump="h"), "2c")

    assert legal(state) == "3d Th As"


def test_ll_4_3_a_higher_card_of_another_suit_wins_nothing_without_trump() -> None:
    state = late(["2c 9c", "Ad 9h", "3c As"], "5s 6s")

    play(state, "2c, Ad, 3c")

    assert list(state.view(0).tricks_won) == [0, 0, 1]


def test_ll_4_3_the_highest_of_several_trumps_wins() -> None:
    state = late(["2c 9c", "5h 9d", "4h As"], "5s 6s", trump="h")

    play(state, "2c, 5h, 4h")

    assert list(state.view(0).tricks_won) == [0, 1, 0]


def test_ll_4_4_won_cards_are_out_of_play_and_shown_in_order() -> None:
    view = play(late(["2c 9c", "5c 9d", "4c As"], "5s 6s"), "2c, 5c, 4c, 9d").view(0)

    assert list(view.played) == cards("2c 5c 4c 9d")
    assert list(view.played_seats) == [0, 1, 2, 1]
    assert (list(view.trick), list(view.trick_seats)) == (cards("9d"), [1])


def test_ll_4_5_the_winner_alone_draws_one_card() -> None:
    state = play(late(["2c 9c", "5c 9d", "4c As"], "5s 6s"), "2c, 5c, 4c")

    assert list(happened(state, EventType.DRAW)) == [(1, cards("5s")[0])]
    assert [hand(state, seat) for seat in range(3)] == ["9c", "9d 5s", "As"]
    assert state.view(0).stock == 1


def test_ll_4_5_per_card_draws_as_many_as_the_trick_has() -> None:
    state = play(late(["2c 9c", "5c 9d", "4c As"], "5s 6s 3d 7h", draw="per_card"), "2c, 5c, 4c")

    assert hand(state, 1) == "3d 9d 5s 6s"
    assert state.view(0).stock == 1


def test_ll_4_5_per_card_draws_what_is_left() -> None:
    state = play(late(["2c 9c", "5c 9d", "4c As"], "5s 6s", draw="per_card"), "2c, 5c, 4c")

    assert hand(state, 1) == "9d 5s 6s"
    assert state.view(0).stock == 0


def test_ll_4_5_an_empty_stock_gives_nothing() -> None:
    state = play(late(["2c 9c", "5c 9d", "4c As"]), "2c, 5c, 4c")

    assert list(happened(state, EventType.DRAW)) == []
    assert state.current_player == 1


def test_ll_4_6_a_winner_without_cards_passes_the_lead_clockwise_past_those_who_are_out() -> None:
    state = late(["3c 9c", "Ac", "2c", "4c 9d"])

    play(state, "3c, Ac, 2c, 4c")

    assert outs(state) == [1, 2]
    assert state.current_player == 3
    assert list(state.view(0).tricks_won) == [0, 1, 0, 0]


def test_ll_5_1_with_an_empty_stock_the_last_card_puts_out_in_mid_trick_and_still_counts() -> None:
    state = late(["3c 9c", "Ac", "2c 5d", "4c 9d"])

    play(state, "3c, Ac")

    assert outs(state) == [1]
    assert state.current_player == 2
    play(state, "2c, 4c")
    assert list(state.view(0).tricks_won) == [0, 1, 0, 0]
    assert state.current_player == 2


def test_ll_5_1_the_leader_of_a_trick_can_be_the_one_who_goes_out() -> None:
    state = late(["3c", "Ac 2h", "2c 5d"])

    play(state, "3c, Ac, 2c")

    assert outs(state) == [0]
    assert state.current_player == 1
    assert list(state.view(0).trick) == []


def test_ll_5_2_with_a_stock_a_winner_of_the_last_card_draws_and_stays() -> None:
    state = late(["Ac", "2c 9h", "3c 9d"], "5s 6s")

    play(state, "Ac, 2c, 3c")

    assert outs(state) == []
    assert (state.current_player, hand(state, 0)) == (0, "5s")


def test_ll_5_2_with_a_stock_a_loser_goes_out_after_the_draw() -> None:
    state = late(["2c", "Ac 9h", "3c 9d"], "5s 6s")

    play(state, "2c")
    assert outs(state) == []
    play(state, "Ac, 3c")

    assert state.view(0).events[-8:] == bytes((3, 1, 255, 0, 9, 0, 0, 0))


def test_ll_5_2_the_trick_that_takes_the_last_of_the_stock_is_one_with_a_stock() -> None:
    state = late(["2c", "Ac 9h", "3c 9d"], "5s")

    play(state, "2c, Ac")

    assert outs(state) == []
    play(state, "3c")
    assert (outs(state), state.view(0).stock) == ([0], 0)


def test_ll_5_3_who_is_out_takes_no_part_in_later_tricks() -> None:
    state = play(late(["2c", "Ac 9h", "3c 9d"], "5s 6s"), "2c, Ac, 3c, 9h")

    assert state.current_player == 2
    play(state, "9d")
    assert list(state.view(0).played_seats) == [0, 1, 2, 1, 2]


def test_ll_5_4_with_an_empty_stock_the_last_holder_wins_in_mid_trick_and_it_counts_for_nobody() -> None:
    state = late(["3c 4c", "Ac", "2d 2h"], "", chips="per_trick")
    play(state, "3c, Ac, 2d")  # seat 1 takes it, is out, and the lead passes to seat 2

    play(state, "2h")

    assert state.is_over
    assert state.hand_results[-1].winner == 0
    assert list(state.view(0).tricks_won) == [0, 1, 0]
    assert result_places(state) == (1, 3, 2)


def test_ll_5_4_the_last_holder_need_not_have_played_to_the_trick() -> None:
    state = late(["Ac", "Kc", "2d"])

    play(state, "Ac, Kc")

    assert state.is_over
    assert result_places(state) == (3, 2, 1)
    assert list(state.view(0).played) == cards("Ac Kc")


def test_ll_5_4_with_a_stock_a_trick_is_finished_however_clear_its_outcome() -> None:
    state = late(["Ac", "2c", "3c 9d"], "5s 6s")

    play(state, "Ac, 2c")

    assert not state.is_over
    assert state.current_player == 2


def test_ll_5_4_with_a_stock_the_hand_ends_after_the_draw_when_one_holds_cards() -> None:
    state = late(["Ac", "2c", "3c"], "5s 6s")

    play(state, "Ac, 2c, 3c")

    assert state.is_over
    assert list(state.view(0).tricks_won) == [1, 0, 0]
    assert state.view(0).hand == bytes(cards("5s"))


def test_ll_6_1_later_out_is_better() -> None:
    state = late(["2c", "3c", "4c", "5c 6c"])

    play(state, "2c, 3c, 4c")

    assert result_places(state) == (4, 3, 2, 1)


def test_ll_6_2_seats_that_go_out_in_one_trick_share_the_place() -> None:
    state = late(["2c", "Ac", "4c", "5c"], "5s 6s")

    play(state, "2c, Ac, 4c, 5c")

    assert result_places(state) == (2, 1, 2, 2)
    view = state.view(0)
    assert list(view.out) == [0, 2, 3]
    assert len(set(view.out_at)) == 1


def test_ll_6_2_the_place_after_a_shared_one_is_skipped() -> None:
    state = late(["2c", "3c", "4c 9h", "Ac Kd"], "5s 6s 7s")

    play(state, "2c, 3c, 4c, Ac")  # 0 and 1 go out together
    play(state, "Kd, 9h")

    assert outs(state) == [0, 1, 2]
    assert result_places(state) == (3, 3, 2, 1)


def test_ll_6_2_seats_go_out_in_the_order_in_which_they_played() -> None:
    state = late(["2c", "Ac 9d", "4c", "5c"], "5s 6s", leader=2)

    play(state, "4c, 5c, 2c, Ac")

    assert outs(state) == [2, 3, 0]


def test_ll_5_5_and_3_2_a_first_hand_deals_from_the_whole_pack() -> None:
    state = deal(["2c 3c", "4c 5c", "6c 7c"])
    view = state.view(0)

    assert view.stock + sum(view.hand_counts) == 52
