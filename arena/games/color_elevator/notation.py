"""Moves and views of Color Elevator as text."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.core.cards import TEXTS, parse_card
from arena.core.errors import ConfigError, RulesError

if TYPE_CHECKING:
    from arena.games.color_elevator.view import ColorElevatorView


def move_text(move: int) -> str:
    """Write a move code as card and pile: `9c/1`."""
    return f"{TEXTS[move >> 1]}/{move & 1}"


def parse_move(text: str) -> int:
    """Read what `move_text` writes.

    Raises:
        RulesError: the text names no move of this game.
    """
    card, slash, pile = text.partition("/")
    try:
        if slash and pile in ("0", "1"):
            return 2 * parse_card(card) + int(pile)
    except ConfigError as error:
        raise RulesError(f"{text!r} is no move of color_elevator: {error}") from error
    raise RulesError(f"{text!r} is no move of color_elevator; write card/pile: 9c/0, 9c/1")


def view_lines(view: "ColorElevatorView") -> list[str]:
    """Describe a view in a few lines."""
    counts = zip(view.hand_counts, view.reserve_counts, strict=True)
    lines = [
        f"hand {view.hand_number}, turn {view.turn_number}, dealer {view.dealer}, seat {view.seat}",
        f"tops: {_cards(view.tops)}",
        f"hand: {_cards(view.hand)}",
        "held: " + ", ".join(f"{seat}: {hand}+{reserve}" for seat, (hand, reserve) in enumerate(counts)),
        f"stock: {view.stock}"
        + (f", at the bottom {_cards(view.stock_bottom)}" if view.stock_bottom else ""),
    ]
    if view.known:
        lines.append("known: " + ", ".join(f"{seat}: {TEXTS[card]}" for seat, card in _pairs(view.known)))
    for cards, held in view.pools:
        lines.append(f"reshuffled: {_cards(cards)}, in hands {' '.join(map(str, held))}")
    if view.flip >= 0:
        lines.append(f"flipped: {TEXTS[view.flip]}")
    if view.second_pile >= 0:
        lines.append(f"pile to serve: {view.second_pile}")
    if view.legal:
        lines.append("legal: " + " ".join(map(move_text, view.legal)))
    return lines


def _cards(cards: Iterable[int]) -> str:
    return " ".join(TEXTS[card] for card in cards)


def _pairs(known: bytes) -> Iterable[tuple[int, int]]:
    return zip(known[::2], known[1::2], strict=True)
