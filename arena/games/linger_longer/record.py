"""The log of a match, for those who may see all of it, and what it says of the cards played so far."""

from typing import TYPE_CHECKING, Any

from arena.core.cards import SUITS, TEXTS
from arena.games.events import EventType
from arena.games.linger_longer.tables import ONE, SHOWN_DRAW_EVENT

if TYPE_CHECKING:
    from arena.games.linger_longer.state import LingerLongerState

_PLAY = int(EventType.PLAY)  # an enum's members are slow to reach and to compare
_DRAW = int(EventType.DRAW)


def read_log(state: "LingerLongerState") -> None:
    """Take the fresh events over into the log, and bring what is read off them up to date.

    A move only leaves its event behind; this is done when somebody looks, since most moves of a search
    are never looked at. It needs the deck of the hand, so it must be done before another is dealt.
    """
    log, played, seats = state.log, state.played, state.played_seats
    for event in state.fresh:
        kind = event[0]
        if kind == _PLAY:
            seats += ONE[event[1]]
            played += ONE[event[2]]
        elif kind == _DRAW:
            drawer = event[1]
            card = state.deck[state.read_top]
            state.read_top += 1
            if card == state.shown:  # LL3.4
                state.shown_seat = drawer
                log += SHOWN_DRAW_EVENT[drawer][card]
                continue
            state.secrets += ((len(log) + 2, drawer, card),)
        log += event
    state.log, state.played, state.played_seats = log, played, seats
    state.fresh = []


def full_events(state: "LingerLongerState") -> bytes:
    """Return the log with every drawn card shown, as far as the state knows them."""
    read_log(state)
    events = bytearray(state.log)
    for at, _, card in state.secrets:
        events[at] = card
    return bytes(events)


def describe_deal(state: "LingerLongerState") -> dict[str, Any]:
    """Describe the deal of the current hand: dealer, deck, and trump as far as the deal decides it.

    Raises:
        ValueError: the state is a sample, which was never dealt.
    """
    if not state.dealt:
        raise ValueError("a sampled state was never dealt, so there is no deal to record")
    return {
        "dealer": state.dealer,
        "deck": [TEXTS[card] for card in state.dealt],
        "trump": SUITS[state.shown // 13] if state.shown >= 0 else None,
    }
