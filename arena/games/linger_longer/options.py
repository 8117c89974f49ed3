"""The options of Linger Longer and the presets: which house rules a table plays by."""

from dataclasses import dataclass, field

from arena.core.errors import RulesError
from arena.games.options import Choice, Presets, check_options, integer, words

NAME = "linger_longer"

PRESETS: Presets = {
    "standard": {},
    "sift_smoke": {},
    "lift_smoke": {"first_dealer": "cut_high", "next_dealer": "winner", "chips": "ante"},
    "per_card_draw": {"draw": "per_card"},
    "no_trump": {"trump": "none"},
    "random_trump": {"trump": "turn_up"},
    "grand_coup": {"trump": "first_winner"},
    "long_hand": {"hand_size": 7},
}

_TWO_PLAYERS = "lift_smoke"
"""The one preset that two can play, whatever other options it is given."""


@dataclass(frozen=True, slots=True)
class LingerLongerOptions:
    """The house rules of one match, valid by construction (RulesError otherwise)."""

    preset: str = "standard"
    players: int = integer(
        4, least=2, most=6, meaning=f"seats at the table; two only with the preset {_TWO_PLAYERS}"
    )
    hand_size: int | str = field(
        default="players",
        metadata={
            "choice": Choice("cards dealt to each: as many as players, or a number", ("players",), 2, 8)
        },
    )
    trump: str = words(
        "dealer_card",
        "turn_up",
        "none",
        "first_winner",
        meaning="where trump comes from: the dealer's last card, the card turned up from the stock and put "
        "under it, nowhere, or the winner of the first trick who names it",
    )
    draw: str = words(
        "one", "per_card", meaning="what a trick's winner draws: one card, or one for each card of the trick"
    )
    first_dealer: str = words(
        "cut_low", "cut_high", meaning="who deals first: the lowest or the highest card of the cut"
    )
    next_dealer: str = words(
        "rotate", "winner", meaning="who deals next: the seat clockwise of the dealer, or the hand's winner"
    )
    first_to: int = integer(1, least=1, meaning="hands to win for the match; 1, 3 and 5 are usual")
    chips: str = words(
        "none",
        "ante",
        "per_trick",
        "per_opponent",
        meaning="what a hand's winner gets from each other seat: nothing, the chip it put in the pot, a chip "
        "for each trick that the winner won, or a chip because it has run out",
    )

    def __post_init__(self) -> None:
        check_options(NAME, PRESETS, self)
        if self.players == 2 and self.preset != _TWO_PLAYERS:
            raise RulesError(
                f"{NAME}: players can't be 2 with the preset {self.preset}; it is one of: 3-6, "
                f"or 2-6 with the preset {_TWO_PLAYERS}"
            )

    @property
    def cards_each(self) -> int:
        """How many cards are dealt to each seat."""
        return self.hand_size if isinstance(self.hand_size, int) else self.players
