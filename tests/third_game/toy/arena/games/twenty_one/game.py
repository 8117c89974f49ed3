"""Twenty-One as the registry knows it.

Two or three players get two cards each from a deck of 40, ace to ten, seen by nobody else. Each in turn,
from the dealer's left, takes cards one by one or stands, and has five at most. Then all hands are shown:
whose cards count nearest to 21, above or below, wins. An ace counts eleven, or one.
"""

from collections.abc import Mapping
from random import Random

from arena.core.errors import RulesError
from arena.core.rng import NamedDraws
from arena.games.game import MOST_TRIES, Sample
from arena.games.options import make_options
from arena.games.sampling import check_tries
from arena.games.twenty_one.options import NAME, PRESETS, TwentyOneOptions
from arena.games.twenty_one.sample import deal_anew, sample_state
from arena.games.twenty_one.state import TwentyOneState
from arena.games.twenty_one.view import TwentyOneView, view_lines

MOVES = ("stand", "take")
"""By move code."""


class TwentyOne:
    """The game; `arena.games.game.Game` says what each of its methods does."""

    name = NAME
    title = "Twenty-One"
    options_type = TwentyOneOptions
    presets = PRESETS

    def options(
        self, preset: str = "standard", values: Mapping[str, object] | None = None
    ) -> TwentyOneOptions:
        """Return validated options."""
        return make_options(NAME, TwentyOneOptions, PRESETS, preset, values or {})

    def new_match(self, options: TwentyOneOptions, draws: NamedDraws) -> TwentyOneState:
        """Deal the hand."""
        return TwentyOneState(options, draws)

    def deal_anew(self, view: TwentyOneView, options: TwentyOneOptions, rng: Random) -> TwentyOneState:
        """Deal the hidden cards anew."""
        return deal_anew(view, options, rng)

    def sample_state(
        self, view: TwentyOneView, options: TwentyOneOptions, rng: Random, *, most_tries: int = MOST_TRIES
    ) -> Sample:
        """Deal the hidden cards anew by all that the seat has seen."""
        check_tries(most_tries)
        return Sample(sample_state(view, options, rng), is_uniform=True, tries=1)

    def move_text(self, move: int) -> str:
        """Write a move code for people."""
        return MOVES[move]

    def parse_move(self, text: str) -> int:
        """Read what `move_text` writes."""
        if text not in MOVES:
            raise RulesError(f"{text!r} is no move of {NAME}; its moves are {', '.join(MOVES)}")
        return MOVES.index(text)

    def view_lines(self, view: TwentyOneView) -> list[str]:
        """Describe a view in a few lines of text."""
        return view_lines(view)
