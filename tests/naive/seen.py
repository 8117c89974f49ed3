"""What a twin shows, in the raw form of the engine's views and events (arena/protocol, protos)."""

from collections.abc import Collection, Iterable
from typing import Any

from tests.naive.shuffling import ORDER, SUITS, in_order

FULL_LOG = -1
"""Reads the log with every card shown."""
HIDDEN = 255
KINDS = ("deal", "play", "draw", "trump", "flip", "pick_up", "pass", "reshuffle", "out")


def ids(cards: Iterable[str]) -> bytes:
    """Write cards as their ids, one a byte."""
    return bytes([ORDER[card] for card in cards])


def pairs(seats_and_cards: Iterable[tuple[int, str]]) -> bytes:
    """Write pairs of seat and card."""
    return bytes([number for seat, card in seats_and_cards for number in (seat, ORDER[card])])


def moments(numbers: Collection[int]) -> list[int]:
    """Number moments anew, 0, 1, 2, …: of `out_at` only order and equality are laid down."""
    ordered = sorted(set(numbers))
    return [ordered.index(number) for number in numbers]


def encode(event: tuple[Any, ...], reader: int) -> bytes:
    """Write an event in four bytes (docs/protocol.md), as a seat or the full log has it."""
    kind, seat, *more = event
    value, detail = 0, 0
    if kind == "deal":
        value, detail = [*(ORDER[card] for card in more), *((HIDDEN, 0)[len(more) :])]
    elif kind == "play":
        value, detail = ORDER[more[0]], more[1]
    elif kind == "draw":
        card, source, is_known = more
        value = ORDER[card] if is_known or reader in (seat, FULL_LOG) else HIDDEN
        detail = ("stock", "reserve").index(source)
    elif kind == "trump":
        value = SUITS.index(more[0])
    elif kind == "flip":
        value = ORDER[more[0]]
    elif kind in ("pick_up", "reshuffle"):
        value = more[0]
    return bytes((KINDS.index(kind) + 1, seat, value, detail))


def linger_longer_view(twin: Any) -> dict[str, Any]:
    """All that every seat sees alike ("What a seat may see")."""
    known = [(seat, twin.shown) for seat in twin.seats if twin.shown in twin.hands[seat]]
    seen = {
        "hand_counts": bytes([len(hand) for hand in twin.hands]),
        "stock": len(twin.stock),
        "trump": SUITS.index(twin.trump) if twin.trump else -1,
        "trump_to_be_named": twin.to_be_named,
        "known": pairs(known),
        "stock_bottom": ids([twin.shown]) if twin.shown and not known else b"",
        "dealer": twin.dealer,
        "tricks_won": bytes(twin.tricks_won),
        "out": bytes([seat for seat, _ in twin.out]),
        "hand_number": twin.hand_number,
        "hands_won": tuple(twin.hands_won),
        "chips": tuple(twin.chips) if twin.options["chips"] != "none" else (),
        "played": ids([card for _, card in twin.played]),
        "played_seats": bytes([seat for seat, _ in twin.played]),
        "cut": pairs(twin.cut),
        "place_sums": tuple(twin.place_sums),
    }
    if not twin.is_over:  # then no trick is on the table, and nobody leads
        seen["trick"] = ids([card for _, card in twin.trick])
        seen["trick_seats"] = bytes([seat for seat, _ in twin.trick])
        seen["leader"] = twin.leader
    return seen


def color_elevator_view(twin: Any) -> dict[str, Any]:
    """All that every seat sees alike ("What a seat may see")."""
    known = [
        (seat, card) for seat in twin.seats for card in in_order(twin.hands[seat]) if card in twin.seen_by_all
    ]
    pools = [
        (ids(pool), bytes([sum(card in pool for card in hand) for hand in twin.hands]))
        for pool in twin.pools
        if pool
    ]
    return {
        "tops": ids([pile[-1] for pile in twin.piles]),
        "hand_counts": bytes([len(hand) for hand in twin.hands]),
        "reserve_counts": bytes([len(reserve) for reserve in twin.reserves]),
        "stock": len(twin.stock),
        "stock_bottom": ids([card for card in twin.stock if card in twin.seen_by_all]),
        "known": pairs(known),
        "pile_0": ids(twin.piles[0]),
        "pile_1": ids(twin.piles[1]),
        "flip": ORDER[twin.flip] if twin.flip else -1,
        "second_pile": twin.second_pile,
        "dealer": twin.dealer,
        "turn_number": twin.turn_number,
        "hand_number": twin.hand_number,
        "hands_won": tuple(twin.hands_won),
        "place_sums": tuple(twin.place_sums),
        "reshuffles": twin.reshuffles,
        "passes": twin.passes,
        "pools": tuple(pools),
    }
