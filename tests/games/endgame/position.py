"""An ending that was worked out by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Position:
    """An ending, what each legal move is worth to the seat to move (see `solver`), and why."""

    name: str
    why: str
    state: Callable[[], Any]
    moves: dict[str, int]
    seats: tuple[int, ...] | None = None
    """What it is worth to each seat, where that is worth saying."""

    def __str__(self) -> str:
        return self.name
