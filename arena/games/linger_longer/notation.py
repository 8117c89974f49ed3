"""Move codes and their text: a card's id to play it, 52 plus a suit to name trump."""

from arena.core.cards import RANKS, SUITS, TEXTS
from arena.core.errors import IllegalMove, RulesError

NAME_TRUMP = 52
"""The move code that names the first suit; the other suits follow."""

_MOVES = (*TEXTS, *(f"trump {suit}" for suit in SUITS))
_CODES = {text: move for move, text in enumerate(_MOVES)}


def move_text(move: int) -> str:
    """Write a move code as `9c` or `trump h`.

    Raises:
        RulesError: no move of this game has that code.
    """
    if not 0 <= move < len(_MOVES):
        raise RulesError(f"{move} is no move of linger_longer; codes are 0 to {len(_MOVES) - 1}")
    return _MOVES[move]


def parse_move(text: str) -> int:
    """Read what `move_text` writes.

    Raises:
        RulesError: the text names no move of this game.
    """
    move = _CODES.get(text)
    if move is None:
        raise RulesError(
            f"{text!r} is no move of linger_longer; write a card, a rank of {RANKS} and a suit of {SUITS}, "
            "as 9c, or trump and a suit, as trump h"
        )
    return move


def refusal(move: object, seat: int, legal: bytes) -> IllegalMove:
    """Say what a seat may play instead of an illegal move; nothing at all when the match is over."""
    shown = _MOVES[move] if isinstance(move, int) and 0 <= move < len(_MOVES) else repr(move)
    if not legal:
        return IllegalMove(f"{shown} can't be played: the match is over")
    return IllegalMove(f"seat {seat} can't play {shown}; it may play {', '.join(map(move_text, legal))}")
