"""Samples are as frequent as the deals that lead to them, in positions where these can be counted one by one.

Pearson's test: over the layouts of the hidden cards, add up (seen - expected)^2 / expected. For samples of
the distribution that is expected, the sum passes the critical value once in 10,000 times.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from scipy.stats import chi2

from arena.games.linger_longer.state import LingerLongerState
from arena.games.linger_longer.view import LingerLongerView
from tests.games.linger_longer.chronicle import Chronicle, chronicles, exact, layout
from tests.games.linger_longer.table import GAME

LEAST = 3_000
PER_LAYOUT = 25
"""How many samples are drawn: at least so many, and so many for each layout that may be."""


class Position(NamedTuple):
    """Where in which random match, and who looks; the facts that make it worth a test are checked."""

    preset: str
    values: dict[str, object]
    seed: int
    moves: int
    seat: int
    facts: frozenset[str]

    def reach(self) -> tuple[Chronicle, LingerLongerView]:
        options = GAME.options(self.preset, self.values)
        chronicle = next(c for move, c in enumerate(chronicles(options, self.seed)) if move == self.moves)
        view = chronicle.state.view(self.seat)
        assert facts_of(chronicle, view) >= self.facts
        return chronicle, view


def facts_of(chronicle: Chronicle, view: LingerLongerView) -> set[str]:
    """Name what the sampler has to mind in a position."""
    dealer = chronicle.players[view.dealer]
    others = [player for seat, player in enumerate(chronicle.players) if seat != view.seat]
    drew_after = any(time <= max(player.places) for player in others for time, _ in player.lacked)
    facts = {
        "stock": bool(view.stock),
        "mid-trick": bool(view.trick),
        "turned-up card below": bool(view.stock_bottom),
        "known card in a hand": bool(view.known) and view.known[0] != view.seat,
        "drew after it lacked a suit": drew_after,
        "the dealer has played the card it showed": view.dealer != view.seat
        and any(card in dealer.of_known for _, card in dealer.played),
    }
    return {name for name, holds in facts.items() if holds}


FIVE: dict[str, object] = {"players": 5, "hand_size": 8}
SIX: dict[str, object] = {"players": 6, "hand_size": 7, "trump": "turn_up"}
TWO: dict[str, object] = {"players": 2, "hand_size": 8, "draw": "per_card"}
GRAND: dict[str, object] = {"players": 6, "hand_size": 7}
DREW = "drew after it lacked a suit"
SHOWN = "the dealer has played the card it showed"
POSITIONS = {
    "mid-trick": Position("standard", FIVE, 0, 46, 0, frozenset({"mid-trick", "stock", DREW})),
    "mid-trick, two lack": Position("standard", FIVE, 0, 45, 0, frozenset({"mid-trick", "stock", DREW})),
    "shown trump played": Position("standard", FIVE, 0, 47, 2, frozenset({SHOWN, "stock", DREW})),
    "turn-up": Position("standard", SIX, 0, 46, 1, frozenset({"turned-up card below", "stock", DREW})),
    "trump was named": Position("grand_coup", GRAND, 0, 47, 0, frozenset({"stock", DREW})),
    "no stock": Position(
        "standard", {"players": 6, "hand_size": 8}, 4, 45, 0, frozenset({"mid-trick", SHOWN, DREW})
    ),
}
LONG = {
    "known": Position(
        "standard", FIVE, 4, 43, 4, frozenset({"known card in a hand", "mid-trick", "stock", DREW})
    ),
    "two players, one trick to draw for": Position("lift_smoke", TWO, 62, 34, 0, frozenset({"stock", DREW})),
    "two players, two tricks to draw for": Position("lift_smoke", TWO, 20, 32, 0, frozenset({"stock", DREW})),
    "turn-up, mid-trick": Position(
        "standard", SIX, 0, 43, 3, frozenset({"turned-up card below", "mid-trick", DREW})
    ),
}
Draw = Callable[[LingerLongerView, Random], LingerLongerState]


def rarity(chronicle: Chronicle, view: LingerLongerView, draw: Draw) -> float:
    """Return Pearson's sum in units of its critical value; infinite if an impossible layout was drawn."""
    expected = exact(chronicle, view)
    number = max(LEAST, PER_LAYOUT * len(expected))
    assert len(expected) > 10
    assert number * min(expected.values()) / sum(expected.values()) >= 5  # the test is sound from there on
    rng = Random(1)
    seen = Counter(layout(draw(view, rng)) for _ in range(number))
    if not seen.keys() <= expected.keys():
        return float("inf")
    scale = number / sum(expected.values())
    pearson = sum((seen[laid] - scale * ways) ** 2 / (scale * ways) for laid, ways in expected.items())
    return float(pearson / chi2.ppf(1 - 1e-4, len(expected) - 1))


def sampled(chronicle: Chronicle) -> Draw:
    return lambda view, rng: GAME.sample_state(view, chronicle.state.options, rng).state


def dealt_anew(chronicle: Chronicle) -> Draw:
    return lambda view, rng: GAME.deal_anew(view, chronicle.state.options, rng)


def without_the_past(chronicle: Chronicle) -> Draw:
    """Draw evenly among the layouts that may be, however many deals lead to each."""
    listed = cache(lambda view: sorted(exact(chronicle, view)))

    def draw(view: LingerLongerView, rng: Random) -> LingerLongerState:
        hands, stock = rng.choice(listed(view))
        state = chronicle.state.clone()
        state.hands = [*hands]
        state.deck = state.deck[: state.top] + stock
        return state

    return draw


@pytest.mark.parametrize("name", POSITIONS)
def test_every_layout_is_as_frequent_as_the_deals_that_lead_to_it(name: str) -> None:
    chronicle, view = POSITIONS[name].reach()

    assert rarity(chronicle, view, sampled(chronicle)) < 1


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_every_one_of_many_layouts_is_as_frequent_as_the_deals_that_lead_to_it(name: str) -> None:
    chronicle, view = LONG[name].reach()

    assert rarity(chronicle, view, sampled(chronicle)) < 1


def test_the_hard_facts_alone_would_be_found_out() -> None:
    chronicle, view = POSITIONS["no stock"].reach()

    assert rarity(chronicle, view, dealt_anew(chronicle)) == float("inf")


@pytest.mark.parametrize("name", POSITIONS)
def test_a_sampler_that_ignores_the_weights_of_the_past_would_be_found_out(name: str) -> None:
    chronicle, view = POSITIONS[name].reach()

    assert 1 < rarity(chronicle, view, without_the_past(chronicle)) < float("inf")
