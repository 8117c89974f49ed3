"""What observations of each game consist of: one list of fields for each."""

from typing import Any

from arena.adapters.observations import fields
from arena.adapters.observations.fields import CARDS
from arena.adapters.observations.layout import Bounds, Encoding, Field, Numbers
from arena.games.color_elevator.ending import HANDS_PER_WIN


def _linger_longer_bounds(options: Any) -> Bounds:
    hands = options.players * (options.first_to - 1) + 1
    return {"players": options.players, "first_to": options.first_to, "hands": hands}


def _color_elevator_bounds(options: Any) -> Bounds:
    return {
        "players": options.players,
        "first_to": options.first_to,
        "hands": HANDS_PER_WIN * options.first_to,
        "turn_limit": options.turn_limit,
    }


def _write_out_order(cells: Numbers, view: Any) -> None:
    for place, seat in enumerate(view.out, start=1):
        cells[fields.from_own(view, seat)] = place


def _write_out_at(cells: Numbers, view: Any) -> None:
    for seat, instant in zip(view.out, view.out_at, strict=True):
        cells[fields.from_own(view, seat)] = instant + 1


def _write_tops(cells: Numbers, view: Any) -> None:
    cells[(0, 1), tuple(view.tops)] = 1


def _write_piles(cells: Numbers, view: Any) -> None:
    fields.write_order(cells[0], view.pile_0)
    fields.write_order(cells[1], view.pile_1)


def _write_pools(cells: Numbers, view: Any) -> None:
    for place, (cards, _) in enumerate(view.pools, start=1):
        cells[list(cards)] = place


def _write_pool_holders(cells: Numbers, view: Any) -> None:
    for cards, held in view.pools:
        for seat, count in enumerate(held):
            cells[fields.from_own(view, seat), list(cards)] = count


ENCODINGS: dict[str, Encoding] = {
    "linger_longer": Encoding(
        fields=(
            fields.HAND,
            fields.cards_of_seats(
                "trick", "trick_seats", "trick", "the trick on the table, by who played the card"
            ),
            fields.one_seat("leader", "who leads this trick"),
            fields.one_of("trump", 4, "the trump suit (c d h s); all zero: none, or not named yet"),
            fields.number("trump_to_be_named", (), "1 as long as trump is still to be named"),
            fields.cards_of_seats(
                "played", "played_seats", "played", "cards played in this hand, by who played them"
            ),
            fields.row_of_cards(
                "played_order",
                "1 for the hand's first card, 2 for the next, ...",
                source="played",
            ),
            fields.HAND_COUNTS,
            fields.STOCK,
            fields.STOCK_BOTTOM,
            fields.KNOWN,
            fields.DEALER,
            fields.numbers_by_seat("tricks_won", (CARDS,), "tricks that each seat has won in this hand"),
            Field(
                "out_order",
                ("out",),
                ("players",),
                ("players",),
                "1 for the first seat out of this hand, 2 for the next, ...; 0: not out",
                _write_out_order,
            ),
            Field(
                "out_at",
                ("out_at",),
                ("players",),
                ("players",),
                "1 and the number of seats that went out earlier; equal numbers share a place; 0: not out",
                _write_out_at,
            ),
            fields.HAND_NUMBER,
            fields.HANDS_WON,
            fields.PLACE_SUMS,
            fields.numbers_by_seat("chips", ("hands", CARDS, "players"), "each seat's chips", is_signed=True),
        ),
        moves=CARDS + 4,
        bounds=_linger_longer_bounds,
        left_out={
            **fields.LEFT_OUT,
            "cut": "it settles who deals first and no more, in any number of rounds",
        },
    ),
    "color_elevator": Encoding(
        fields=(
            fields.HAND,
            Field("tops", ("tops",), (2, CARDS), (), "the top card of pile 0, then of pile 1", _write_tops),
            fields.one_of("flip", CARDS, "the turned-up card that waits to be placed"),
            fields.one_of("second_pile", 2, "the pile that the second card of this turn must go to"),
            fields.HAND_COUNTS,
            fields.numbers_by_seat("reserve_counts", (4,), "cards in each reserve"),
            fields.STOCK,
            fields.STOCK_BOTTOM,
            fields.KNOWN,
            Field(
                "piles",
                ("pile_0", "pile_1"),
                (2, CARDS),
                (CARDS,),
                "the cards of pile 0, then of pile 1: 1 for the lowest, 2 for the next, ...",
                _write_piles,
            ),
            fields.DEALER,
            fields.number("turn_number", ("turn_limit",), "turns of this hand so far"),
            fields.number("passes", ("players",), "passes in a row"),
            fields.number("reshuffles", ("turn_limit",), "reshuffles in this hand"),
            Field(
                "pools",
                ("pools",),
                (CARDS,),
                (CARDS,),
                "cards that a reshuffle put into the stock and that were not played since: 1 for those of "
                "the earliest such reshuffle, 2 for those of the next, ...",
                _write_pools,
            ),
            Field(
                "pool_holders",
                ("pools",),
                ("players", CARDS),
                (CARDS,),
                "for each of those cards, how many of the cards with the same number each seat holds",
                _write_pool_holders,
            ),
            fields.HAND_NUMBER,
            fields.HANDS_WON,
            fields.PLACE_SUMS,
        ),
        moves=2 * CARDS,
        bounds=_color_elevator_bounds,
        left_out=fields.LEFT_OUT,
    ),
}
