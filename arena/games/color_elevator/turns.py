"""Turns by all the rules there are: two cards a turn, refills, reserves flipped or picked up (CE4 to CE6).

`state.play` itself and `plain` have the rules of the most common turn.
"""

from typing import TYPE_CHECKING

from arena.games.color_elevator.drawing import draw, pick_up
from arena.games.color_elevator.ending import end_hand
from arena.games.color_elevator.log import FLIPS, PASSES, PLAYS, STOCK_DRAWS
from arena.games.color_elevator.stage import FIRST_OF_TWO, FLIPPED, SECOND_ON, SINGLE
from arena.games.color_elevator.tables import HELD, ON_PILE, ONE, OTHERS, first_of_two

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState


def play_by_all_rules(state: "ColorElevatorState", move: int) -> None:
    """Make a legal move by the general rules."""
    seat = state.current_player
    state.played += ONE[move]
    state.fitting, state.steps = state.steps[move]
    state.passes = 0
    state.hands[seat] = hand = state.hands[seat] & OTHERS[move]
    state.log += PLAYS[seat][move]
    if state.stage:
        state.flip = -1
        if state.stage == FIRST_OF_TWO:
            ask_second(state, hand, 1 - (move & 1))
            return
    elif hand.bit_count() < state.refill_below:
        left = state.stock_left - 1
        if left >= state.known_bottom:  # as `draw` does it, without the call
            state.stock_left = left
            card = state.stock[left]
            state.hands[seat] = hand = hand | HELD[card]
            state.log += STOCK_DRAWS[seat]
            state.secrets[seat] += ONE[card]
        else:
            draw(state, seat, 1)
            hand = state.hands[seat]
    state.turn_number = turn_number = state.turn_number + 1
    if turn_number >= state.options.turn_limit or not (hand or state.reserve_counts[seat]):
        end_hand(state)
    else:
        state.current_player = state.after[seat]
    settle_by_all_rules(state)


def settle_by_all_rules(state: "ColorElevatorState") -> None:
    """Take the turns that need no decision."""
    while not state.is_over:
        seat = state.current_player
        hand = state.hands[seat]
        if not hand and state.options.reserve == "flip":
            if _flip_card(state, seat):
                return
            _end_forced_turn(state, seat)
            continue
        if not state.stock_left and state.reserve_counts[seat] and state.options.reserve == "pick_up":
            hand = pick_up(state, seat)
        legal = hand & state.fitting
        if legal:
            state.stage = SINGLE
            if state.both_piles and (of_two := first_of_two(legal)):
                state.stage = FIRST_OF_TWO
                legal = of_two
            state.legal = legal
            return
        # Two are drawn instead of playing; who can't even draw passes (CE4.3, CE4.4).
        if draw(state, seat, 2) < 2:
            state.passes = 0
        else:
            state.passes += 1
            state.log += PASSES[seat]
        _end_forced_turn(state, seat)


def _end_forced_turn(state: "ColorElevatorState", seat: int) -> None:
    """Count a turn in which nothing was played, and go on to the next, unless the hand is blocked."""
    state.turn_number = turn_number = state.turn_number + 1
    if turn_number >= state.options.turn_limit or state.passes == len(state.hands):
        end_hand(state)
    else:
        state.current_player = state.after[seat]


def ask_second(state: "ColorElevatorState", hand: int, pile: int) -> None:
    """Ask for the second of two cards, onto the pile that was not served yet (CE5.1)."""
    state.stage = SECOND_ON[pile]
    state.legal = hand & state.fitting & ON_PILE[pile]


def _flip_card(state: "ColorElevatorState", seat: int) -> bool:
    """Turn up a reserve card; return whether it can be placed, else take it and draw three (CE6.3)."""
    state.passes = 0
    state.reserve_counts[seat] -= 1
    card = state.deal.reserves[seat][state.reserve_counts[seat]]
    state.log += FLIPS[seat][card]
    legal = HELD[card] & state.fitting
    if legal:
        state.stage = FLIPPED
        state.flip = card
        state.legal = legal
        return True
    state.known |= HELD[card]
    state.hands[seat] = HELD[card]
    draw(state, seat, 3)
    return False
