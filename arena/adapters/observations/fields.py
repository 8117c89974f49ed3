"""Kinds of fields, and those that all games have. Seats are counted clockwise from the agent's own."""

from functools import partial
from typing import Any

from arena.adapters.observations.layout import Factors, Field, Numbers

CARDS = 52


def from_own(view: Any, seat: int) -> int:
    """Count how far clockwise a seat is from the viewer's."""
    return int(seat - view.seat) % len(view.hand_counts)


def number(name: str, most: Factors, meaning: str) -> Field:
    """Describe one number of the view."""
    return Field(name, (name,), (1,), most, meaning, partial(_write_number, name))


def numbers_by_seat(name: str, most: Factors, meaning: str, *, is_signed: bool = False) -> Field:
    """Describe a number for each seat; zeros where the view has none."""
    write = partial(_write_by_seat, name)
    return Field(name, (name,), ("players",), most, meaning, write, is_signed)


def one_of(name: str, size: int, meaning: str) -> Field:
    """Describe a number below `size`, or -1, as a one at its place, or none."""
    return Field(name, (name,), (size,), (), meaning, partial(_write_one_of, name))


def one_seat(name: str, meaning: str) -> Field:
    """Describe a seat as a one at its place."""
    return Field(name, (name,), ("players",), (), meaning, partial(_write_seat, name))


def set_of_cards(name: str, meaning: str) -> Field:
    """Describe cards in no order as ones at their places."""
    return Field(name, (name,), (CARDS,), (), meaning, partial(_write_cards, name))


def row_of_cards(name: str, meaning: str, *, source: str, from_last: bool = False) -> Field:
    """Describe cards in an order: at the place of each 1, 2, ... counted from the first or from the last."""
    write = partial(_write_row, source, from_last)
    return Field(name, (source,), (CARDS,), (CARDS,), meaning, write)


def cards_of_seats(name: str, seats: str, cards: str, meaning: str) -> Field:
    """Describe cards that each belong to a seat as ones, seat by seat."""
    write = partial(_write_cards_of_seats, seats, cards)
    return Field(name, (seats, cards), ("players", CARDS), (), meaning, write)


def _write_number(name: str, cells: Numbers, view: Any) -> None:
    cells[0] = getattr(view, name)


def _write_by_seat(name: str, cells: Numbers, view: Any) -> None:
    for seat, value in enumerate(getattr(view, name)):
        cells[from_own(view, seat)] = value


def _write_one_of(name: str, cells: Numbers, view: Any) -> None:
    value = getattr(view, name)
    if value >= 0:
        cells[value] = 1


def _write_seat(name: str, cells: Numbers, view: Any) -> None:
    cells[from_own(view, getattr(view, name))] = 1


def _write_cards(name: str, cells: Numbers, view: Any) -> None:
    cells[list(getattr(view, name))] = 1


def _write_row(source: str, from_last: bool, cells: Numbers, view: Any) -> None:
    cards = getattr(view, source)
    write_order(cells, cards[::-1] if from_last else cards)


def write_order(cells: Numbers, cards: bytes) -> None:
    """Number the cards from 1 on, each at its place."""
    for place, card in enumerate(cards, start=1):
        cells[card] = place


def _write_cards_of_seats(seats: str, cards: str, cells: Numbers, view: Any) -> None:
    for seat, card in zip(getattr(view, seats), getattr(view, cards), strict=True):
        cells[from_own(view, seat), card] = 1


def _write_known(cells: Numbers, view: Any) -> None:
    for seat, card in zip(view.known[::2], view.known[1::2], strict=True):
        cells[from_own(view, seat), card] = 1


HAND = set_of_cards("hand", "the agent's cards")
HAND_COUNTS = numbers_by_seat("hand_counts", (CARDS,), "cards in each hand")
KNOWN = Field(
    "known",
    ("known",),
    ("players", CARDS),
    (),
    "cards in hands that everyone has seen, seat by seat",
    _write_known,
)
STOCK = number("stock", (CARDS,), "cards in the stock")
STOCK_BOTTOM = row_of_cards(
    "stock_bottom",
    "known cards at the bottom of the stock: 1 for the last card, 2 for the one above it, ...",
    source="stock_bottom",
    from_last=True,
)
DEALER = one_seat("dealer", "who dealt")
HAND_NUMBER = number("hand_number", ("hands",), "finished hands of the match")
HANDS_WON = numbers_by_seat("hands_won", ("first_to",), "hands that each seat has won")
PLACE_SUMS = numbers_by_seat("place_sums", ("hands", "players"), "each seat's places so far, added up")

LEFT_OUT = {
    "seat": "seats are counted from the agent's own",
    "legal": "it is the action mask",
    "events": "the log has no fixed size; `env.unwrapped.view(agent).events` has it",
}
