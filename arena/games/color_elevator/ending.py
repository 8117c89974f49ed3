"""How hands and matches end, and who takes which place (CE8)."""

from operator import add
from typing import TYPE_CHECKING, Final

from arena.games.color_elevator.stage import SINGLE
from arena.games.color_elevator.tables import counts_of
from arena.games.game import NOBODY, Ending, HandEnding, HandResult, Outcome, places_by

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState

HANDS_PER_WIN: Final = 10
"""A match has at most so many hands for each that must be won (CE8.5)."""


def end_hand(state: "ColorElevatorState") -> None:
    """Find the winner, then deal the next hand or end the match."""
    counts = (*map(add, counts_of(state.hands), state.reserve_counts),)
    dealer = state.deal.dealer
    state.unscored += ((dealer, counts),)
    first_to = state.options.first_to
    if first_to == 1:
        is_over = counts.count(min(counts)) == 1
    else:
        score(state)
        is_over = max(state.hands_won) == first_to
    if is_over or state.hand_number + 1 == HANDS_PER_WIN * first_to:
        state.is_over = True
        state.current_player = NOBODY
        state.stage = SINGLE
        state.legal = 0
    else:
        state.hand_number += 1
        state.deal_hand(state.after[dealer])


def score(state: "ColorElevatorState") -> None:
    """Place the players of the hands that have ended since the last time: playouts mostly do without."""
    for dealer, counts in state.unscored:
        places = places_by(counts)
        winner = places.index(1) if places.count(1) == 1 else NOBODY
        ending = HandEnding.BLOCKED if all(counts) else HandEnding.WON
        state.finished += (HandResult(dealer, ending, winner, places, chips=(0,) * len(places)),)
        state.hands_won = tuple([won + (seat == winner) for seat, won in enumerate(state.hands_won)])
        state.place_sums = tuple(map(add, state.place_sums, places))
    state.unscored = ()


def outcome(state: "ColorElevatorState") -> Outcome:
    """Return how a finished match came out."""
    score(state)
    won = max(state.hands_won) == state.options.first_to
    return Outcome(
        ending=Ending.WON if won else Ending.BLOCKED,
        places=places_by([(-won, sums) for won, sums in zip(state.hands_won, state.place_sums, strict=True)]),
        chips=(0,) * len(state.hands),
    )
