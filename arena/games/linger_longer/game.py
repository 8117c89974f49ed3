"""Linger Longer as the registry knows it."""

from collections.abc import Mapping
from random import Random

from arena.core.rng import NamedDraws
from arena.games.game import MOST_TRIES, Sample
from arena.games.linger_longer.notation import move_text, parse_move
from arena.games.linger_longer.options import NAME, PRESETS, LingerLongerOptions
from arena.games.linger_longer.sample import deal_anew, sample_state
from arena.games.linger_longer.state import LingerLongerState
from arena.games.linger_longer.view import LingerLongerView, view_lines
from arena.games.options import make_options
from arena.games.sampling import check_tries


class LingerLonger:
    """The game; `arena.games.game.Game` says what each of its methods does."""

    name = NAME
    title = "Linger Longer"
    options_type = LingerLongerOptions
    presets = PRESETS

    def options(
        self, preset: str = "standard", values: Mapping[str, object] | None = None
    ) -> LingerLongerOptions:
        """Return validated options."""
        return make_options(NAME, LingerLongerOptions, PRESETS, preset, values or {})

    def new_match(self, options: LingerLongerOptions, draws: NamedDraws) -> LingerLongerState:
        """Cut for the dealer and deal the first hand."""
        return LingerLongerState(options, draws)

    def deal_anew(
        self, view: LingerLongerView, options: LingerLongerOptions, rng: Random
    ) -> LingerLongerState:
        """Deal the hidden cards anew by the hard facts alone."""
        return deal_anew(view, options, rng)

    def sample_state(
        self,
        view: LingerLongerView,
        options: LingerLongerOptions,
        rng: Random,
        *,
        most_tries: int = MOST_TRIES,
    ) -> Sample:
        """Deal the hidden cards anew, always evenly among the deals that fit all that the seat has seen."""
        check_tries(most_tries)  # though no deal has to be refused
        return Sample(sample_state(view, options, rng), is_uniform=True, tries=1)

    def move_text(self, move: int) -> str:
        """Write a move code for people."""
        return move_text(move)

    def parse_move(self, text: str) -> int:
        """Read what `move_text` writes."""
        return parse_move(text)

    def view_lines(self, view: LingerLongerView) -> list[str]:
        """Describe a view in a few lines of text."""
        return view_lines(view)
