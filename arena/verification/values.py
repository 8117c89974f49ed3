"""Values of a JSON object that was read from a file, each of the kind that it must be."""

from collections.abc import Mapping
from typing import Any


def whole(entry: Mapping[str, Any], key: str) -> int:
    """Return a whole number, 0 or more.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    value = entry[key]
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{key} is {value!r}, and should be a whole number")
    return value


def text(entry: Mapping[str, Any], key: str) -> str:
    """Return a text.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    value = entry[key]
    if not isinstance(value, str):
        raise ValueError(f"{key} is {value!r}, and should be text")
    return value


def flag(entry: Mapping[str, Any], key: str) -> bool:
    """Return true or false.

    Raises:
        ValueError: it is neither.
        KeyError: it isn't there.
    """
    value = entry[key]
    if not isinstance(value, bool):
        raise ValueError(f"{key} is {value!r}, and should be true or false")
    return value
