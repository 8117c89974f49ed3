"""The environments keep PettingZoo's conventions, by its own tests and ours."""

import pickle
import re
import subprocess
import sys
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test

from arena.adapters.observations import ENCODINGS
from arena.adapters.pettingzoo import env, raw_env
from arena.core.errors import ConfigError, IllegalMove, RulesError
from arena.games.options import choices
from arena.games.registry import GAMES
from tests.adapters.matches import several, walk
from tests.games.laws.walks import options_of

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
