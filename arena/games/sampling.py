"""What every sampler refuses: a view that no `state.view(seat)` makes.

Samplers look things up by cards and seats, so `check_values` stands at their door. Whether the values go
together shows in the state that was dealt from them: `check_shown` compares its view with the one given.
"""

import re
from collections.abc import Iterable, Mapping, Sized
from functools import cache
from typing import Any

from arena.core.cards import DECK
from arena.core.errors import RulesError
from arena.games.events import EventType
from arena.games.game import NOBODY

_CARDS = bytes(DECK)


def never_seen(game: str, view: Any, why: str) -> RulesError:
    """Return the error for a view that no deal and no play lead to."""
    return RulesError(
        f"{game}: no deal fits what seat {view.seat} is said to have seen: {why}; sample from a view as "
        "`state.view(seat)` makes it, with the match's own options"
    )


def check_tries(most_tries: int) -> None:
    """Refuse a bound of tries that allows none.

    Raises:
        ValueError: it is below 1.
    """
    if most_tries < 1:
        raise ValueError(f"most_tries can't be {most_tries}; it is 1 or more")


def check_values(
    game: str,
    view: Any,
    players: int,
    *,
    cards: bytes = b"",
    seats: bytes = b"",
    pairs: Iterable[bytes] = (),
    by_seat: Iterable[Sized] = (),
    within: Mapping[str, range],
) -> None:
    """Refuse a view with what is no card, no seat, no event or no number that there can be.

    What every view has (`arena.games.game.View`) is checked in any case.

    Args:
        game: its name, for the error.
        view: the view.
        players: how many seats the table has.
        cards: of all fields that have some.
        seats: of all fields that have some.
        pairs: fields of seats and cards by turns.
        by_seat: fields with an entry for each seat.
        within: by field, the numbers that it can have.

    Raises:
        RulesError: nobody can have seen it.
    """
    numbers = {"seat": range(players), **within}
    for field, allowed in numbers.items():
        number = getattr(view, field)
        if number not in allowed:
            raise never_seen(game, view, f"{field} is {number}, not {allowed[0]} to {allowed[-1]}")
    if any(len(pair) % 2 for pair in pairs):
        raise never_seen(game, view, "a seat without a card is known")
    if (view.hand + cards + b"".join(pair[1::2] for pair in pairs)).translate(None, _CARDS):
        raise never_seen(game, view, f"it shows a card that is not 0 to {DECK[-1]}")
    if (seats + b"".join(pair[::2] for pair in pairs)).translate(None, _CARDS[:players]):
        raise never_seen(game, view, f"it shows a seat that is not 0 to {players - 1}")
    if {*map(len, (view.hand_counts, *by_seat))} != {players}:
        raise never_seen(game, view, f"it tells something of more or fewer seats than {players}")
    if bytes(sorted({*view.hand})) != view.hand:
        raise never_seen(game, view, "its hand is not in order")
    if not _log_of(players).fullmatch(view.events):
        raise never_seen(game, view, "its events are none that there are")


def check_shown(game: str, state: Any, view: Any) -> None:
    """Refuse a view that differs from what the state that was dealt from it shows the same seat.

    Raises:
        RulesError: it does, or nobody has a move in that state though it is not over.
    """
    shown = state.view(view.seat)
    if shown != view:
        fields = [name for name, new, old in zip(view._fields, shown, view, strict=True) if new != old]
        raise never_seen(game, view, f"{', '.join(fields)} can't be so with the rest")
    if state.current_player != NOBODY and not state.legal_moves():
        raise never_seen(game, view, f"seat {state.current_player} is to move and has no move")


@cache
def _log_of(players: int) -> re.Pattern[bytes]:
    """Return what a log looks like: hidden cards are in draws and in a deal, details of deals are cards."""
    others = bytes({*EventType} - {EventType.DEAL, EventType.DRAW})
    seat = b"[\\x00-\\x%02x]" % (players - 1)
    return re.compile(
        b"(?:[%b]%b[\\x00-\\x33][\\x00\\x01]" % (others, seat)
        + b"|%c%b[\\x00-\\x33\\xff][\\x00\\x01]" % (EventType.DRAW, seat)
        + b"|%c%b[\\x00-\\x33\\xff][\\x00-\\x33])*" % (EventType.DEAL, seat)
    )
