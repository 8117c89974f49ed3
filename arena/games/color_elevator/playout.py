"""Random play to the end of a match, as fast as Python allows: the rules of `state` in one loop.

`tests/games/color_elevator` plays the same moves both ways and compares.
"""

from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING

from arena.games.color_elevator.drawing import reshuffle
from arena.games.color_elevator.ending import end_hand
from arena.games.color_elevator.stage import FIRST_OF_TWO
from arena.games.color_elevator.tables import (
    CARD_OF,
    HELD,
    HIGHEST_BIT,
    MOVE_BITS,
    ON_PILE,
    ONE,
    REFILL_ALWAYS,
    first_of_two,
    hand_of,
)

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState


def play_out(state: "ColorElevatorState", rng: Random) -> None:
    """Play uniformly random legal moves to the end of the match, and leave the log as it was."""
    log_size = len(state.log)
    secrets = state.secrets[:]
    play_out_hand = _play_out_plain_hand if state.is_plain else _play_out_hand
    while not state.is_over:
        if state.stage > FIRST_OF_TWO:
            # The loop below begins with a whole turn.
            state.play(_choose(state.legal, rng.random))
        else:
            play_out_hand(state, rng.random)
    del state.log[log_size:]
    state.secrets = secrets


def _play_out_plain_hand(state: "ColorElevatorState", random: Callable[[], float]) -> None:
    """Play to the end of the hand where all turns are plain, with their few rules alone.

    Over 40 lines and without calls for speed, as is the loop for all rules below.
    """
    highest_bit, card_of, held = HIGHEST_BIT, CARD_OF, HELD  # a global takes longer to look up
    hands, counts, reserves = state.hands, state.reserve_counts, state.deal.reserves
    stock, left, passes, players = state.stock, state.stock_left, state.passes, len(hands)
    fitting, steps = state.fitting, state.steps
    played = bytearray(state.played)
    add_move = played.append
    turns = state.turn_number - len(played)  # without those that place a card
    first = state.current_player
    for seat in cycle((*range(first, players), *range(first))):
        hand = hands[seat]
        moves = hand & fitting
        if moves:
            skipped = random() * moves.bit_count()
            while skipped >= 1.0:
                moves ^= highest_bit[moves.bit_length()]
                skipped -= 1.0
            move = moves.bit_length() - 1
            fitting, steps = steps[move]
            add_move(move)
            passes = 0
            if left:
                left -= 1
                hands[seat] = hand ^ (card_of[move] | held[stock[left]])
            elif counts[seat]:
                counts[seat] -= 1
                hands[seat] = hand ^ (card_of[move] | held[reserves[seat][counts[seat]]])
            else:
                hands[seat] = hand = hand ^ card_of[move]
                if not hand:
                    break
            continue
        turns += 1
        if left > 1:
            left -= 2
            hands[seat] = hand | held[stock[left]] | held[stock[left + 1]]
            passes = 0
        elif left or counts[seat]:
            drawn = stock[:left] + reserves[seat][max(counts[seat] - 2 + left, 0) : counts[seat]]
            hands[seat] = hand | hand_of(drawn)
            counts[seat] = max(counts[seat] - 2 + left, 0)
            left = passes = 0
        else:
            passes += 1
            if passes == players:
                break
    state.known |= hand_of(stock[left : min(state.known_bottom, state.stock_left)])
    state.turn_number = turns + len(played)
    state.played, state.fitting, state.steps = bytes(played), fitting, steps
    state.stock_left, state.passes, state.current_player = left, passes, seat
    end_hand(state)


def _play_out_hand(state: "ColorElevatorState", random: Callable[[], float]) -> None:  # noqa: C901, PLR0912, PLR0915
    """Play from the beginning of the current player's turn to the end of the hand.

    One loop over local names, because a call or an attribute costs as much here as a step of the rules.
    """
    options, hands, counts, reserves = state.options, state.hands, state.reserve_counts, state.deal.reserves
    both_piles, below = state.both_piles, state.refill_below
    fitting, steps = state.fitting, state.steps
    from_reserve, picks_up, flips = (options.reserve == word for word in ("stock", "pick_up", "flip"))
    stock, left, known_bottom, passes = state.stock, state.stock_left, state.known_bottom, state.passes
    is_stopped = options.empty_stock == "stop"
    first, players = state.current_player, options.players
    seats = cycle((*range(first, players), *range(first)))
    turns = range(state.turn_number + 1, options.turn_limit + 1)
    for seat, turn_number in zip(seats, turns, strict=False):  # noqa: B007  (used behind the loop)
        hand = hands[seat]
        wanted = 2
        if both_piles:
            below = REFILL_ALWAYS
        if flips and not hand:
            counts[seat] -= 1
            hand, wanted, below = HELD[reserves[seat][counts[seat]]], 3, 0
        elif picks_up and not left and counts[seat]:
            hand |= hand_of(reserves[seat][: counts[seat]])
            counts[seat] = 0
        moves = hand & fitting
        if moves:
            if both_piles and below and (of_two := first_of_two(moves)):
                move = _choose(of_two, random)
                hand ^= CARD_OF[move]
                state.played += ONE[move]
                fitting, steps = steps[move]
                below = 0
                moves = hand & fitting & ON_PILE[1 - (move & 1)]
            skipped = random() * moves.bit_count()
            while skipped >= 1.0:
                moves ^= MOVE_BITS[moves.bit_length() - 1]
                skipped -= 1.0
            move = moves.bit_length() - 1
            hand ^= CARD_OF[move]
            state.played += ONE[move]
            fitting, steps = steps[move]
            passes = 0
            if hand.bit_count() >= below:
                wanted = 0
            elif left > known_bottom:
                left -= 1
                hand |= HELD[stock[left]]
                wanted = 0
            else:
                wanted = 1
        elif wanted == 3:
            state.known |= hand
            passes = 0
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
            elif is_stopped or not reshuffle(state, seat):
                break
            else:
                stock, left, known_bottom = state.stock, state.stock_left, 0
                continue
            wanted -= 1
            passes = 0
        hands[seat] = hand
        if not (hand or counts[seat]) or passes == players:
            break
    state.fitting, state.steps = fitting, steps
    state.stock_left, state.turn_number, state.passes, state.current_player = left, turn_number, passes, seat
    end_hand(state)


def _choose(moves: int, random: Callable[[], float]) -> int:
    """Choose one of some moves."""
    skipped = random() * moves.bit_count()
    while skipped >= 1.0:
        moves ^= MOVE_BITS[moves.bit_length() - 1]
        skipped -= 1.0
    return moves.bit_length() - 1
