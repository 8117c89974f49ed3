"""Rewards come at the end of a match and go by places."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.adapters.pettingzoo import env
from arena.adapters.pettingzoo.environment import rewards_of
from tests.adapters.matches import several, walk


@several
def test_rewards_come_with_the_end_and_go_by_places(game: str, preset: str, values: dict[str, Any]) -> None:
    environment = env(game, preset, **values)
    environment.reset(seed=7)
    rewards = {}

    for agent in walk(environment, Random(1)):
        _, reward, over, truncated, _ = environment.last()
        assert not truncated
        if over:
            rewards[agent] = reward
        else:
            assert reward == 0

    assert list(rewards.values()) == rewards_of(environment.unwrapped._state.outcome().places)
    assert sum(rewards.values()) == pytest.approx(0)
    assert environment.agents == []


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ((1, 2), [1, -1]),
        ((1, 1), [0, 0]),
        ((2, 3, 1), [0, -1, 1]),
        ((2, 1, 2, 4), [0, 1, 0, -1]),
        ((1, 1, 1, 4), [1 / 3, 1 / 3, 1 / 3, -1]),
    ],
)
def test_a_reward_is_the_share_of_rivals_beaten_less_the_share_beaten_by(
    places: tuple[int, ...], rewards: list[float]
) -> None:
    assert rewards_of(places) == pytest.approx(rewards)


@given(keys=st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_rewards_add_up_to_zero(keys: list[int]) -> None:
    places = [1 + sum(other < key for other in keys) for key in keys]

    assert sum(rewards_of(places)) == pytest.approx(0)
