"""The options of Twenty-One."""

from dataclasses import dataclass

from arena.games.options import Presets, check_options, integer, words

NAME = "twenty_one"

PRESETS: Presets = {"standard": {}, "low_aces": {"aces": "one"}}


@dataclass(frozen=True, slots=True)
class TwentyOneOptions:
    """All options of a match, valid by construction (RulesError otherwise)."""

    preset: str = "standard"
    players: int = integer(3, least=2, most=3, meaning="seats at the table")
    aces: str = words("eleven", "one", meaning="what an ace counts")

    def __post_init__(self) -> None:
        check_options(NAME, PRESETS, self)
