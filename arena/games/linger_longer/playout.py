"""Random play to the end of a hand: the rules of `state` once more, without a log, in one loop.

Search bots spend their time here. A test plays the same random numbers both ways, so that these are
the very same rules.
"""

from math import floor
from random import Random
from typing import TYPE_CHECKING

from arena.games.linger_longer.notation import NAME_TRUMP
from arena.games.linger_longer.tables import (
    ABOVE,
    AFTER,
    BELOW,
    CLOCKWISE,
    DECK_SIZE,
    NOT_SUIT,
    ONE,
    STRENGTH,
    SUIT_OF,
    SUITS,
)

if TYPE_CHECKING:
    from arena.games.linger_longer.state import LingerLongerState


def play_hand_out(state: "LingerLongerState", rng: Random) -> None:  # noqa: C901, PLR0912, PLR0915  (one loop, for speed)
    """Play uniformly random legal moves until the hand is over; a forced move takes no random number."""
    random = rng.random
    hands, tricks_won, deck, top = state.hands, state.tricks_won, state.deck, state.top
    alive, out, out_at = state.alive, state.out, state.out_at
    seat, leader, after = state.current_player, state.leader, state.after
    best, taker, strength = state.best, state.taker, state.strength
    not_led, emptied = state.not_led, state.emptied
    trump, must_name, draws_one = state.trump, state.trump_to_be_named, state.draws_one
    if state.legal[0] == NAME_TRUMP:
        trump = floor(random() * len(SUITS))
        must_name = False
    while True:
        hand = hands[seat]
        if seat == leader:
            count = len(hand)
            move = hand[floor(random() * count)] if count > 1 else hand[0]
            led = SUIT_OF[move]
            not_led = NOT_SUIT[led]
            strength = STRENGTH[trump][led]
            best = strength[move]
            taker = seat
        else:
            legal = hand.strip(not_led) or hand
            count = len(legal)
            move = legal[floor(random() * count)] if count > 1 else legal[0]
            value = strength[move]
            if value > best:
                best = value
                taker = seat
        hands[seat] = hand = hand.replace(ONE[move], b"")
        if not hand:
            emptied |= 1 << seat
            if top == DECK_SIZE:
                alive ^= 1 << seat
                out_at += ONE[len(out)]
                out += ONE[seat]
                if not alive & (alive - 1):
                    break
        seat = after[seat]
        if seat != leader:
            continue
        seat = taker
        tricks_won[seat] += 1
        if top < DECK_SIZE:
            if draws_one:
                card = deck[top]
                top += 1
                hand = hands[seat]
                hands[seat] = hand.rstrip(ABOVE[card]) + ONE[card] + hand.lstrip(BELOW[card])
            else:
                last = min(top + alive.bit_count(), DECK_SIZE)
                hands[seat] = bytes(sorted(hands[seat] + deck[top:last]))
                top = last
            gone = emptied & ~(1 << seat)
            if gone:
                alive ^= gone
                out_at += ONE[len(out)] * gone.bit_count()
                out += CLOCKWISE[leader][gone]
                if not alive & (alive - 1):
                    break
        if emptied:
            emptied = 0
            after = AFTER[len(hands)][alive]
            if not hands[seat]:
                seat = after[seat]
        leader = seat
        if must_name:
            trump = floor(random() * len(SUITS))
            must_name = False
    state.top, state.alive, state.out, state.out_at = top, alive, out, out_at
    state.finish_hand(alive.bit_length() - 1)
