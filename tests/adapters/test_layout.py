"""Observations as numbers: all of a view is in them and nothing that is hidden, each in its bounds."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.adapters.observations import ENCODINGS, Layout
from arena.games.registry import GAMES
from tests.adapters.read_back import read_back
from tests.games.laws.walks import begin, options_of, positions, seats, seeds

every_game = pytest.mark.parametrize("name", ENCODINGS)
drawn = settings(max_examples=15)


def test_both_games_have_an_encoding() -> None:
    assert {"linger_longer", "color_elevator"} <= set(ENCODINGS) <= set(GAMES)


@every_game
def test_each_field_of_a_view_is_in_the_observation_or_is_left_out_with_a_reason(name: str) -> None:
    game = GAMES[name]
    view = begin(game, game.options(), bytes(32)).view(0)
    encoding = ENCODINGS[name]
    read = {source for field in encoding.fields for source in field.reads}

    assert read.isdisjoint(encoding.left_out)
    assert read | set(encoding.left_out) == set(view._fields)


@every_game
def test_field_names_are_all_different(name: str) -> None:
    names = [field.name for field in ENCODINGS[name].fields]

    assert len(names) == len(set(names))


@every_game
@drawn
@given(data=st.data())
def test_the_whole_view_can_be_read_back(name: str, data: st.DataObject) -> None:
    state = begin(GAMES[name], data.draw(options_of(name)), data.draw(seeds))
    check_read_back(name, state, Random(data.draw(st.integers(0, 2**32))))


def test_reshuffles_can_be_read_back_too() -> None:
    game = GAMES["color_elevator"]
    state = begin(game, game.options("original", {"players": 3}), bytes(32))

    assert max(check_read_back("color_elevator", state, Random(1))) > 1


def check_read_back(name: str, state: Any, rng: Random) -> list[int]:
    """Read back views along a match; return how many reshuffles each speaks of."""
    layout = Layout(ENCODINGS[name], state.options)
    pools = []
    for _ in positions(state, rng, gap=10):
        for seat in seats(state):
            view = state.view(seat)
            seen = {
                field: getattr(view, field) for field in set(view._fields) - set(ENCODINGS[name].left_out)
            }
            if "pools" in seen:
                seen["pools"] = tuple((bytes(sorted(cards)), held) for cards, held in view.pools)
                pools.append(len(view.pools))
            assert read_back(name, layout, layout.write(view), seat, state.options) == seen
    return pools


@every_game
@drawn
@given(data=st.data())
def test_hidden_cards_dealt_anew_leave_the_numbers_as_they_are(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state = begin(game, data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))
    layout = Layout(ENCODINGS[name], state.options)

    for _ in positions(state, rng, gap=30):
        for seat in seats(state):
            view = state.view(seat)
            anew = game.deal_anew(view, state.options, rng).view(seat)
            assert np.array_equal(layout.write(anew), layout.write(view))


@every_game
@drawn
@given(data=st.data())
def test_all_numbers_are_in_their_bounds(name: str, data: st.DataObject) -> None:
    state = begin(GAMES[name], data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))
    layout = Layout(ENCODINGS[name], state.options)

    for _ in positions(state, rng, gap=10):
        for seat in seats(state):
            numbers = layout.write(state.view(seat))
            assert np.all(layout.low <= numbers)
            assert np.all(numbers <= 1)


@every_game
@drawn
@given(data=st.data())
def test_moves_are_numbers_of_the_action_space(name: str, data: st.DataObject) -> None:
    state = begin(GAMES[name], data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for _ in positions(state, rng, gap=10):
        assert all(0 <= move < ENCODINGS[name].moves for move in state.legal_moves())


def test_every_move_code_is_a_move() -> None:
    for name, encoding in ENCODINGS.items():
        assert len({GAMES[name].move_text(move) for move in range(encoding.moves)}) == encoding.moves


def test_an_observation_can_be_taken_apart_by_name() -> None:
    game = GAMES["linger_longer"]
    state = begin(game, game.options("standard", {"players": 3}), bytes(32))
    layout = Layout(ENCODINGS["linger_longer"], state.options)
    view = state.view(1)

    parts = layout.named(layout.write(view))

    assert list(np.flatnonzero(parts["hand"])) == list(view.hand)
    assert parts["known"].shape == (3, 52)
    assert sum(part.size for part in parts.values()) == layout.size


@pytest.mark.parametrize("seat", range(3))
def test_seats_are_counted_clockwise_from_the_own_one(seat: int) -> None:
    game = GAMES["linger_longer"]
    state = begin(game, game.options("standard", {"players": 3}), bytes(32))
    layout = Layout(ENCODINGS["linger_longer"], state.options)

    parts = layout.named(layout.write(state.view(seat)))

    assert (seat + int(parts["dealer"].argmax())) % 3 == state.view(seat).dealer
