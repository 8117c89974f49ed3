"""Dealer, deal and trump: LL2 and LL3."""

import pytest

from arena.core.cards import parse_card
from arena.core.errors import IllegalMove
from arena.games.events import EventType, read_events
from arena.games.linger_longer.state import LingerLongerState
from tests.games.draws import ScriptedDraws
from tests.games.linger_longer.table import (
    GAME,
    cards,
    cut_to,
    deal,
    hand,
    happened,
    legal,
    pack,
    play,
)


def dealer_after_cut(first_dealer: str, *rounds: str) -> tuple[int, bytes]:
    packs = {f"cut/0/{number}": pack(text) for number, text in enumerate(rounds)}
    state = GAME.new_match(GAME.options("standard", {"first_dealer": first_dealer}), ScriptedDraws(packs))
    view = state.view(0)
    return view.dealer, view.cut


def test_ll_2_1_cut_low_lets_the_lowest_rank_deal_whatever_its_suit() -> None:
    dealer, cut = dealer_after_cut("cut_low", "Ac 3s 4c 9d")

    assert dealer == 1
    assert list(cut) == [0, parse_card("Ac"), 1, parse_card("3s"), 2, parse_card("4c"), 3, parse_card("9d")]


def test_ll_2_1_cut_high_lets_the_ace_deal() -> None:
    dealer, _ = dealer_after_cut("cut_high", "Kc 3s Ad 2s")

    assert dealer == 2


def test_ll_2_2_only_the_seats_that_share_the_deciding_rank_draw_again() -> None:
    dealer, cut = dealer_after_cut("cut_low", "3c 9s 3d 3h", "Tc 5d 5s", "7d 6d")

    assert dealer == 3
    assert list(cut[0::2]) == [0, 1, 2, 3, 0, 2, 3, 2, 3]
    assert list(cut[1::2]) == cards("3c 9s 3d 3h Tc 5d 5s 7d 6d")


def test_ll_2_2_a_shared_rank_that_does_not_decide_is_not_drawn_again() -> None:
    dealer, cut = dealer_after_cut("cut_high", "3c 9s 3d 3h")

    assert dealer == 1
    assert len(cut) == 8


def finish_hand(state: LingerLongerState) -> int:
    """Play the lowest moves until a hand is over and return who won it."""
    number = state.hand_number
    while not state.is_over and state.hand_number == number:
        state.play(state.legal_moves()[0])
    return state.hand_results[-1].winner


def test_ll_2_3_rotate_passes_the_deal_clockwise() -> None:
    draws = ScriptedDraws({"cut/0/0": cut_to(3, 4)})
    state = GAME.new_match(GAME.options("standard", {"first_to": 3}), draws)

    finish_hand(state)
    finish_hand(state)

    assert [dealer for dealer, _ in happened(state, EventType.DEAL)] == [3, 0, 1]


def test_ll_2_3_winner_deals_the_next_hand() -> None:
    draws = ScriptedDraws({"cut/0/0": cut_to(3, 4, "cut_high")})
    state = GAME.new_match(GAME.options("lift_smoke", {"first_to": 3}), draws)

    winners = [finish_hand(state), finish_hand(state)]

    assert [dealer for dealer, _ in happened(state, EventType.DEAL)] == [3, *winners]


def test_ll_3_1_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    draws = ScriptedDraws({"cut/0/0": cut_to(1, 3), "deck/0": pack("2c 3d 4h 5s 6c 7d 8h 9s Tc")})
    state = GAME.new_match(GAME.options("standard", {"players": 3}), draws)

    assert {seat: set(hand(state, seat).split()) for seat in range(3)} == {
        2: {"2c", "5s", "8h"},
        0: {"3d", "6c", "9s"},
        1: {"4h", "7d", "Tc"},
    }


def test_ll_2_4_nothing_is_drawn_by_lot_between_the_cut_and_the_deal() -> None:
    draws = ScriptedDraws({"cut/0/0": cut_to(0, 4)})

    state = GAME.new_match(GAME.options("standard", {"first_to": 2}), draws)
    finish_hand(state)

    assert draws.asked == ["cut/0/0", "deck/0", "deck/1"]


def test_ll_3_2_what_was_not_dealt_is_the_stock_in_the_order_of_the_pack() -> None:
    state = deal(["2c 3c", "4c As", "9c 7c"], "Kd 2h 6s")
    assert state.view(0).stock == 52 - 6

    play(state, "4c, 9c, 3c, 7c, 2c, As")

    assert list(happened(state, EventType.DRAW)) == [(2, parse_card("Kd")), (2, parse_card("2h"))]
    assert state.view(0).stock == 52 - 6 - 2


