"""Moves of Color Elevator as text."""

from arena.core.cards import TEXTS, parse_card
from arena.core.errors import ConfigError, RulesError


def move_text(move: int) -> str:
    """Write a move code as card and pile: `9c/1`.

    Raises:
        RulesError: no move of this game has that code.
    """
    if not 0 <= move < 2 * len(TEXTS):
        raise RulesError(f"{move} is no move of color_elevator; codes are 0 to {2 * len(TEXTS) - 1}")
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
