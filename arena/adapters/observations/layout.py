"""How a view becomes a row of numbers: one list of fields makes the array, its bounds and its description."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float32]
Bounds: TypeAlias = Mapping[str, int]
"""What depends on a match's options, by the names that fields use: `players`, `hands`, ..."""
Factors: TypeAlias = tuple[int | str, ...]
"""A product of numbers and of bounds by their names."""


def product(factors: Factors, bounds: Bounds) -> int:
    """Multiply the factors; the empty product is 1."""
    return prod(bounds[factor] if isinstance(factor, str) else factor for factor in factors)


def product_text(factors: Factors) -> str:
    """Write the factors for people: `players * 52`."""
    return " * ".join(map(str, factors)) or "1"


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers of an observation that belong together."""

    name: str
    reads: tuple[str, ...]
    """The fields of the view that are in it."""
    shape: Factors
    most: Factors
    """What its numbers are divided by, so that they lie in 0 to 1, or -1 to 1."""
    meaning: str
    write: Callable[[Numbers, Any], None]
    """Writes a view's numbers, undivided, into zeros of that shape."""
    is_signed: bool = False


@dataclass(frozen=True, slots=True)
class Encoding:
    """How views of one game are written down."""

    fields: tuple[Field, ...]
    moves: int
    """Move codes are 0 to one less than this."""
    bounds: Callable[[Any], Bounds]
    """Gives the bounds of a match with some options."""
    left_out: Mapping[str, str]
    """The fields of a view that no observation has, and why."""

    def table(self) -> list[str]:
        """Describe the observation as a table in Markdown, a line each."""
        head = ["| field | numbers | divided by | what it says |", "|---|---|---|---|"]
        rows = [
            f"| `{field.name}` | {product_text(field.shape)} | {product_text(field.most)} | {field.meaning} |"
            for field in self.fields
        ]
        return head + rows


class Layout:
    """The observation array of a match with some options: where each field is, and its bounds."""

    def __init__(self, encoding: Encoding, options: Any) -> None:
        """Lay the fields out one after the other."""
        bounds = encoding.bounds(options)
        self._parts: list[tuple[Field, slice, tuple[int, ...]]] = []
        most: list[float] = []
        low: list[float] = []
        for field in encoding.fields:
            shape = tuple(product((factor,), bounds) for factor in field.shape)
            size = prod(shape)
            self._parts.append((field, slice(len(low), len(low) + size), shape))
            most += [product(field.most, bounds)] * size
            low += [-1.0 if field.is_signed else 0.0] * size
        self._most: Numbers = np.array(most, dtype=np.float32)
        self.low: Numbers = np.array(low, dtype=np.float32)
        """The least value of each number; the greatest of all is 1."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.low)

    def write(self, view: Any) -> Numbers:
        """Return a view as a new array."""
        numbers: Numbers = np.zeros(self.size, dtype=np.float32)
        for field, part, shape in self._parts:
            field.write(numbers[part].reshape(shape), view)
        numbers /= self._most
        return numbers

    def named(self, numbers: Numbers) -> dict[str, Numbers]:
        """Return the parts of an observation by the names of their fields, each in its own shape."""
        return dict(self._split(numbers))

    def _split(self, numbers: Numbers) -> Iterator[tuple[str, Numbers]]:
        for field, part, shape in self._parts:
            yield field.name, numbers[part].reshape(shape)
