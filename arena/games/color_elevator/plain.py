"""Turns that need no decision, where every turn is plain: the rules of `state.settle` without a detour.

A turn is *plain* if it plays one card and draws one, from the stock and then from the player's own
reserve, while nothing is ever shuffled again: the preset `standard`. A test plays such matches by the
general rules too, and compares.
"""

from typing import TYPE_CHECKING, Final

from arena.games.color_elevator.drawing import draw
from arena.games.color_elevator.ending import end_hand
from arena.games.color_elevator.log import PASSES, TWO_DRAWS
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.tables import HELD

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState

MOST_PLAIN_TURNS: Final = 380
"""A hand of plain turns can't be longer: each of at most 94 cards is placed or drawn once (50 and 44), and
between two turns in which that happens at most three players pass."""


def is_plain(options: ColorElevatorOptions) -> bool:
    """Tell whether every turn is plain, and the turn limit out of reach."""
    return (
        options.turn == "one_card"
        and options.refill == "one"
        and options.reserve == "stock"
        and options.empty_stock == "stop"
        and options.turn_limit >= MOST_PLAIN_TURNS
    )


def settle_plainly(state: "ColorElevatorState") -> None:
    """Draw two or pass for whoever can't play, until somebody can or the match is over."""
    while not state.is_over:
        hands, after, seat, fitting = state.hands, state.after, state.current_player, state.fitting
        while not (legal := hands[seat] & fitting):
            state.turn_number += 1
            left = state.stock_left - 2
            if left >= state.known_bottom:
                state.stock_left = left
                second, first = drawn = state.stock[left : left + 2]
                hands[seat] |= HELD[first] | HELD[second]
                state.log += TWO_DRAWS[seat]
                state.secrets[seat] += drawn[::-1]  # nobody has passed yet: that takes an empty stock
            elif (left > -2 or state.reserve_counts[seat]) and draw(state, seat, 2) < 2:
                state.passes = 0
            else:
                state.passes += 1
                state.log += PASSES[seat]
                if state.passes == len(hands):
                    end_hand(state)
                    break
            seat = after[seat]
        else:
            state.current_player = seat
            state.legal = legal
            return
