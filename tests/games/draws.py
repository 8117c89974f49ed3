"""Draws of which a test gives some."""

from collections.abc import Mapping, Sequence

from arena.core.rng import NamedDraws


class ScriptedDraws(NamedDraws):
    """Draws of which some shuffles are given, label to order, top card first; a seed gives the others."""

    __slots__ = ("asked", "orders")

    def __init__(self, orders: Mapping[str, Sequence[int]]) -> None:
        super().__init__(bytes(32))
        self.orders = orders
        self.asked: list[str] = []

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        self.asked.append(label)
        if label not in self.orders:
            return super().shuffle(label, items)
        assert sorted(self.orders[label]) == list(items)
        return list(self.orders[label])
