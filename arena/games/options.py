"""Options of a game: frozen dataclasses whose fields say what values they take and what they mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from arena.core.errors import RulesError

UINT32 = (1 << 32) - 1
"""The largest number that the wire carries for an option."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one option may be: some words, or a range of integers, or both."""

    meaning: str
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    def accepts(self, value: object) -> bool:
        """Tell whether the value is one of the words or an integer in the range."""
        if isinstance(value, str):
            return value in self.words
        if isinstance(value, bool) or not isinstance(value, int) or self.least is None:
            return False
        return self.least <= value <= (UINT32 if self.most is None else self.most)

    def allowed(self) -> str:
        """Say what is accepted, for error messages and tables."""
        parts = list(self.words)
        if self.least is not None:
            is_open = self.most is None
            parts.append(f"an integer >= {self.least}" if is_open else f"{self.least}-{self.most}")
        return ", ".join(parts)


def words(default: str, *others: str, meaning: str) -> Any:
    """Declare an option that is one of some words."""
    return field(default=default, metadata={"choice": Choice(meaning, words=(default, *others))})


def integer(default: int, *, least: int, most: int | None = None, meaning: str) -> Any:
    """Declare an option that is an integer in a range."""
    return field(default=default, metadata={"choice": Choice(meaning, least=least, most=most)})


def choices(options_type: type[Any]) -> dict[str, Choice]:
    """Return each option's choice by name, in the order they are declared; `preset` is no option."""
    return {f.name: f.metadata["choice"] for f in fields(options_type) if "choice" in f.metadata}


def check_values(game: str, options_type: type[Any], values: Mapping[str, object]) -> None:
    """Check names and values one by one.

    Raises:
        RulesError: an unknown option or value; the message lists what is known.
    """
    known = choices(options_type)
    for name, value in values.items():
        choice = known.get(name)
        if choice is None:
            raise RulesError(f"{game} has no option {name!r}; its options are {', '.join(known)}")
        if not choice.accepts(value):
            raise RulesError(f"{game}: {name} can't be {value!r}; it is one of: {choice.allowed()}")
