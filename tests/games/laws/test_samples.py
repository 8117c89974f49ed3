"""What holds for samples of every game; whether they come evenly is for the games' own tests."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.errors import RulesError
from arena.games.events import EVENT_SIZE, events_of_hand
from arena.games.game import MOST_TRIES
from arena.games.registry import GAMES
from tests.games.laws.walks import begin, options_of, positions, seats, seeds

every_game = pytest.mark.parametrize("name", GAMES)
drawn = settings(max_examples=20, deadline=None)


def draw_match(data: st.DataObject, name: str) -> tuple[Any, Random]:
    state = begin(GAMES[name], data.draw(options_of(name)), data.draw(seeds))
    return state, Random(data.draw(st.integers(0, 2**32)))


@every_game
@drawn
@given(data=st.data())
def test_a_sample_gives_the_seat_the_view_that_it_was_drawn_from(name: str, data: st.DataObject) -> None:
    state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=60):
        for seat in seats(state):
            view = state.view(seat)
            sample = GAMES[name].sample_state(view, state.options, rng)
            assert sample.state.view(seat) == view
            assert sample.state.is_over == state.is_over


@every_game
@drawn
@given(data=st.data())
def test_a_sample_is_uniform_unless_its_tries_ran_out(name: str, data: st.DataObject) -> None:
    state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=25):
        view = state.view(rng.choice(seats(state)))
        for most_tries in (1, 2, MOST_TRIES):
            sample = GAMES[name].sample_state(view, state.options, rng, most_tries=most_tries)
            assert 1 <= sample.tries <= most_tries
            assert sample.is_uniform or sample.tries == most_tries


@every_game
@drawn
@given(data=st.data())
def test_a_sample_needs_the_events_of_its_hand_and_no_others(name: str, data: st.DataObject) -> None:
    state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=25):
        seat = rng.choice(seats(state))
        start = state.event_count - len(events_of_hand(name, state.events())) // EVENT_SIZE
        whole = state.view(seat, start)
        assert GAMES[name].sample_state(whole, state.options, rng).state.view(seat) == whole
        for since in {start + 1, state.event_count}:
            with pytest.raises(RulesError, match="lacks the events of its hand"):
                GAMES[name].sample_state(state.view(seat, since), state.options, rng)


@every_game
@drawn
@given(data=st.data())
def test_a_sample_of_all_that_was_seen_plays_on_to_the_end(name: str, data: st.DataObject) -> None:
    state, rng = draw_match(data, name)

    for _ in positions(state, rng, gap=40):
        view = state.view(rng.choice(seats(state)))
        sample = GAMES[name].sample_state(view, state.options, rng).state
        for _ in positions(sample, rng, gap=100):
            assert sample.is_over == (sample.outcome() is not None)
