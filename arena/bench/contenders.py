"""Who runs in `arena bench engine`: our games, and the engines that people would otherwise use.

All are driven from Python by the same lean loop: ask for the legal moves, take one by one random number,
play it.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, Protocol

from arena.core.errors import ConfigError
from arena.core.rng import NamedDraws
from arena.games.registry import GAMES


class Contender(Protocol):
    """An engine with one game."""

    name: str

    def deal(self, rng: Random) -> Any:
        """Return a match that has been dealt, up to its first decision. Not timed."""
        ...

    def play(self, match: Any, random: Callable[[], float]) -> int:
        """Play a match to its end by random moves; return how many decisions of players that took."""
        ...


class Stepper:
    """A preset of ours, move by move through the public API."""

    def __init__(self, game: str, preset: str) -> None:
        """Prepare the options."""
        self.name = f"{game} {preset}"
        self._game = GAMES[game]
        self._options = self._game.options(preset)

    def deal(self, rng: Random) -> Any:
        """Deal the first hand."""
        return self._game.new_match(self._options, NamedDraws(rng.randbytes(32)))

    def play(self, match: Any, random: Callable[[], float]) -> int:
        """Play to the end."""
        decisions = 0
        while not match.is_over:
            moves = match.legal_moves()
            match.play(moves[int(random() * len(moves))])
            decisions += 1
        return decisions


class Playout(Stepper):
    """The same with one call for a whole match."""

    def __init__(self, game: str, preset: str, rng: Random) -> None:
        """Prepare the options; `playout` asks for a generator, not for its method alone."""
        super().__init__(game, preset)
        self._rng = rng

    def play(self, match: Any, random: Callable[[], float]) -> int:
        """Play to the end; nobody counts the decisions, so none is returned."""
        del random
        match.playout(self._rng)
        return 0


class OpenSpiel:
    """A game of OpenSpiel, whose engines are C++. A chance node takes time and is no decision."""

    def __init__(self, game: str) -> None:
        """Load the game.

        Raises:
            ConfigError: OpenSpiel is not installed.
        """
        self.name = f"OpenSpiel {game}"
        self._game = _import("pyspiel", "open_spiel").load_game(game)

    def deal(self, rng: Random) -> Any:
        """Walk through the chance nodes of the deal."""
        state = self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    def play(self, match: Any, random: Callable[[], float]) -> int:
        """Play to the end; chance outcomes are picked evenly too."""
        decisions = 0
        while not match.is_terminal():
            if not match.is_chance_node():
                decisions += 1
            moves = match.legal_actions()
            match.apply_action(moves[int(random() * len(moves))])
        return decisions


class RLCardUno:
    """The uno of RLCard, written in Python, without the layer of its environments."""

    name = "RLCard uno"

    def __init__(self) -> None:
        """Find the game.

        Raises:
            ConfigError: RLCard is not installed.
        """
        self._game = _import("rlcard.games.uno", "rlcard").Game
        self._random_state = _import("numpy.random", "numpy").RandomState

    def deal(self, rng: Random) -> Any:
        """Deal a game."""
        game = self._game()
        game.np_random = self._random_state(rng.getrandbits(32))
        game.init_game()
        return game

    def play(self, match: Any, random: Callable[[], float]) -> int:
        """Play to the end."""
        decisions = 0
        while not match.is_over():
            moves = match.get_legal_actions()
            match.step(moves[int(random() * len(moves))])
            decisions += 1
        return decisions


def _import(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise ConfigError(
            f"arena bench engine measures beside {package}, which is not installed ({error}); "
            "install it with: pip install 'arena-of-cards[bench]'"
        ) from error
