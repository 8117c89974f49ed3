"""The law that samplers refuse views that nobody can have had: one field of an honest view is changed."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.errors import RulesError
from arena.games.game import Game
from arena.games.registry import GAMES
from tests.games.laws.walks import begin, options_of, positions, seats, seeds

every_game = pytest.mark.parametrize("name", GAMES)

MOST_DRAWS = 100_000
"""Of one call. Honest views need some hundreds for a deal, and here 20 deals at most are tried."""


class CountedRandom(Random):
    """A generator that is asked for so many numbers and no more."""

    left = MOST_DRAWS

    def random(self) -> float:
        self._count()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._count()
        return super().getrandbits(k)

    def _count(self) -> None:
        self.left -= 1
        assert self.left, f"more than {MOST_DRAWS} numbers are drawn for one sample"


def changed(value: Any, rng: Random) -> Any:
    """Return another value of the same type: near or far, of the same length, shorter or longer."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + rng.choice((-300, -53, -2, -1, 1, 2, 53, 300)), rng.randrange(52)))
    items = [*value]
    at = rng.randrange(len(items) + 1)
    new = rng.randrange(rng.choice((6, 52, 256))) if isinstance(value, bytes) else _element(items, rng)
    kind = rng.randrange(4)
    if kind == 0 or at == len(items):
        items.insert(at, new)
    elif kind == 1:
        del items[at]
    elif kind == 2:
        del items[at:]
    else:
        items[at] = new
    return type(value)(items)


def _element(items: list[Any], rng: Random) -> Any:
    """Return what a tuple could have too: a number, or a pair in which one is changed."""
    element = rng.choice(items)
    if not isinstance(element, tuple):
        return changed(element, rng)
    at = rng.randrange(len(element))
    return (*element[:at], changed(element[at], rng), *element[at + 1 :])


def check_changed(game: Game, view: Any, options: Any, field: str, rng: Random) -> int:
    """Change a field, and assert that samplers refuse the view or take it as it is; count the refusals."""
    other = view
    while other == view:
        other = view._replace(**{field: changed(getattr(view, field), rng)})
    refusals = 0
    for draw in (
        lambda: game.deal_anew(other, options, CountedRandom(rng.random())),
        lambda: game.sample_state(other, options, CountedRandom(rng.random()), most_tries=20).state,
    ):
        try:
            state = draw()
        except RulesError:
            refusals += 1
            continue
        assert state.view(other.seat) == other, field
    return refusals


@every_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_view_with_a_field_changed_is_refused_or_is_what_the_sample_shows(
    name: str, data: st.DataObject
) -> None:
    state = begin(GAMES[name], data.draw(options_of(name)), data.draw(seeds))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for _ in positions(state, rng, gap=60):
        view = state.view(rng.choice(seats(state)))
        for field in view._fields:
            if getattr(view, field) == ():
                continue  # which says nothing of what could be in it
            check_changed(GAMES[name], view, state.options, field, rng)


@every_game
def test_no_other_counts_and_no_other_moves_go_with_a_view(name: str) -> None:
    state = begin(GAMES[name], GAMES[name].options(), bytes(32))
    rng = Random(1)

    for field in ("hand_counts", "legal"):
        for _ in range(20):
            assert check_changed(GAMES[name], state.view(1), state.options, field, rng) == 2


@every_game
@pytest.mark.parametrize("most_tries", [0, -1])
def test_a_bound_of_tries_that_allows_none_is_refused(name: str, most_tries: int) -> None:
    state = begin(GAMES[name], GAMES[name].options(), bytes(32))

    with pytest.raises(ValueError, match=f"most_tries can't be {most_tries}; it is 1 or more"):
        GAMES[name].sample_state(state.view(0), state.options, Random(1), most_tries=most_tries)
