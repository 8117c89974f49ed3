"""The options of both games and their presets, as the tables in docs/rules tell them."""

from typing import Any

Options = dict[str, Any]

DEFAULTS: dict[str, Options] = {
    "linger_longer": {
        "players": 4,
        "hand_size": "players",
        "trump": "dealer_card",
        "draw": "one",
        "first_dealer": "cut_low",
        "next_dealer": "rotate",
        "first_to": 1,
        "chips": "none",
    },
    "color_elevator": {
        "players": 4,
        "turn": "one_card",
        "refill": "one",
        "reserve": "stock",
        "empty_stock": "stop",
        "turn_limit": 1000,
        "first_to": 1,
    },
}

PRESETS: dict[str, dict[str, Options]] = {
    "linger_longer": {
        "standard": {},
        "sift_smoke": {},
        "lift_smoke": {"first_dealer": "cut_high", "next_dealer": "winner", "chips": "ante"},
        "per_card_draw": {"draw": "per_card"},
        "no_trump": {"trump": "none"},
        "random_trump": {"trump": "turn_up"},
        "grand_coup": {"trump": "first_winner"},
        "long_hand": {"hand_size": 7},
    },
    "color_elevator": {
        "standard": {},
        "top_up": {"refill": "to_four"},
        "pick_up": {"reserve": "pick_up"},
        "original": {"turn": "both_piles", "refill": "none", "reserve": "flip", "empty_stock": "reshuffle"},
    },
}


def options_of(game: str, preset: str, changes: Options) -> Options:
    """Return the defaults, changed by the preset, changed by the rest."""
    return {**DEFAULTS[game], **PRESETS[game][preset], **changes}


def refuses(game: str, preset: str, options: Options) -> bool:
    """ "Options" of both pages: tell whether such values, each allowed by itself, make no game."""
    if game == "linger_longer":
        return bool(options["players"] == 2 and preset != "lift_smoke")
    if options["turn"] == "both_piles" and options["refill"] != "none":
        return True
    if options["empty_stock"] == "reshuffle":
        return bool(options["refill"] != "none" or options["reserve"] != "flip")
    return bool(options["reserve"] == "flip")
