"""The hard facts of a view: which cards are hidden from its seat, and whether all go together.

The cards that a seat can't see fall into classes: those never shown since the deal, and for each
reshuffle those that it took up and that were not played since. How many of each class are in each
hand follows from the draws and plays that all have seen.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from arena.core.cards import DECK
from arena.games.color_elevator.deal import RESERVE_SIZE
from arena.games.color_elevator.options import NAME, ColorElevatorOptions
from arena.games.color_elevator.view import ColorElevatorView
from arena.games.sampling import check_values, never_seen


class HiddenClass(NamedTuple):
    """Hidden cards of which one is like the other."""

    cards: bytes
    held: list[int]
    """How many of them each other seat holds; the rest lies in the stock or in reserves."""


@lru_cache(maxsize=8)
def hidden_classes(view: ColorElevatorView, options: ColorElevatorOptions) -> Sequence[HiddenClass]:
    """Sort the hidden cards into classes, once for all samples of a view; the deal's come last.

    Raises:
        RulesError: nothing can be dealt from the view, so nobody can have seen it.
    """
    _check_values(view, options)
    seats = range(options.players)
    classes = [
        HiddenClass(cards.translate(None, view.hand), [0 if s == view.seat else held[s] for s in seats])
        for cards, held in view.pools
    ]
    shown = view.hand + view.pile_0 + view.pile_1 + view.known[1::2] + view.stock_bottom
    shown += b"".join(cards for cards, _ in view.pools) + bytes([view.flip] if view.flip >= 0 else [])
    unknown = [view.hand_counts[seat] - len(known_in(view, seat)) for seat in seats]
    held = [0 if s == view.seat else unknown[s] - sum(each.held[s] for each in classes) for s in seats]
    classes.append(HiddenClass(bytes(DECK).translate(None, shown), held))
    if not _can_be_dealt(view, classes):
        raise never_seen(NAME, view, f"cards and counts don't come to {len(DECK)}")
    return classes


def known_in(view: ColorElevatorView, seat: int) -> bytes:
    """List the cards that all know to be in a hand."""
    return bytes(
        card for holder, card in zip(view.known[::2], view.known[1::2], strict=True) if holder == seat
    )


def known_hands(view: ColorElevatorView) -> list[bytes]:
    """List by seat the cards that the viewer knows to be there: its own hand is one of them."""
    return [view.hand if seat == view.seat else known_in(view, seat) for seat in range(len(view.hand_counts))]


def _check_values(view: ColorElevatorView, options: ColorElevatorOptions) -> None:
    """Refuse what is no card, no seat or no number that there can be."""
    pools = [cards for cards, _ in view.pools]
    check_values(
        NAME,
        view,
        options.players,
        cards=b"".join((view.tops, view.stock_bottom, view.pile_0, view.pile_1, *pools)),
        pairs=(view.known,),
        by_seat=(view.reserve_counts, view.hands_won, view.place_sums, *(held for _, held in view.pools)),
        within={
            "stock": range(len(DECK) + 1),
            "flip": range(-1, len(DECK) if options.reserve == "flip" else 0),
            "second_pile": range(-1, 2 if options.turn == "both_piles" else 0),
            "dealer": range(options.players),
            "turn_number": range(options.turn_limit + 1),
            "passes": range(options.players + 1),
        },
    )
    if not view.pile_0 or not view.pile_1 or max(view.reserve_counts) > RESERVE_SIZE:
        raise never_seen(NAME, view, f"a pile is empty, or a reserve has more than {RESERVE_SIZE} cards")


def _can_be_dealt(view: ColorElevatorView, classes: Sequence[HiddenClass]) -> bool:
    """Tell whether each class has the cards that hands hold of it, and all the rest has a place."""
    left = [len(each.cards) - sum(each.held) for each in classes]
    in_reserves = sum(view.reserve_counts)
    return (
        min(min(each.held) for each in classes) >= 0
        and min(left) >= 0
        and left[-1] >= in_reserves
        and sum(left) == in_reserves + view.stock - len(view.stock_bottom)
    )
