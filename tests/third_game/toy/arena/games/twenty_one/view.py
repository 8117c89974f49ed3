"""What one seat may see of Twenty-One."""

from typing import TYPE_CHECKING, NamedTuple

from arena.core.cards import HIDDEN, TEXTS
from arena.games.events import EVENT_SIZE, EventType

if TYPE_CHECKING:
    from arena.games.twenty_one.state import TwentyOneState


class TwentyOneView(NamedTuple):
    """Field by field the message `TwentyOneView`, and the events."""

    seat: int
    hand: bytes
    legal: bytes
    hand_counts: bytes
    stock: int
    dealer: int
    turn: int
    """Whose move it is, or -1: the match is over."""
    places: bytes
    """By seat, when the match is over; else empty."""
    events: bytes


def make_view(state: "TwentyOneState", seat: int, since: int) -> TwentyOneView:
    """Make the view of a seat, with the events from number `since` on."""
    events = bytearray(state.log[EVENT_SIZE * since :])
    for at in range(0, len(events), EVENT_SIZE):
        if events[at] == EventType.DRAW and events[at + 1] != seat:
            events[at + 2] = HIDDEN
    return TwentyOneView(
        seat=seat,
        hand=bytes(sorted(state.hands[seat])),
        legal=state.legal_moves() if seat == state.current_player else b"",
        hand_counts=bytes(map(len, state.hands)),
        stock=len(state.stock),
        dealer=state.dealer,
        turn=state.current_player,
        places=bytes(state.places),
        events=bytes(events),
    )


def view_lines(view: TwentyOneView) -> list[str]:
    """Describe a view in a few lines of text."""
    cards = " ".join(TEXTS[card] for card in view.hand)
    return [
        f"seat {view.dealer} dealt; stock {view.stock}; cards {' '.join(map(str, view.hand_counts))}",
        f"seat {view.seat} holds {cards or 'nothing'}" + ("; it takes or stands" if view.legal else ""),
    ]
