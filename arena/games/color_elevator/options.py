"""The options of Color Elevator, and the presets that name some of them."""

from dataclasses import dataclass

from arena.core.errors import RulesError
from arena.games.options import Presets, check_options, integer, words

NAME = "color_elevator"

PRESETS: Presets = {
    "standard": {},
    "top_up": {"refill": "to_four"},
    "pick_up": {"reserve": "pick_up"},
    "original": {
        "turn": "both_piles",
        "refill": "none",
        "reserve": "flip",
        "empty_stock": "reshuffle",
    },
}


@dataclass(frozen=True, slots=True)
class ColorElevatorOptions:
    """All options of a match; making one checks them."""

    preset: str = "standard"
    players: int = integer(4, least=2, most=4, meaning="seats at the table")
    turn: str = words(
        "one_card",
        "both_piles",
        meaning="a turn plays one card, or two, one onto each pile",
    )
    refill: str = words(
        "one",
        "to_four",
        "none",
        meaning="after playing draw one card, or one if the hand has fewer than four, or none",
    )
    reserve: str = words(
        "stock",
        "pick_up",
        "flip",
        meaning="once the stock is empty draw from the reserve, or take it into the hand; "
        "or turn its cards up one by one when the hand is empty",
    )
    empty_stock: str = words(
        "stop",
        "reshuffle",
        meaning="an empty stock stays empty, or the piles but their tops become a new one",
    )
    turn_limit: int = integer(1000, least=1, meaning="turns after which a game is blocked")
    first_to: int = integer(1, least=1, meaning="games to win for the match")

    def __post_init__(self) -> None:
        check_options(NAME, PRESETS, self)
        self._check_combination()

    def _check_combination(self) -> None:
        """Refuse options that make no game together."""
        if self.turn == "both_piles" and self.refill != "none":
            raise RulesError(
                f"{NAME}: turn=both_piles has draws of its own, so it needs refill=none, not {self.refill}"
            )
        if self.empty_stock == "reshuffle" and self.refill != "none":
            raise RulesError(
                f"{NAME}: empty_stock=reshuffle needs refill=none, not {self.refill}: hands would never empty"
            )
        if self.empty_stock == "reshuffle" and self.reserve != "flip":
            raise RulesError(
                f"{NAME}: empty_stock=reshuffle needs reserve=flip, not {self.reserve}: "
                "the reserve would never be reached"
            )
        if self.reserve == "flip" and self.empty_stock != "reshuffle":
            raise RulesError(
                f"{NAME}: reserve=flip needs empty_stock=reshuffle: without it most games end blocked"
            )
