"""What a seat sees, and that in words; the notation of moves."""

from random import Random

import pytest

from arena.core.cards import HIDDEN
from arena.core.errors import IllegalMove, RulesError
from arena.core.rng import NamedDraws
from arena.games.events import EventType, read_events
from arena.games.linger_longer.view import LingerLongerView
from arena.protocol.v1 import linger_longer_pb2
from tests.games.linger_longer.table import GAME, cards, deal, late, play


def test_the_fields_of_a_view_are_those_of_the_protocol() -> None:
    fields = linger_longer_pb2.LingerLongerView.DESCRIPTOR.fields_by_name
    on_the_wire = ["trump" if name == "trump_plus_one" else name for name in fields]

    assert [*LingerLongerView._fields] == [*on_the_wire, "events"]


def test_a_draw_shows_its_card_to_its_drawer_alone() -> None:
    state = play(late(["2c 9c", "5c 9d", "4c As"], "5s 6s"), "2c, 5c, 4c")

    drawn = [
        next(event.value for event in read_events(state.view(seat).events) if event.type == EventType.DRAW)
        for seat in range(3)
    ]

    assert drawn == [HIDDEN, cards("5s")[0], HIDDEN]


def test_legal_moves_are_for_the_seat_to_move_alone() -> None:
    state = late(["2c 9c", "5c 9d", "4c As"], "5s 6s", leader=1)

    assert [list(state.view(seat).legal) for seat in range(3)] == [[], cards("5c 9d"), []]


def test_nothing_but_the_two_known_cards_is_known_or_shown_in_a_draw() -> None:
    """The oracle beside the law of samples: a sampler believes what a view says is known."""
    rng = Random(7)
    for trump in ("dealer_card", "turn_up", "none", "first_winner"):
        options = GAME.options("standard", {"trump": trump, "hand_size": 8, "draw": "per_card"})
        for _ in range(20):
            state = GAME.new_match(options, NamedDraws(rng.randbytes(32)))
            shown = state.shown
            while not state.is_over:
                state.play(rng.choice(state.legal_moves()))
                for seat in range(4):
                    view = state.view(seat)
                    public = {*view.known[1::2], *view.stock_bottom}
                    assert public <= {shown}
                    drawn = {
                        event.value
                        for event in read_events(view.events)
                        if event.type == EventType.DRAW and event.seat != seat
                    }
                    assert drawn <= ({HIDDEN, shown} if trump == "turn_up" else {HIDDEN})


def test_a_finished_match_has_no_trick_and_no_legal_moves() -> None:
    view = play(late(["Ac", "Kc", "2d"]), "Ac, Kc").view(2)

    assert (view.trick, view.trick_seats, view.legal) == (b"", b"", b"")
    assert view.hand == bytes(cards("2d"))


def test_view_lines_tell_all_that_matters() -> None:
    state = deal(["2c 3c", "4c As", "9c 7h"], "Kd", trump="dealer_card", dealer=2, chips="ante")

    assert GAME.view_lines(play(state, "3c").view(1)) == [
        "hand 0, seat 2 deals; trump h; stock 46",
        "cards 1 2 2; tricks 0 0 0; hands won 0 0 0; chips 0 0 0",
        "known: 2 7h",
        "trick: 0 3c",
        "seat 1 holds 4c As",
        "may play 4c",
    ]


def test_view_lines_of_a_seat_that_is_out_while_trump_is_to_be_named() -> None:
    state = late(["2c", "Ac 9h", "3c 9d"], "5s 6s")
    state.trump_to_be_named = True

    assert GAME.view_lines(play(state, "2c, Ac, 3c").view(0)) == [
        "hand 0, seat 0 deals; trump to be named; stock 1",
        "cards 0 2 1; tricks 0 1 0; hands won 0 0 0",
        "out: 0",
        "trick: seat 1 leads",
        "seat 0 holds nothing",
    ]


def test_view_lines_show_the_known_bottom_of_the_stock() -> None:
    state = deal(["2c 3c", "4c 5c", "6c 7c"], "Js 9d", trump="turn_up")

    assert "trump s; stock 46, Js at the bottom" in GAME.view_lines(state.view(0))[0]


@pytest.mark.parametrize("text", ["", "trump", "trump x", "10c", "9C", "9c/1"])
def test_a_text_that_names_no_move_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is no move of linger_longer; write a card"):
        GAME.parse_move(text)


@pytest.mark.parametrize("move", [-1, 56])
def test_a_code_that_names_no_move_is_refused(move: int) -> None:
    with pytest.raises(RulesError, match=f"{move} is no move of linger_longer"):
        GAME.move_text(move)


def test_every_code_has_its_text() -> None:
    texts = [GAME.move_text(move) for move in range(56)]

    assert (texts[0], texts[51], texts[52], texts[55]) == ("2c", "As", "trump c", "trump s")
    assert [GAME.parse_move(text) for text in texts] == [*range(56)]


@pytest.mark.parametrize("move", [-1, 56, 1000, "2c", None, 2.0])
def test_what_is_no_move_at_all_is_an_illegal_move(move: object) -> None:
    state = late(["2c 9c", "5c 9d", "4c As"], "5s 6s")

    with pytest.raises(IllegalMove, match=r"seat 0 can't play .*; it may play 2c, 9c"):
        state.play(move)  # type: ignore[arg-type]


def test_an_illegal_move_says_what_is_legal() -> None:
    state = play(late(["2c 9c", "5c 9d", "4c As"], "5s 6s"), "2c")

    with pytest.raises(IllegalMove, match="seat 1 can't play 9d; it may play 5c"):
        play(state, "9d")


def test_nothing_can_be_played_when_the_match_is_over() -> None:
    state = play(late(["Ac", "Kc", "2d"]), "Ac, Kc")

    with pytest.raises(IllegalMove, match="2d can't be played: the match is over"):
        play(state, "2d")
