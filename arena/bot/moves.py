"""What a bot answers with."""

from typing import NamedTuple

from arena.core.cards import Card


class Placement(NamedTuple):
    """A card onto a pile, in Color Elevator; prints as `9c/1`."""

    card: Card
    pile: int

    def __str__(self) -> str:
        return f"{self.card}/{self.pile}"

    def __repr__(self) -> str:
        return str(self)