@pytest.mark.parametrize(("hand_size", "dealt"), [("players", 5), (2, 2), (8, 8)])
def test_ll_3_1_hand_size_is_the_number_of_players_or_a_number(hand_size: object, dealt: int) -> None:
    options = GAME.options("standard", {"players": 5, "hand_size": hand_size})
    view = GAME.new_match(options, ScriptedDraws({})).view(0)

    assert list(view.hand_counts) == [dealt] * 5
    assert view.stock == 52 - 5 * dealt


def test_ll_3_3_the_dealers_last_card_names_trump_and_everyone_knows_who_holds_it() -> None:
    state = deal(["2c 3c", "4c 5c", "6c Jh"], dealer=2)

    for seat in range(3):
        view = state.view(seat)
        assert (view.trump, list(view.known)) == (2, [2, parse_card("Jh")])
    assert hand(state, 2) == "6c Jh"


def test_ll_3_3_the_dealers_card_is_no_longer_known_in_hand_once_played() -> None:
    state = deal(["2c 3c", "4d 5d", "6h Jh"], dealer=2)

    play(state, "2c, 4d, Jh")

    assert state.view(0).known == b""


def test_ll_3_4_the_turned_up_card_names_trump_and_goes_under_the_stock() -> None:
    state = deal(["2c 3c", "4c 5c", "6c 7c"], "Js 9d", trump="turn_up")
    view = state.view(1)

    assert (view.trump, list(view.stock_bottom), view.known) == (3, [parse_card("Js")], b"")
    assert view.stock == 46
    play(state, "4c, 6c, 2c")
    assert "9d" in hand(state, 2)


def test_ll_3_4_a_drawn_turn_up_is_shown_to_all_and_known_until_played() -> None:
    turned = parse_card("Js")
    state = deal(["2c 3c", "4c 5c", "6c 7c"], "Js", trump="turn_up")
    state.top = state.read_top = 51

    play(state, "4c, 6c, 2c")

    for seat in range(3):
        view = state.view(seat)
        assert (view.stock, view.stock_bottom, list(view.known)) == (0, b"", [2, turned])
        *_, last = read_events(view.events)
        assert last == (EventType.DRAW, 2, turned, 0)
    play(state, "Js")
    assert state.view(0).known == b""


def test_ll_3_5_without_trump_nothing_is_known_or_named() -> None:
    view = deal(["2c 3c", "4c 5c", "6c 7c"], trump="none").view(0)

    assert (view.trump, view.trump_to_be_named, view.known, view.stock_bottom) == (-1, False, b"", b"")


def test_ll_3_6_the_first_winner_draws_then_names_trump_then_leads() -> None:
    state = deal(["2c 3c", "4c As", "9c 7c"], "Kd", trump="first_winner")
    assert state.view(0).trump_to_be_named

    play(state, "4c, 9c, 2c")

    assert state.current_player == 2
    assert legal(state) == "trump c trump d trump h trump s"
    assert hand(state, 2) == "7c Kd"
    play(state, "trump d")
    view = state.view(2)
    assert (view.trump, view.trump_to_be_named, state.current_player) == (1, False, 2)
    assert legal(state) == "7c Kd"
    assert [event.type.name for event in read_events(state.events())] == [
        "DEAL", "PLAY", "PLAY", "PLAY", "DRAW", "NAME_TRUMP",
    ]  # fmt: skip


def test_ll_3_6_the_first_trick_has_no_trump_and_the_named_one_is_used_after_it() -> None:
    state = deal(["2c 3d", "4c As", "9c 7c"], "Kd", trump="first_winner")

    play(state, "4c, 9c, 2c, trump d, 7c, 3d")

    assert list(state.view(0).tricks_won) == [0, 0, 1]
    play(state, "As")
    assert list(state.view(0).tricks_won) == [1, 0, 1]


def test_ll_3_6_a_card_cannot_be_played_while_trump_is_to_be_named() -> None:
    state = play(deal(["2c 3c", "4c As", "9c 7c"], trump="first_winner"), "4c, 9c, 2c")

    with pytest.raises(IllegalMove, match="seat 2 can't play 7c; it may play trump c"):
        state.play(parse_card("7c"))


def test_ll_3_7_the_seat_on_the_dealers_left_leads() -> None:
    assert deal(["2c 3c", "4c 5c", "6c 7c"], dealer=2).current_player == 0
