"""Options that are words, and the enums they are on the wire."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from arena.core.errors import RulesError


class _Enum(Protocol):
    def items(self) -> Iterable[tuple[str, int]]: ...


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one option, in both directions; `TRUMP_TURN_UP` is the word `turn_up` of `trump`."""

    option: str
    numbers: dict[str, Any]
    """Any: each enum has a type of its own in the stubs, and is an int."""
    names: dict[int, str]

    def name(self, number: int) -> str:
        """Return the word of a number.

        Raises:
            RulesError: this version of the protocol has no such word.
        """
        name = self.names.get(number)
        if name is None:
            raise RulesError(f"option {self.option} has no value of number {number} in this protocol version")
        return name


def words_of(option: str, enum: _Enum) -> Words:
    """Read the words of an option off its enum; number 0 is no word."""
    prefix = option.upper() + "_"
    numbers = {name.removeprefix(prefix).lower(): number for name, number in enum.items() if number}
    return Words(option, numbers, {number: name for name, number in numbers.items()})
