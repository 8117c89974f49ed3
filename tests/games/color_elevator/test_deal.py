"""CE1 to CE3: the cards, the deal, and what fits on what."""

import pytest

from arena.core.cards import DECK, parse_card
from arena.core.rng import NamedDraws
from arena.games.color_elevator.tables import FITS, fits
from tests.games.color_elevator.table import (
    GAME,
    cards,
    deck_from,
    legal,
    play,
    set_up,
    story,
    texts,
)
from tests.games.draws import ScriptedDraws

TWO = GAME.options("standard", {"players": 2})
FOUR = GAME.options()


def test_ce_1_a_pack_has_four_suits_of_thirteen_two_of_them_red() -> None:
    deck = GAME.new_match(FOUR, NamedDraws(bytes(32))).deal_record()["deck"]

    assert sorted(deck) == sorted(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    # Only a card of the other color fits on its own rank.
    assert [text for text in deck if text[0] == "8" and fits(parse_card(text), parse_card("8c"))] == [
        text for text in deck if text in ("8d", "8h")
    ]


def test_ce_2_1_the_first_dealer_is_drawn_by_lot() -> None:
    draws = NamedDraws(bytes(32))

    state = GAME.new_match(FOUR, draws)

    assert state.view(0).dealer == draws.below("dealer", 4) == 1


def test_ce_2_1_later_the_deal_passes_clockwise() -> None:
    state = GAME.new_match(GAME.options("standard", {"turn_limit": 1}), NamedDraws(bytes(32)))

    while not state.is_over:
        state.play(state.legal_moves()[0])

    assert [result.dealer for result in state.hand_results] == [1, 2, 3, 0, 1, 2, 3, 0, 1, 2]


def test_ce_2_2_reserves_are_dealt_one_at_a_time_from_the_dealers_left_then_hands() -> None:
    state = GAME.new_match(FOUR, ScriptedDraws({"deck/0": list(DECK)}))
    left = (state.view(0).dealer + 1) % 4

    assert state.deal.reserves[left][::-1] == bytes((0, 4, 8, 12))
    assert state.deal.reserves[left - 1][::-1] == bytes((3, 7, 11, 15))
    assert state.deal.hands[left] == bytes((16, 20, 24, 28))
    assert state.deal.hands[left - 1] == bytes((19, 23, 27, 31))


def test_ce_2_3_cards_passed_over_go_under_the_stock_in_the_order_they_were_turned() -> None:
    deck = [*(card for card in DECK if card not in cards("4d 7h 2d 9h 5s Kc")), *cards("4d 7h 2d 9h 5s Kc")]
    deck[16:16] = [deck.pop() for _ in range(6)][::-1]

    view = GAME.new_match(TWO, ScriptedDraws({"deck/0": deck})).view(0)

    assert texts(view.tops) == "5s 4d"
    assert texts(view.stock_bottom) == "7h 2d 9h"
    assert view.stock == 52 - 16 - 2


def test_ce_2_3_all_see_a_passed_over_card_being_drawn_and_who_holds_it() -> None:
    state = set_up(TWO, ["2c", "9c"], tops="8c 3d", stock="Kh 6d 4h", known_bottom=2)

    assert story(state) == ["draw 0 Kh", "draw 0 6d"]
    view = state.view(1)
    assert view.events == bytes((3, 0, 255, 0, 3, 0, parse_card("6d"), 0))
    assert view.known == bytes((0, parse_card("6d")))
    assert texts(view.stock_bottom) == "4h"


def test_ce_2_3_a_known_card_is_no_longer_known_when_it_is_played() -> None:
    state = set_up(TWO, ["2c", "9c Kc"], tops="8c 3d", stock="6d 2h 4h", known_bottom=3)
    assert state.view(1).known

    state.play(state.legal_moves()[0])
    state.play(GAME.parse_move("2h/1"))

    assert texts(state.view(1).known[1::2]) == "6d 4h"


@pytest.mark.parametrize(("turned", "tops"), [("9c 4d", "9c 4d"), ("4d 9c", "9c 4d"), ("Ah As", "As Ah")])
def test_ce_2_3_pile_0_starts_black_and_pile_1_red(turned: str, tops: str) -> None:
    deck = [card for card in DECK if card not in cards(turned)]
    deck[16:16] = cards(turned)

    view = GAME.new_match(TWO, ScriptedDraws({"deck/0": deck})).view(0)

    assert texts(view.tops) == tops
    assert view.stock_bottom == b""


def test_ce_2_3_a_deal_without_two_colors_is_made_anew_and_not_shown() -> None:
    spades_and_clubs = [*range(13), *range(39, 46)]
    void = [*(card for card in DECK if card not in spades_and_clubs), *spades_and_clubs]
    draws = ScriptedDraws({"deck/0": void, "deck/0/1": void, "deck/0/2": deck_from("Ah Kd 3c")})

    state = GAME.new_match(FOUR, draws)

    assert draws.asked == ["deck/0", "deck/0/1", "deck/0/2"]
    assert state.view(0).dealer == draws.below("dealer", 4)
    assert state.deal_record()["deck"][:3] == ["Ah", "Kd", "3c"]
    assert story(state)[0] == "deal 1"
    assert sum(event.startswith("deal") for event in story(state)) == 1


def test_ce_2_4_what_was_neither_dealt_nor_turned_is_the_stock_in_the_order_of_the_pack() -> None:
    top = "4c 5c 4d 5d 4h 5h 4s 5s 2h 9d 3h 9h 6h Kd 6d Kh"
    state = GAME.new_match(TWO, ScriptedDraws({"deck/0": deck_from(f"{top} 2d Ks 7d Jc Qh As 2s 8h 3c")}))

    # Nothing of seat 0 fits on the king of spades or the two of diamonds, so it has drawn two.
    play(state, "Kd/0")

    assert state.view(0).stock == 52 - 16 - 2 - 3
    assert [event for event in story(state) if "draw" in event] == ["draw 0 7d", "draw 0 Jc", "draw 1 Qh"]


def test_ce_2_5_the_player_on_the_dealers_left_begins() -> None:
    state = GAME.new_match(FOUR, ScriptedDraws({"deck/0": list(DECK)}))

    assert state.current_player == (state.view(0).dealer + 1) % 4


@pytest.mark.parametrize(
    ("card", "top", "answer"),
    [
        ("9s", "8c", True),
        ("8s", "8c", False),
        ("7c", "8c", False),
        ("8h", "8c", True),
        ("9h", "8c", False),
        ("7h", "8c", False),
        ("7d", "8h", True),
        ("8d", "8h", False),
        ("9d", "8h", False),
        ("8s", "8h", True),
        ("7s", "8h", False),
        ("2d", "Kh", True),
        ("2c", "Ks", False),
    ],
)
def test_ce_3_1_and_3_2_what_fits_follows_colors_and_ranks(card: str, top: str, *, answer: bool) -> None:
    assert fits(parse_card(card), parse_card(top)) is answer


@pytest.mark.parametrize("ace", ["Ac", "Ad", "Ah", "As"])
def test_ce_3_3_an_ace_fits_on_every_card_and_every_card_on_an_ace(ace: str) -> None:
    assert all(fits(parse_card(ace), card) and fits(card, parse_card(ace)) for card in DECK)


def test_ce_3_the_table_says_the_same_of_every_two_tops() -> None:
    onto = [[sum(1 << 2 * card for card in DECK if fits(card, top)) for top in DECK]]
    onto.append([moves << 1 for moves in onto[0]])

    assert all(FITS[top_0][top_1] == onto[0][top_0] | onto[1][top_1] for top_0 in DECK for top_1 in DECK)


def test_ce_3_the_top_card_as_it_is_now_decides() -> None:
    state = set_up(TWO, ["4d 4h", "2c 3h 5s"], tops="4s Kc")

    state.play(GAME.parse_move("4d/0"))

    assert legal(state) == ["3h/0"]
