"""What one seat may see of Color Elevator: the one function that makes it from a state, and its text."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from arena.core.cards import TEXTS
from arena.games.color_elevator.ending import score
from arena.games.color_elevator.log import own_events
from arena.games.color_elevator.notation import move_text
from arena.games.color_elevator.stage import SECOND_PILE
from arena.games.color_elevator.tables import cards_of, counts_of

if TYPE_CHECKING:
    from arena.games.color_elevator.state import ColorElevatorState


_make = tuple.__new__


class ColorElevatorView(NamedTuple):
    """Field by field the message `ColorElevatorView`, raw; -1 stands for none."""

    seat: int
    hand: bytes
    legal: bytes
    tops: bytes
    hand_counts: bytes
    reserve_counts: bytes
    stock: int
    stock_bottom: bytes
    known: bytes
    pile_0: bytes
    pile_1: bytes
    flip: int
    second_pile: int
    dealer: int
    turn_number: int
    hand_number: int
    hands_won: tuple[int, ...]
    place_sums: tuple[int, ...]
    reshuffles: int
    passes: int
    pools: tuple[tuple[bytes, bytes], ...]
    """By reshuffle: its cards that have not been played since, and how many of them each seat holds."""
    events: bytes


def make_view(state: "ColorElevatorState", seat: int, since: int) -> ColorElevatorView:
    """Return what a seat may see, with the events from number `since` on."""
    if state.unscored:
        score(state)
    hands = state.hands
    pile_0, pile_1 = state.piles
    left, known_bottom = state.stock_left, state.known_bottom
    known = state.known
    # The tuple itself, since a named tuple's own constructor takes twice as long.
    return _make(
        ColorElevatorView,
        (
            seat,
            cards_of(hands[seat]),
            bytes(state.legal_moves()) if seat == state.current_player else b"",
            pile_0[-1:] + pile_1[-1:],
            counts_of(hands),
            bytes(state.reserve_counts),
            left,
            state.stock[: min(known_bottom, left)][::-1] if known_bottom else b"",
            _known_cards(hands, known) if known else b"",
            pile_0,
            pile_1,
            state.flip,
            SECOND_PILE[state.stage],
            state.deal.dealer,
            state.turn_number,
            state.hand_number,
            state.hands_won,
            state.place_sums,
            state.reshuffles,
            state.passes,
            _unplayed(state) if state.pools else (),
            own_events(state.log, state.secrets[seat], seat, since),
        ),
    )


def _known_cards(hands: list[int], known: int) -> bytes:
    """List the known cards in hands, as pairs of seat and card."""
    pairs = bytearray()
    for seat, hand in enumerate(hands):
        if hand & known:
            for card in cards_of(hand & known):
                pairs += bytes((seat, card))
    return bytes(pairs)


def _unplayed(state: "ColorElevatorState") -> tuple[tuple[bytes, bytes], ...]:
    """List, by reshuffle, its cards that are not on the piles, and how many of them each seat holds.

    This is public: since a reshuffle, its cards and no others were drawn, and were seen when played.
    """
    pile_0, pile_1 = state.piles
    on_piles = pile_0 + pile_1
    pools = []
    for cards, bits in state.pools:
        unplayed = cards.translate(None, on_piles)
        if unplayed:
            held = bytes([(hand & bits).bit_count() >> 1 for hand in state.hands])
            pools.append((unplayed, held))
    return tuple(pools)


def view_lines(view: ColorElevatorView) -> list[str]:
    """Describe a view in a few lines."""
    counts = zip(view.hand_counts, view.reserve_counts, strict=True)
    lines = [
        f"hand {view.hand_number}, turn {view.turn_number}, dealer {view.dealer}, seat {view.seat}",
        f"tops: {_cards(view.tops)}",
        f"hand: {_cards(view.hand)}",
        "held: " + ", ".join(f"{seat}: {hand}+{reserve}" for seat, (hand, reserve) in enumerate(counts)),
        f"stock: {view.stock}"
        + (f", at the bottom {_cards(view.stock_bottom)}" if view.stock_bottom else ""),
    ]
    if view.known:
        lines.append("known: " + ", ".join(f"{seat}: {TEXTS[card]}" for seat, card in _pairs(view.known)))
    for cards, held in view.pools:
        lines.append(f"reshuffled: {_cards(cards)}, in hands {' '.join(map(str, held))}")
    if view.flip >= 0:
        lines.append(f"flipped: {TEXTS[view.flip]}")
    if view.second_pile >= 0:
        lines.append(f"pile to serve: {view.second_pile}")
    if view.legal:
        lines.append("legal: " + " ".join(map(move_text, view.legal)))
    return lines


def _cards(cards: Iterable[int]) -> str:
    return " ".join(TEXTS[card] for card in cards)


def _pairs(known: bytes) -> Iterable[tuple[int, int]]:
    return zip(known[::2], known[1::2], strict=True)
