"""Ranks: of seats in a match, and of entrants in a table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def doubled_mean_ranks(places: Sequence[int]) -> tuple[int, ...]:
    """Return twice the mean rank of each place, an integer: for places 1, 2, 2, 4 it is 2, 5, 5, 8."""
    return tuple([2 * place + places.count(place) - 1 for place in places])


def ranked_best_first(items: Iterable[Item], worth: Callable[[Item], float]) -> Iterator[tuple[int, Item]]:
    """Yield rank and item, best first: equals share a rank, in the order given, and the next is skipped."""
    rank, last = 0, None
    for position, item in enumerate(sorted(items, key=worth, reverse=True), start=1):
        if worth(item) != last:
            rank, last = position, worth(item)
        yield rank, item
