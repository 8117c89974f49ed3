"""Random play to the end of a match, as fast as Python allows: the rules of `state` in one loop.

`tests/games/color_elevator` plays the same moves both ways and compares.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from arena.games.color_elevator.stage import FIRST_OF_TWO
from arena.games.color_elevator.tables import CARD_OF, FITS, HELD, MOVE_BITS, ON_PILE, first_of_two, hand_of

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState


def play_out(state: "ColorElevatorState", rng: Random) -> None:
    """Play uniformly random legal moves to the end of the match, and leave the log as it was."""
    log_size = len(state.log)
    secrets = state.secrets[:]
    while not state.is_over:
        if state.stage > FIRST_OF_TWO:
            # The loop below begins with a whole turn.
            state.play(rng.choice(state.legal_moves()))
        else:
            _play_out_hand(state, rng.random)
    del state.log[log_size:]
    state.secrets = secrets


def _play_out_hand(state: "ColorElevatorState", random: Callable[[], float]) -> None:  # noqa: C901, PLR0912, PLR0915
    """Play from the beginning of the current player's turn to the end of the hand.

    One loop over local names, because a call or an attribute costs as much here as a step of the rules.
    """
    options, hands, counts, reserves = state.options, state.hands, state.reserve_counts, state.deal.reserves
    (pile_0, pile_1), both_piles, refill_below = state.piles, state.both_piles, state.refill_below
    top_0, put_on_0, top_1, put_on_1 = pile_0[-1], pile_0.append, pile_1[-1], pile_1.append
    from_reserve, picks_up, flips = (options.reserve == word for word in ("stock", "pick_up", "flip"))
    stock, left, known_bottom = state.stock, state.stock_left, state.known_bottom
    seat, turn_number, passes = state.current_player, state.turn_number, state.passes
    players, turn_limit = options.players, options.turn_limit
    while True:
        hand, wanted = hands[seat], 2
        is_flip = flips and not hand
        if is_flip:
            counts[seat] -= 1
            hand, wanted = HELD[reserves[seat][counts[seat]]], 3
        elif picks_up and not left and counts[seat]:
            hand |= hand_of(reserves[seat][: counts[seat]])
            counts[seat] = 0
        moves = hand & FITS[top_0][top_1]
        if moves:
            of_two = first_of_two(moves) if both_piles and not is_flip else 0
            wanted = 0 if of_two or is_flip else 1
            moves = of_two or moves
            while True:
                skipped = int(random() * moves.bit_count())
                while skipped:
                    moves ^= MOVE_BITS[moves.bit_length() - 1]
                    skipped -= 1
                move = moves.bit_length() - 1
                hand ^= CARD_OF[move]
                if move & 1:
                    top_1 = move >> 1
                    put_on_1(top_1)
                else:
                    top_0 = move >> 1
                    put_on_0(top_0)
                if not of_two:
                    break
                of_two, moves = 0, hand & FITS[top_0][top_1] & ON_PILE[1 - (move & 1)]
            passes = 0
            if wanted and hand.bit_count() >= refill_below:
                wanted = 0
        elif is_flip:
            state.known |= hand
        else:
            passes += 1  # unless there is a card to draw
        while wanted:
            if left:
                left -= 1
                hand |= HELD[stock[left]]
                if left < known_bottom:
                    state.known |= HELD[stock[left]]
            elif from_reserve and counts[seat]:
                counts[seat] -= 1
                hand |= HELD[reserves[seat][counts[seat]]]
            elif state.reshuffle(seat):
                stock, left, known_bottom = state.stock, state.stock_left, 0
                continue
            else:
                break
            wanted -= 1
            passes = 0
        hands[seat] = hand
        turn_number += 1
        if not (hand or counts[seat]) or turn_number >= turn_limit or passes == players:
            break
        seat = seat + 1 if seat + 1 < players else 0
    state.stock_left, state.turn_number, state.passes, state.current_player = left, turn_number, passes, seat
    state.end_hand()
