"""What one seat may see of a match of Linger Longer: the only door for hidden cards."""

from typing import TYPE_CHECKING, NamedTuple

from arena.core.cards import SUITS, TEXTS
from arena.games.events import EVENT_SIZE
from arena.games.linger_longer.notation import move_text
from arena.games.linger_longer.record import read_log
from arena.games.linger_longer.scoring import score
from arena.games.linger_longer.tables import DECK_SIZE, ONE

if TYPE_CHECKING:
    from arena.games.linger_longer.state import LingerLongerState


class LingerLongerView(NamedTuple):
    """All that a seat may see: the fields of the protocol's message of this name, raw, and the events."""

    seat: int
    hand: bytes
    legal: bytes
    """What the seat may play now: card ids, or 52 + suit; empty when it is not its turn."""
    trick: bytes
    """Empty when the match is over, even if it ended in a trick."""
    trick_seats: bytes
    hand_counts: bytes
    stock: int
    trump: int
    """The suit, or -1: there is none, or it is not yet named."""
    trump_to_be_named: bool
    known: bytes
    """Cards in hands that everyone has seen: pairs of seat and card."""
    stock_bottom: bytes
    dealer: int
    leader: int
    """Who leads, or led, this trick; when the match is over, the last one."""
    tricks_won: bytes
    out: bytes
    """Seats that are out of this hand, first out first; of one trick, in the order in which they played."""
    out_at: bytes
    """Per seat in `out`, how many seats were out before it; equal numbers share a place."""
    hand_number: int
    hands_won: tuple[int, ...]
    chips: tuple[int, ...]
    """Per seat; empty when the match has no chips."""
    played: bytes
    played_seats: bytes
    cut: bytes
    """The cut for the first deal: pairs of seat and card, in the order drawn."""
    place_sums: tuple[int, ...]
    events: bytes


def make_view(state: "LingerLongerState", seat: int, since: int) -> LingerLongerView:
    """Make the view of a seat, with the events from number `since` on."""
    if state.is_over:
        score(state)
    if state.fresh:
        read_log(state)
    start = since * EVENT_SIZE
    events = state.log[start:]
    for at, drawer, card in reversed(state.secrets):
        if at < start:
            break
        if drawer == seat:
            before = at - start
            events = events[:before] + ONE[card] + events[before + 1 :]
    hands = state.hands
    played = state.played
    played_seats = state.played_seats
    before_trick = len(played) - _cards_in_trick(state)
    shown = state.shown
    holder = state.shown_seat
    # The fields in their order; going round the constructor halves the time of a view.
    return tuple.__new__(
        LingerLongerView,
        (
            seat,
            hands[seat],
            state.legal if seat == state.current_player else b"",
            played[before_trick:],
            played_seats[before_trick:],
            bytes(map(len, hands)),
            DECK_SIZE - state.top,
            state.trump,
            state.trump_to_be_named,
            ONE[holder] + ONE[shown] if holder >= 0 and shown in hands[holder] else b"",
            ONE[shown] if holder < 0 <= shown else b"",
            state.dealer,
            state.leader,
            bytes(state.tricks_won),
            state.out,
            state.out_at,
            state.hand_number,
            state.hands_won,
            state.chips if state.options.chips != "none" else (),
            played,
            played_seats,
            state.cut,
            state.place_sums,
            events,
        ),
    )


def _cards_in_trick(state: "LingerLongerState") -> int:
    """Count the seats from the leader to whose turn it is; none when the match is over."""
    cards = 0
    seat = state.leader
    if not state.is_over:
        while seat != state.current_player:
            seat = state.after[seat]
            cards += 1
    return cards


def view_lines(view: LingerLongerView) -> list[str]:
    """Describe a view in a few lines of text."""
    lines = [
        f"hand {view.hand_number}, seat {view.dealer} deals; {_trump_line(view)}; {_stock_line(view)}",
        f"cards {_numbers(view.hand_counts)}; tricks {_numbers(view.tricks_won)}; hands won "
        f"{_numbers(view.hands_won)}" + (f"; chips {_numbers(view.chips)}" if view.chips else ""),
    ]
    if view.known:
        lines.append(f"known: {_pairs(view.known[0::2], view.known[1::2])}")
    if view.out:
        lines.append(f"out: {_numbers(view.out)}")
    trick = _pairs(view.trick_seats, view.trick) if view.trick else f"seat {view.leader} leads"
    lines += [f"trick: {trick}", f"seat {view.seat} holds {_cards(view.hand) or 'nothing'}"]
    if view.legal:
        lines.append(f"may play {', '.join(map(move_text, view.legal))}")
    return lines


def _trump_line(view: LingerLongerView) -> str:
    if view.trump >= 0:
        return f"trump {SUITS[view.trump]}"
    return "trump to be named" if view.trump_to_be_named else "no trump"


def _stock_line(view: LingerLongerView) -> str:
    bottom = f", {_cards(view.stock_bottom)} at the bottom" if view.stock_bottom else ""
    return f"stock {view.stock}{bottom}"


def _numbers(values: bytes | tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _cards(cards: bytes) -> str:
    return " ".join(TEXTS[card] for card in cards)


def _pairs(seats: bytes, cards: bytes) -> str:
    return ", ".join(f"{seat} {TEXTS[card]}" for seat, card in zip(seats, cards, strict=True))
