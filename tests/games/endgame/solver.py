"""The truth about small endings: all cards open, every line of play searched to the end of the hand.

The **score** of a seat in a finished hand is how many rivals it beat less how many beat it. Of two players
the winner has 1, the loser -1, and who shares a place 0; of three, the places 1, 2, 3 make 2, 0, -2.

The **worth** of a position to a seat is the score that it can make sure of, *whatever the others do*: the
seat takes the best of its moves, and every other seat the one that is worst for it. With two players that is
the minimax value. With more it is the paranoid one: the rivals are taken for one party. A position's
statement ("only this move wins") is then a fact of the rules alone. In a max-n search, where each seat looks
after itself, it would hang on how rivals choose among moves that are all the same to them.

Nothing of a state is used but what `arena.games.game.State` lists: `clone`, `play`, `legal_moves`,
`current_player` and `hand_results`. (`outcome` would not do: after a shared first place the match goes on.)
"""

from collections.abc import Sequence
from math import inf
from typing import Any

from arena.games.game import Game


def score(places: Sequence[int], seat: int) -> int:
    """Count the rivals that a seat beat, less those that beat it."""
    return sum((other > places[seat]) - (other < places[seat]) for other in places)


def worth(state: Any, seat: int, low: float = -inf, high: float = inf) -> float:
    """Return the score that a seat can make sure of in a match without finished hands, by alpha-beta.

    Exact between `low` and `high`; beyond them it only tells on which side it lies.
    """
    if state.hand_results:
        return score(state.hand_results[0].places, seat)
    is_own = state.current_player == seat
    best = -inf if is_own else inf
    for move in state.legal_moves():
        value = worth(after(state, move), seat, low, high)
        if is_own:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


def worth_in_full(state: Any, seat: int) -> float:
    """Return the same as `worth` without leaving out anything, to hold it against."""
    if state.hand_results:
        return score(state.hand_results[0].places, seat)
    values = [worth_in_full(after(state, move), seat) for move in state.legal_moves()]
    return max(values) if state.current_player == seat else min(values)


def after(state: Any, move: int) -> Any:
    """Return the state that a move leads to."""
    child = state.clone()
    child.play(move)
    return child


def worth_of_moves(game: Game, state: Any) -> dict[str, float]:
    """Return what each legal move is worth to the seat that makes it, by the move's text."""
    seat = state.current_player
    return {game.move_text(move): worth(after(state, move), seat) for move in state.legal_moves()}


def worth_of_seats(state: Any) -> tuple[float, ...]:
    """Return what the position is worth to each seat."""
    return tuple(worth(state, seat) for seat in range(state.options.players))
