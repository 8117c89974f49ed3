"""The law that no view leaks: deal the hidden cards anew, and the view of that seat stays equal.

Facts that a sampler takes over from the view as they are (known cards, events) are held by two more
laws, in `test_laws`: what is no one's own is the same for all, and a draw is shown to all or none.
"""

from random import Random
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.game import Game
from arena.games.linger_longer.game import LingerLonger
from arena.games.linger_longer.view import LingerLongerView
from arena.games.registry import GAMES
from tests.games.laws.walks import begin, options_of, positions, seats, seeds

every_game = pytest.mark.parametrize("name", GAMES)
drawn = settings(max_examples=40, deadline=None)


def check_no_leak(game: Game, state: Any, rng: Random) -> None:
    """Assert that each seat's view is the same in a state with other hidden cards."""
    for seat in seats(state):
        view = state.view(seat)
        assert game.deal_anew(view, state.options, rng).view(seat) == view


@every_game
@drawn
@given(data=st.data())
def test_no_view_leaks_a_hidden_card(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state = begin(game, data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for _ in positions(state, rng, gap=15):
        check_no_leak(game, state, rng)


@every_game
@drawn
@given(data=st.data())
def test_samples_differ_in_the_hidden_cards(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state = begin(game, data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))
    seat = rng.choice(seats(state))
    other = rng.choice([other for other in seats(state) if other != seat])
    view = state.view(seat)

    hands = {game.deal_anew(view, state.options, rng).view(other).hand for _ in range(12)}

    assert len(hands) > 1


@every_game
@drawn
@given(data=st.data())
def test_a_sample_plays_on_like_any_state(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state = begin(game, data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for _ in positions(state, rng, gap=40):
        sample = game.deal_anew(state.view(rng.choice(seats(state))), state.options, rng)
        assert sample.current_player == state.current_player
        assert sample.is_over == state.is_over
        clone = sample.clone()
        clone.playout(rng)
        assert clone.is_over
        for _ in positions(sample, rng, gap=100):
            assert sample.outcome() is None or sample.is_over


class LeakyState:
    """A state of Linger Longer whose view gives away a card of the next seat."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.options = inner.options

    def clone(self) -> Self:
        return type(self)(self.inner.clone())

    def view(self, seat: int, since: int = 0) -> LingerLongerView:
        view: LingerLongerView = self.inner.view(seat, since)
        neighbour = self.inner.view((seat + 1) % self.options.players)
        return view._replace(cut=bytes([seat]) + neighbour.hand[:1])


class LeakyGame(LingerLonger):
    def deal_anew(self, view: LingerLongerView, options: Any, rng: Random) -> Any:
        return LeakyState(super().deal_anew(view, options, rng))


def test_the_law_finds_a_planted_leak() -> None:
    game = LeakyGame()
    rng = Random(1)
    state = LeakyState(begin(game, game.options(), bytes(32)))

    with pytest.raises(AssertionError):
        check_no_leak(game, state, rng)
