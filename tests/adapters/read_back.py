"""Views read back out of observations: what can be read back is in them."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from arena.adapters.observations.layout import Layout, Numbers


class Reader:
    """An observation of a seat, and the fields of the view that it was made from."""

    def __init__(self, layout: Layout, numbers: Numbers, seat: int, players: int) -> None:
        whole = np.rint(numbers * layout._most).astype(int)
        self.parts = layout.named(whole)
        self.seat = seat
        self.players = players

    def number(self, name: str) -> int:
        (value,) = self.parts[name]
        return int(value)

    def by_seat(self, name: str) -> list[Any]:
        """The rows of a field, seat 0 first."""
        return list(np.roll(self.parts[name], self.seat, axis=0))

    def one_seat(self, name: str) -> int:
        (seat,) = np.flatnonzero(self.by_seat(name))
        return int(seat)

    def one_of(self, name: str) -> int:
        found = np.flatnonzero(self.parts[name])
        return int(found[0]) if len(found) else -1

    def cards(self, row: Any) -> bytes:
        return bytes(map(int, np.flatnonzero(row)))

    def in_order(self, row: Any) -> bytes:
        """The places with 1, 2, ... in that order."""
        return bytes(sorted(self.cards(row), key=lambda place: row[place]))

    def pairs(self, name: str) -> bytes:
        held = enumerate(self.by_seat(name))
        return bytes(value for seat, row in held for card in self.cards(row) for value in (seat, card))

    def played_by(self, name: str, cards: Iterable[int]) -> bytes:
        rows = self.by_seat(name)
        return bytes(seat for card in cards for seat in range(self.players) if rows[seat][card])

    def shared(self) -> dict[str, Any]:
        return {
            "hand": self.cards(self.parts["hand"]),
            "hand_counts": bytes(self.by_seat("hand_counts")),
            "stock": self.number("stock"),
            "stock_bottom": self.in_order(self.parts["stock_bottom"])[::-1],
            "known": self.pairs("known"),
            "dealer": self.one_seat("dealer"),
            "hand_number": self.number("hand_number"),
            "hands_won": tuple(self.by_seat("hands_won")),
            "place_sums": tuple(self.by_seat("place_sums")),
        }

    def linger_longer(self, *, has_chips: bool) -> dict[str, Any]:
        leader = self.one_seat("leader")
        clockwise = [(leader + step) % self.players for step in range(self.players)]
        rows = self.by_seat("trick")
        trick = [(seat, card) for seat in clockwise for card in self.cards(rows[seat])]
        played = self.in_order(self.parts["played_order"])
        out = self.in_order(np.array(self.by_seat("out_order")))
        return self.shared() | {
            "trick": bytes(card for _, card in trick),
            "trick_seats": bytes(seat for seat, _ in trick),
            "leader": leader,
            "trump": self.one_of("trump"),
            "trump_to_be_named": bool(self.number("trump_to_be_named")),
            "played": played,
            "played_seats": self.played_by("played", played),
            "tricks_won": bytes(self.by_seat("tricks_won")),
            "out": out,
            "out_at": bytes(self.by_seat("out_at")[seat] - 1 for seat in out),
            "chips": tuple(self.by_seat("chips")) if has_chips else (),
        }

    def color_elevator(self) -> dict[str, Any]:
        return self.shared() | {
            "tops": b"".join(map(self.cards, self.parts["tops"])),
            "flip": self.one_of("flip"),
            "second_pile": self.one_of("second_pile"),
            "reserve_counts": bytes(self.by_seat("reserve_counts")),
            "pile_0": self.in_order(self.parts["piles"][0]),
            "pile_1": self.in_order(self.parts["piles"][1]),
            "turn_number": self.number("turn_number"),
            "passes": self.number("passes"),
            "reshuffles": self.number("reshuffles"),
            "pools": tuple(self._pools()),
        }

    def _pools(self) -> Iterable[tuple[bytes, bytes]]:
        numbers = self.parts["pools"]
        holders = self.by_seat("pool_holders")
        for number in range(1, int(numbers.max()) + 1):
            cards = bytes(map(int, np.flatnonzero(numbers == number)))
            yield cards, bytes(row[cards[0]] for row in holders)


def read_back(game: str, layout: Layout, numbers: Numbers, seat: int, options: Any) -> dict[str, Any]:
    """Return all fields of the view that an observation has."""
    reader = Reader(layout, numbers, seat, options.players)
    if game == "linger_longer":
        return reader.linger_longer(has_chips=options.chips != "none")
    return reader.color_elevator()
