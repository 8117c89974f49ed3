"""Color Elevator as the registry knows it."""

from collections.abc import Mapping
from random import Random

from arena.core.rng import NamedDraws
from arena.games.color_elevator.notation import move_text, parse_move
from arena.games.color_elevator.options import NAME, PRESETS, ColorElevatorOptions
from arena.games.color_elevator.sample import deal_anew, sample_state
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.color_elevator.view import ColorElevatorView, view_lines
from arena.games.game import MOST_TRIES, Sample
from arena.games.options import make_options


class ColorElevator:
    """The game; `arena.games.game.Game` says what each of its methods does."""

    name = NAME
    title = "Color Elevator"
    options_type = ColorElevatorOptions
    presets = PRESETS

    def options(
        self, preset: str = "standard", values: Mapping[str, object] | None = None
    ) -> ColorElevatorOptions:
        """Return validated options."""
        return make_options(NAME, ColorElevatorOptions, PRESETS, preset, values or {})

    def new_match(self, options: ColorElevatorOptions, draws: NamedDraws) -> ColorElevatorState:
        """Draw the first dealer by lot and deal the first hand."""
        state = ColorElevatorState(options, draws)
        state.begin()
        return state

    def deal_anew(
        self, view: ColorElevatorView, options: ColorElevatorOptions, rng: Random
    ) -> ColorElevatorState:
        """Deal the hidden cards anew by the hard facts alone."""
        return deal_anew(view, options, rng)

    def sample_state(
        self,
        view: ColorElevatorView,
        options: ColorElevatorOptions,
        rng: Random,
        *,
        most_tries: int = MOST_TRIES,
    ) -> Sample:
        """Deal the hidden cards anew by all that the seat has seen."""
        return sample_state(view, options, rng, most_tries)

    def move_text(self, move: int) -> str:
        """Write a move code for people: `9c/1`."""
        return move_text(move)

    def parse_move(self, text: str) -> int:
        """Read what `move_text` writes."""
        return parse_move(text)

    def view_lines(self, view: ColorElevatorView) -> list[str]:
        """Describe a view in a few lines of text."""
        return view_lines(view)
