"""Matches of several hands, and chips: LL7."""

from random import Random

import pytest

from arena.core.rng import NamedDraws
from arena.games.game import Ending, Outcome, places_by
from arena.games.linger_longer.state import LingerLongerState
from tests.games.linger_longer.table import GAME, late, play


def played_match(preset: str, seed: int, **values: object) -> LingerLongerState:
    rng = Random(seed)
    state = GAME.new_match(GAME.options(preset, values), NamedDraws(rng.randbytes(32)))
    while not state.is_over:
        state.play(rng.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize("seed", range(10))
def test_ll_7_1_a_match_ends_when_someone_has_won_first_to_hands(seed: int) -> None:
    state = played_match("standard", seed, first_to=3)

    winners = [result.winner for result in state.hand_results]
    assert winners.count(winners[-1]) == 3
    assert max(map(winners[:-1].count, range(4))) <= 2
    assert state.hand_number == len(winners) - 1


def test_ll_7_1_nobody_has_to_stop_at_255_hands() -> None:
    state = played_match("standard", 1, first_to=260, players=3, hand_size=2)

    view = state.view(0)
    assert max(view.hands_won) == 260
    assert sum(view.hands_won) == len(state.hand_results) == view.hand_number + 1


@pytest.mark.parametrize("seed", range(10))
def test_ll_7_2_match_places_go_by_hands_won_then_by_the_sum_of_places(seed: int) -> None:
    state = played_match("lift_smoke", seed, first_to=3, players=5)

    results = state.hand_results
    sums = [sum(result.places[seat] for result in results) for seat in range(5)]
    won = [sum(result.winner == seat for result in results) for seat in range(5)]
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.places == places_by([(-won[seat], sums[seat]) for seat in range(5)])
    assert (list(state.view(0).hands_won), list(state.view(0).place_sums)) == (won, sums)


@pytest.mark.parametrize(
    ("won", "sums", "places"),
    [
        ((0, 3, 1, 1), (9, 6, 8, 9), (4, 1, 2, 3)),  # a tie in hands won goes by the sum
        ((0, 3, 1, 1), (5, 9, 8, 8), (4, 1, 2, 2)),  # still tied: shared
    ],
)
def test_ll_7_2_ties(won: tuple[int, ...], sums: tuple[int, ...], places: tuple[int, ...]) -> None:
    state = played_match("standard", 1)
    state.view(0)
    state.hands_won, state.place_sums = won, sums

    assert state.outcome() == Outcome(Ending.WON, places, (0, 0, 0, 0))


@pytest.mark.parametrize("seed", range(5))
def test_ll_7_2_with_one_hand_the_match_places_are_the_hands(seed: int) -> None:
    state = played_match("standard", seed, players=6)

    outcome = state.outcome()
    assert outcome is not None
    assert outcome.places == state.hand_results[0].places


@pytest.mark.parametrize(
    ("chips", "moved"),
    [
        ("none", (0, 0, 0)),
        ("ante", (2, -1, -1)),
        ("per_trick", (4, -2, -2)),
        ("per_opponent", (2, -1, -1)),
    ],
)
def test_ll_7_3_chips_of_a_hand_won_with_two_tricks(chips: str, moved: tuple[int, ...]) -> None:
    state = late(["Ac Kc", "2c 5d", "3c 6d"], "2s 3s 4s", chips=chips)
    play(state, "Ac, 2c, 3c")
    assert state.view(0).chips == (() if chips == "none" else (0, 0, 0))

    play(state, "Kc, 5d, 6d")

    assert state.hand_results[-1].chips == moved
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.chips == moved
    assert state.view(1).chips == (() if chips == "none" else moved)


def test_ll_7_3_chips_add_up_over_the_hands_of_a_match() -> None:
    state = played_match("standard", 3, chips="per_trick", first_to=4)

    outcome = state.outcome()
    assert outcome is not None
    assert sum(outcome.chips) == 0
    assert outcome.chips == tuple(
        map(sum, zip(*(result.chips for result in state.hand_results), strict=True))
    )


def test_ll_7_4_chips_do_not_change_places() -> None:
    with_chips = played_match("standard", 5, chips="per_trick", first_to=3).outcome()
    without = played_match("standard", 5, first_to=3).outcome()

    assert with_chips is not None
    assert without is not None
    assert with_chips.places == without.places
