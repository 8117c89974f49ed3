"""Positions from which all ways on are counted: a few hundred to two thousand each, of every kind of game."""

from tests.naive.counting import Position
from tests.naive.setups import Setup

FULL_DEPTH = 30
"""More than any hand lasts from where it is counted."""

LINGER_LONGER = [
    # options, deal, moves before
    ("standard players=3 trump=dealer_card draw=one chips=per_trick", 0, 1),
    ("standard players=4 hand_size=6 trump=dealer_card draw=per_card chips=per_trick", 5, 42),
    ("standard players=3 trump=turn_up draw=one chips=per_trick", 0, 1),
    ("standard players=4 hand_size=6 trump=turn_up draw=per_card chips=per_trick", 4, 41),
    ("standard players=3 trump=none draw=one chips=per_trick", 0, 1),
    ("standard players=4 hand_size=6 trump=none draw=per_card chips=per_trick", 2, 39),
    ("standard players=3 trump=first_winner draw=one chips=per_trick", 0, 3),
    ("standard players=4 hand_size=6 trump=first_winner draw=per_card chips=per_trick", 5, 44),
    ("standard players=4 chips=ante first_to=2", 0, 8),
    ("standard players=5 hand_size=8", 0, 36),
    ("standard players=6 hand_size=8 draw=per_card", 0, 36),
    ("lift_smoke players=2 hand_size=4", 0, 3),
    ("lift_smoke players=2 trump=first_winner", 7, 0),
]
COLOR_ELEVATOR = [
    # players, turn, refill, reserve, empty stock; deal; moves before
    ("2 one_card one stock stop", 0, 33),
    ("4 one_card one stock stop", 0, 34),
    ("2 one_card to_four stock stop", 0, 38),
    ("4 one_card to_four stock stop", 0, 31),
    ("2 one_card none stock stop", 0, 38),
    ("4 one_card none stock stop", 0, 34),
    ("2 one_card one pick_up stop", 0, 33),
    ("4 one_card one pick_up stop", 0, 32),
    ("2 one_card to_four pick_up stop", 0, 40),
    ("4 one_card to_four pick_up stop", 0, 32),
    ("2 one_card none pick_up stop", 0, 39),
    ("4 one_card none pick_up stop", 2, 33),
    ("2 both_piles none stock stop", 0, 35),
    ("4 both_piles none stock stop", 2, 32),
    ("2 both_piles none pick_up stop", 0, 39),
    ("4 both_piles none pick_up stop", 0, 28),
    ("2 one_card none flip reshuffle", 2, 381),
    ("4 one_card none flip reshuffle", 1, 15),
    ("2 both_piles none flip reshuffle", 0, 177),
    ("4 both_piles none flip reshuffle", 0, 987),
]


def _linger_longer(text: str, deal: int, moves_before: int) -> Position:
    preset, *pairs = text.split()
    changes = {name: _value(value) for name, value in (pair.split("=") for pair in pairs)}
    setup = Setup("linger_longer", preset, changes, deal.to_bytes(32, "big"), deal)
    return Position(f"linger_longer {text}", setup, moves_before, FULL_DEPTH)


def _color_elevator(text: str, deal: int, moves_before: int) -> Position:
    names = ("players", "turn", "refill", "reserve", "empty_stock")
    changes = dict(zip(names, map(_value, text.split()), strict=True))
    setup = Setup("color_elevator", "standard", changes, deal.to_bytes(32, "big"), deal)
    return Position(f"color_elevator {text}", setup, moves_before, 9)


def _value(text: str) -> int | str:
    return int(text) if text.isdigit() else text


POSITIONS = [
    *(_linger_longer(*row) for row in LINGER_LONGER),
    *(_color_elevator(*row) for row in COLOR_ELEVATOR),
]
