"""Random matches of any game with any options that it accepts, for laws that hold in all of them."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from arena.core.errors import RulesError
from arena.core.rng import NamedDraws
from arena.games.game import Game
from arena.games.options import Choice, choices
from arena.games.registry import GAMES

MOST_MOVES = 20_000
"""No match with the options drawn here is as long."""


def _integers(choice: Choice) -> st.SearchStrategy[int] | None:
    if choice.least is None:
        return None
    return st.integers(choice.least, choice.least + 2 if choice.most is None else choice.most)


@cache
def _accepted_words(game: str) -> list[tuple[str, dict[str, str]]]:
    """List every preset with every combination of words that the game accepts on top of it."""
    rules = GAMES[game]
    worded = {name: choice.words for name, choice in choices(rules.options_type).items() if choice.words}
    accepted = []
    for preset, words in product(rules.presets, product(*worded.values())):
        values = dict(zip(worded, words, strict=True))
        if _options(rules, preset, values) is not None:
            accepted.append((preset, values))
    return accepted


def _options(game: Game, preset: str, values: dict[str, Any]) -> Any:
    try:
        return game.options(preset, values)
    except RulesError:
        return None


def options_of(game: str) -> st.SearchStrategy[Any]:
    """Draw options: words that go together, and each number either left alone or drawn from its range.

    A preset by itself is among them; a range without an end is drawn from its first three.
    """
    numbers = {
        name: integers
        for name, choice in choices(GAMES[game].options_type).items()
        if (integers := _integers(choice)) is not None
    }
    words = st.sampled_from(_accepted_words(game))
    no_words: dict[str, str] = {}
    presets = st.sampled_from([(preset, no_words) for preset in GAMES[game].presets])
    drawn = st.tuples(st.one_of(presets, words), st.fixed_dictionaries({}, optional=numbers))
    return drawn.map(lambda pair: _options(GAMES[game], pair[0][0], {**pair[0][1], **pair[1]})).filter(
        lambda options: options is not None
    )


seeds = st.binary(min_size=32, max_size=32)


def begin(game: Game, options: Any, seed: bytes) -> Any:
    return game.new_match(options, NamedDraws(seed))


def positions(state: Any, rng: Random, *, gap: int) -> Iterator[Any]:
    """Play random moves on the state and stop at the first, the last, and every so many in between."""
    wait = 0
    for _ in range(MOST_MOVES):
        if wait == 0 or state.is_over:
            yield state
            wait = rng.randrange(1, 2 * gap)
        if state.is_over:
            return
        state.play(rng.choice(state.legal_moves()))
        wait -= 1
    raise AssertionError(f"the match has not ended in {MOST_MOVES} moves")


def seats(state: Any) -> range:
    return range(state.options.players)


def shown(state: Any) -> tuple[Any, ...]:
    """All that anyone can learn of a state: to compare before and after, or a copy with its original."""
    return (
        state.current_player,
        state.is_over,
        state.hand_number,
        list(state.legal_moves()),
        state.outcome(),
        list(state.hand_results),
        state.event_count,
        state.events(),
        [state.view(seat) for seat in seats(state)],
    )
