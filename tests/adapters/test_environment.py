"""The environments keep PettingZoo's conventions, by its own tests and ours."""

import hashlib
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test

from arena.adapters.pettingzoo import ENCODINGS, CardGameEnv, env, raw_env
from arena.adapters.pettingzoo.environment import rewards_of
from arena.core.errors import ConfigError, IllegalMove, RulesError
from arena.core.rng import NamedDraws
from arena.games.options import choices
from arena.games.registry import GAMES
from tests.games.laws.walks import options_of

SETTINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("linger_longer", "standard", {}),
    ("linger_longer", "lift_smoke", {"players": 2, "first_to": 3}),
    ("linger_longer", "grand_coup", {"players": 6}),
    ("linger_longer", "long_hand", {"players": 3, "draw": "per_card", "chips": "per_trick"}),
    ("color_elevator", "standard", {}),
    ("color_elevator", "top_up", {"players": 3, "first_to": 2}),
    ("color_elevator", "pick_up", {"players": 2}),
    ("color_elevator", "original", {"players": 2}),
]
several = pytest.mark.parametrize(("game", "preset", "values"), SETTINGS)

KNOWN_BY_NAME = [
    # api_test has lists of PettingZoo's own environments whose observations are dicts with a mask, and
    # warns about every other name; its card games would earn both warnings too.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
]


@several
def test_pettingzoo_api_test(game: str, preset: str, values: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        for message in KNOWN_BY_NAME:
            warnings.filterwarnings("ignore", re.escape(message), UserWarning, "pettingzoo.test.api_test")
        api_test(env(game, preset, **values), num_cycles=300)


@several
def test_pettingzoo_seed_test(game: str, preset: str, values: dict[str, Any]) -> None:
    seed_test(lambda: env(game, preset, **values), num_cycles=100)


@pytest.mark.parametrize("game", ENCODINGS)
def test_pettingzoo_render_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(game, render_mode=render_mode))

    assert "hand 0" in capsys.readouterr().out


def walk(environment: Any, rng: Random) -> Iterator[str]:
    """Play random legal moves, and stop at each agent before its move."""
    while environment.agents:
        yield environment.agent_selection
        seen, _, over, _, _ = environment.last()
        environment.step(None if over else rng.choice(list(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("game", ENCODINGS)
@settings(max_examples=15)
@given(data=st.data())
def test_the_mask_is_the_legal_moves_and_all_zeros_out_of_turn(game: str, data: st.DataObject) -> None:
    options = data.draw(options_of(game))
    values = {name: getattr(options, name) for name in choices(type(options))}
    environment = raw_env(game, options.preset, **values)
    environment.reset(seed=data.draw(st.integers(0, 2**32)))
    rng = Random(data.draw(st.integers(0, 2**32)))

    for mover in walk(environment, rng):
        if rng.random() < 0.1 or environment._state.is_over:
            for agent in environment.possible_agents:
                legal = [] if agent != mover else list(environment._state.legal_moves())
                observation = environment.observe(agent)
                assert environment.observation_space(agent).contains(observation)
                assert list(np.flatnonzero(observation["action_mask"])) == legal


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


def forbidden(environment: Any) -> int:
    """Return an action that the mask forbids."""
    return int(environment.last()[0]["action_mask"].argmin())


@pytest.mark.parametrize("game", ENCODINGS)
def test_a_masked_out_action_ends_the_match_with_the_reward_that_the_wrapper_says(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    environment = env(game)
    environment.reset(seed=1)
    agent = environment.agent_selection

    environment.step(forbidden(environment))

    assert "Illegal move" in caplog.text
    assert all(environment.terminations.values())
    rewards = {}
    for other in environment.agent_iter():
        rewards[other] = environment.last()[1]
        environment.step(None)
    assert rewards == {seat: -1.0 if seat == agent else 0.0 for seat in environment.possible_agents}


@pytest.mark.parametrize("game", ENCODINGS)
def test_without_the_wrapper_a_masked_out_action_is_refused_and_changes_nothing(game: str) -> None:
    environment = raw_env(game)
    environment.reset(seed=1)
    agent, view = environment.agent_selection, environment.view(environment.agent_selection)

    with pytest.raises(IllegalMove):
        environment.step(forbidden(environment))

    assert (environment.agent_selection, environment.view(agent)) == (agent, view)


def test_an_action_outside_of_the_action_space_is_refused() -> None:
    environment = env()
    environment.reset(seed=1)

    with pytest.raises((AssertionError, IndexError)):
        environment.step(56)


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    with pytest.raises(AttributeError, match="before reset"):
        env().last()


@several
def test_a_match_can_be_pickled_and_goes_on(game: str, preset: str, values: dict[str, Any]) -> None:
    environment = env(game, preset, **values)
    environment.reset(seed=2)
    for _, _ in zip(range(9), walk(environment, Random(1)), strict=False):
        pass

    copy = pickle.loads(pickle.dumps(environment))  # noqa: S301

    played, copied = (
        [(agent, each.last()[0]["observation"].tobytes()) for agent in walk(each, Random(4))]
        for each in (environment, copy)
    )
    assert played == copied


@pytest.mark.parametrize("game", ENCODINGS)
def test_text_is_what_the_agent_to_move_sees(game: str) -> None:
    environment = raw_env(game, render_mode="ansi")
    environment.reset(seed=1)

    view = environment.view(environment.agent_selection)
    assert environment.render() == "\n".join(GAMES[game].view_lines(view))


@pytest.mark.parametrize("game", ENCODINGS)
def test_text_of_a_finished_match_has_the_places(game: str) -> None:
    environment = raw_env(game, render_mode="ansi", players=3)
    environment.reset(seed=1)
    while not all(environment.terminations.values()):
        environment.step(environment._state.legal_moves()[0])

    text = environment.render()

    assert text is not None
    assert text.splitlines()[-1] == f"places: {' '.join(map(str, environment._state.outcome().places))}"


def test_rendering_without_a_render_mode_warns() -> None:
    environment = env()
    environment.reset(seed=1)

    with pytest.warns(UserWarning, match="without a render_mode"):
        assert environment.render() is None


def test_unknown_games_options_and_render_modes_are_refused() -> None:
    with pytest.raises(RulesError, match="there is no game 'whist'"):
        env("whist")
    with pytest.raises(RulesError, match="has no option 'seats'"):
        env("color_elevator", seats=3)
    with pytest.raises(ConfigError, match="it is one of: None, human, ansi"):
        env(render_mode="rgb_array")


def test_a_game_without_an_encoding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "another", GAMES["color_elevator"])
    monkeypatch.delitem(ENCODINGS, "color_elevator")

    with pytest.raises(ConfigError, match="how views of color_elevator become numbers"):
        env("another")


@pytest.mark.parametrize("missing", ["gymnasium", "numpy", "pettingzoo"])
def test_without_the_extra_the_import_says_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import arena.adapters.pettingzoo"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "pip install 'arena-of-cards[pettingzoo]'" in done.stderr
