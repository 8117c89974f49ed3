"""Options of a game: frozen dataclasses whose fields say what values they take and what they mean."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from arena.core.errors import RulesError

Presets = Mapping[str, Mapping[str, object]]
"""By name, what each preset changes of the defaults."""
Made = TypeVar("Made")
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


def make_options(
    game: str, options_type: type[Made], presets: Presets, preset: str, values: Mapping[str, object]
) -> Made:
    """Return the defaults, changed by the preset, changed by `values`.

    Raises:
        RulesError: an unknown preset, option or value, or options that make no game together.
    """
    check_preset(game, presets, preset)
    check_values(game, options_type, values)
    make: Callable[..., Made] = options_type
    return make(preset=preset, **{**presets[preset], **values})


def check_options(game: str, presets: Presets, options: Any) -> None:
    """Check options made directly: their preset, and their values one by one.

    Raises:
        RulesError: an unknown preset or value; the message lists what is known.
    """
    check_preset(game, presets, options.preset)
    check_values(game, type(options), {name: getattr(options, name) for name in choices(type(options))})


def check_preset(game: str, presets: Presets, preset: str) -> None:
    """Check the name of a preset.

    Raises:
        RulesError: there is none of that name; the message lists those that are.
    """
    if preset not in presets:
        raise RulesError(f"{game} has no preset {preset!r}; its presets are {', '.join(presets)}")
