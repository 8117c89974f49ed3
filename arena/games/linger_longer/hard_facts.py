"""The hard facts of a view: which cards are hidden from its seat, and whether all go together."""

from functools import lru_cache

from arena.core.cards import DECK
from arena.games.linger_longer.options import NAME, LingerLongerOptions
from arena.games.linger_longer.tables import DECK_SIZE, SUITS
from arena.games.linger_longer.view import LingerLongerView
from arena.games.sampling import check_values, never_seen


def hidden_cards(view: LingerLongerView) -> bytes:
    """List the cards of which the seat doesn't know where they are."""
    return bytes(DECK).translate(None, view.hand + view.played + view.known[1::2] + view.stock_bottom)


@lru_cache(maxsize=8)
def check_hard_facts(view: LingerLongerView, options: LingerLongerOptions) -> None:
    """Refuse a view from which nothing can be dealt, once for all samples of it.

    Raises:
        RulesError: nobody can have seen it.
    """
    seats = range(options.players)
    check_values(
        NAME,
        view,
        options.players,
        cards=view.trick + view.stock_bottom + view.played,
        seats=view.trick_seats + view.played_seats + view.out,
        pairs=(view.known, view.cut),
        by_seat=(view.tricks_won, view.hands_won, view.place_sums, view.chips or seats),
        within={
            "dealer": seats,
            "leader": seats,
            "stock": range(DECK_SIZE + 1),
            "trump": range(-1, len(SUITS)),
        },
    )
    why = _contradiction(view)
    if why:
        raise never_seen(NAME, view, why)


def _contradiction(view: LingerLongerView) -> str:
    """Tell what does not go together; empty if all does."""
    pairs = ((view.trick, view.trick_seats), (view.played, view.played_seats), (view.out, view.out_at))
    if any(len(some) != len(others) for some, others in pairs):
        return "there are cards without a seat, or seats out of which it is not known when"
    if view.trick and view.trick_seats[0] != view.leader:
        return "the trick begins with another than its leader"
    if sum(view.tricks_won) > len(view.played):
        return "more tricks are won than cards played"
    empty = {seat for seat, count in enumerate(view.hand_counts) if not count}
    is_over = len(view.out) == len(view.hand_counts) - 1
    if not {*view.out} <= empty or not (is_over or empty <= {*view.out, *view.trick_seats}):
        return "who is out has cards, or who is not has none"
    if len({*view.out}) < len(view.out) or len(view.known) > 2:
        return "a seat went out twice, or more than one card is known"
    held = (
        sum(view.hand_counts)
        - view.hand_counts[view.seat]
        - (view.known[:1] not in {b"", bytes([view.seat])})
    )
    if len(hidden_cards(view)) != held + view.stock - len(view.stock_bottom):
        return f"cards and counts don't come to {DECK_SIZE}"
    return ""
