"""Which matches an environment deals."""

import hashlib
from typing import Any

import gymnasium
import pytest

from arena.adapters.observations import ENCODINGS
from arena.adapters.pettingzoo import CardGameEnv, raw_env
from arena.core.rng import NamedDraws
from arena.games.registry import GAMES


def deal(environment: CardGameEnv) -> bytes:
    """Tell a match by its cards."""
    return b"".join(environment.view(agent).hand for agent in environment.possible_agents)


def deals(environment: CardGameEnv, count: int) -> list[bytes]:
    found = []
    for _ in range(count):
        environment.reset()
        found.append(deal(environment))
    return found


@pytest.mark.parametrize("game", ENCODINGS)
def test_a_seed_begins_a_sequence_of_matches_that_differ(game: str) -> None:
    environment = raw_env(game)
    environment.reset(seed=3)
    first, others = deal(environment), deals(environment, 4)

    environment.reset(seed=3)

    assert deal(environment) == first
    assert deals(environment, 4) == others
    assert len({first, *others}) == 5


def test_another_seed_is_another_match() -> None:
    environment = raw_env()
    found = set()
    for seed in range(20):
        environment.reset(seed=seed)
        found.add(deal(environment))

    assert len(found) == 20


@pytest.mark.parametrize("seed", [1.5, "x", True, -1])
def test_a_seed_that_is_no_whole_number_from_0_on_is_refused(seed: Any) -> None:
    environment = raw_env()
    environment.reset(seed=3)
    before = deal(environment)

    with pytest.raises(gymnasium.error.Error, match=f"a seed is an int from 0 on, not {seed!r}"):
        environment.reset(seed=seed)

    assert deal(environment) == before


def test_without_a_seed_each_environment_deals_its_own_matches() -> None:
    assert deals(raw_env(), 3) != deals(raw_env(), 3)


@pytest.mark.parametrize("game", ENCODINGS)
def test_the_seed_of_a_match_is_what_the_documentation_says(game: str) -> None:
    environment = raw_env(game)
    environment.reset(seed=5)
    environment.reset()

    rules = GAMES[game]
    state = rules.new_match(rules.options(), NamedDraws(hashlib.sha256(b"pettingzoo/5/1").digest()))
    assert environment.view("seat_0") == state.view(0)


def test_a_match_that_is_over_when_it_is_dealt_is_skipped() -> None:
    environment = raw_env("color_elevator", players=2, turn_limit=1)
    rules = GAMES["color_elevator"]
    environment.reset(seed=0)

    over = 0
    for match in range(100):
        draws = NamedDraws(hashlib.sha256(b"pettingzoo/0/%d" % match).digest())
        over += rules.new_match(environment.options, draws).is_over
    for _ in range(100):
        environment.reset()
        assert not any(environment.terminations.values())
        assert environment.last()[0]["action_mask"].any()
    assert over > 0
