"""A match of any game of the arena as an environment that steps one agent at a time (AEC)."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from arena.adapters.observations.encodings import ENCODINGS
from arena.adapters.observations.layout import Encoding, Layout
from arena.core.errors import ConfigError
from arena.core.rng import NamedDraws
from arena.games.registry import find_game

ILLEGAL_REWARD = -1.0
"""What a masked-out action brings its agent; the match ends, and the others get nothing."""


def env(
    game: str = "linger_longer", preset: str = "standard", render_mode: str | None = None, **options: object
) -> Any:
    """Make an environment in the wrappers that PettingZoo's own card games have.

    An action that the mask forbids ends the match with a reward of -1; one outside of the action space, or a
    call out of order, raises. Parameters and errors are those of `CardGameEnv`.
    """
    made = wrappers.TerminateIllegalWrapper(
        raw_env(game, preset, render_mode, **options), illegal_reward=ILLEGAL_REWARD
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(
    game: str = "linger_longer", preset: str = "standard", render_mode: str | None = None, **options: object
) -> "CardGameEnv":
    """Make an environment without wrappers: an illegal action raises IllegalMove and changes nothing."""
    return CardGameEnv(game, preset, render_mode, **options)


class CardGameEnv(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """A match. Agents are `seat_0`, `seat_1`, ...; an action is a move code of the game.

    An observation is a dict: `observation` is the agent's view as numbers, `action_mask` has a one for each
    legal move and is all zeros when it is not the agent's turn. It is made from `State.view` alone, and so
    can't show what the rules hide.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str = "linger_longer",
        preset: str = "standard",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Prepare matches of a game; `reset` deals one.

        Args:
            game: its name, as in a tournament file.
            preset: of that game.
            render_mode: `ansi` (render returns text), `human` (every step prints it) or None.
            options: of that game, on top of the preset: `players=3`.

        Raises:
            RulesError: an unknown game, preset, option or value.
            ConfigError: an unknown render mode, or a game without an encoding.
        """
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ConfigError(f"render_mode can't be {render_mode!r}; it is one of: None, human, ansi")
        self.game = find_game(game)
        self.options = self.game.options(preset, options)
        encoding = _encoding_of(self.game.name)
        self.layout = Layout(encoding, self.options)
        """Where each field is in an observation: `layout.named(observation)`."""
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v1"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.options.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(encoding.moves) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._seed: int | None = None
        self._matches = 0

    def _observation_space(self) -> spaces.Dict:
        moves = ENCODINGS[self.game.name].moves
        return spaces.Dict(
            {
                "observation": spaces.Box(self.layout.low, np.ones_like(self.layout.low), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (moves,), dtype=np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions: the game's move codes."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match.

        With a seed, this match and those of later resets without one are always the same. Match `k`, counted
        from 0, is dealt from SHA-256 of `pettingzoo/<seed>/<k>`; if it is over before anyone had a choice, it
        is skipped. If there never was a seed, one is drawn at random. `options` changes nothing.

        Raises:
            gymnasium.error.Error: the seed is no whole number from 0 on, as in any environment.
        """
        del options
        if seed is not None and (type(seed) is not int or seed < 0):
            raise gymnasium.error.Error(f"a seed is an int from 0 on, not {seed!r}")
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(64) if seed is None else seed
            self._matches = 0
        self._state = self._deal()
        while self._state.is_over:
            self._state = self._deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.current_player]
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def _deal(self) -> Any:
        label = f"pettingzoo/{self._seed}/{self._matches}"
        self._matches += 1
        return self.game.new_match(self.options, NamedDraws(hashlib.sha256(label.encode("ascii")).digest()))

    def step(self, action: Any) -> None:
        """Play a move, the code of it, of the agent whose turn it is; None removes one whose match is over.

        Raises:
            IllegalMove: the rules refuse the move; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        outcome = self._state.outcome()
        if outcome is None:
            self.agent_selection = self.possible_agents[self._state.current_player]
        else:
            self.rewards = dict(zip(self.possible_agents, rewards_of(outcome.places), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation."""
        view = self.view(agent)
        mask = np.zeros(ENCODINGS[self.game.name].moves, dtype=np.int8)
        mask[list(view.legal)] = 1
        return {"observation": self.layout.write(view), "action_mask": mask}

    def view(self, agent: str, since: int = 0) -> Any:
        """Return all that an agent may see, as the engine says it, with the events from number `since` on.

        It is what `arena.bot` gives a bot as `view.raw`.
        """
        return self._state.view(self.possible_agents.index(agent), since)

    def render(self) -> str | None:
        """Describe the match as the agent whose turn it is sees it; at the end, with the places.

        `ansi` returns the text, `human` prints it. Without a render mode there is a warning and no text.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: the environment was made without a render_mode")
            return None
        lines = self.game.view_lines(self.view(self.agent_selection))
        outcome = self._state.outcome()
        if outcome is not None:
            lines.append(f"places: {' '.join(map(str, outcome.places))}")
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _encoding_of(game: str) -> Encoding:
    if game not in ENCODINGS:
        raise ConfigError(
            f"nothing says how views of {game} become numbers; that is known of {', '.join(ENCODINGS)}, and "
            "arena.adapters.pettingzoo.ENCODINGS is where to add to it"
        )
    return ENCODINGS[game]


def rewards_of(places: Sequence[int]) -> list[float]:
    """Give each seat the share of its rivals that it beat, less the share that beat it.

    Between -1 and 1; all together 0, since each pair adds the same to one and takes it from the other, and
    nothing where they share a place.
    """
    rivals = len(places) - 1
    return [sum((other > place) - (other < place) for other in places) / rivals for place in places]
