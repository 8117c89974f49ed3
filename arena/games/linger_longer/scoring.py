"""Places and chips of a finished hand (LL6, LL7.3)."""

from typing import TYPE_CHECKING

from arena.games.game import NOBODY, HandEnding, HandResult
from arena.games.linger_longer.options import LingerLongerOptions

if TYPE_CHECKING:
    from arena.games.linger_longer.state import LingerLongerState


def score(state: "LingerLongerState") -> None:
    """Add a finished hand to the score, if one is waiting: most playouts are asked for the winner alone."""
    winner = state.unscored
    if winner == NOBODY:
        return
    places = _places(state.options.players, state.out, state.out_at)
    chips = _chips(state.options, winner, state.tricks_won[winner])
    state.finished += (HandResult(state.dealer, HandEnding.WON, winner, places, chips),)
    state.place_sums = tuple(map(int.__add__, state.place_sums, places))
    state.chips = tuple(map(int.__add__, state.chips, chips))
    state.hands_won = tuple(won + (seat == winner) for seat, won in enumerate(state.hands_won))
    state.unscored = NOBODY


def _places(players: int, out: bytes, out_at: bytes) -> tuple[int, ...]:
    """Place the seats: later out is better, one instant is one place, and the winner was never out."""
    places = [1] * players
    place = 1
    instant = -1
    for outlasted, (seat, at) in enumerate(zip(reversed(out), reversed(out_at), strict=True), start=2):
        if at != instant:
            place = outlasted
            instant = at
        places[seat] = place
    return tuple(places)


def _chips(options: LingerLongerOptions, winner: int, tricks: int) -> tuple[int, ...]:
    """Move the chips: `ante` and `per_opponent` come to the same (LL7.3)."""
    if options.chips == "none":
        return (0,) * options.players
    stake = tricks if options.chips == "per_trick" else 1
    return tuple(
        stake * (options.players - 1) if seat == winner else -stake for seat in range(options.players)
    )
