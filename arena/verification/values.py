"""Values of a JSON object that was read from a file, each of the kind that it must be."""

from collections.abc import Mapping
from typing import Any

MOST = 10**15
"""The largest number that may have a fraction; far beyond any time, and safe to reckon with."""


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


def listed(entry: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list, of whatever.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    value = entry[key]
    if not isinstance(value, list):
        raise ValueError(f"{key} is {value!r}, and should be a list")
    return value


def integers(entry: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """Return a list of integers.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    values = listed(entry, key)
    if any(type(value) is not int for value in values):
        raise ValueError(f"{key} is {values!r}, and should be a list of integers")
    return tuple(values)


def number(entry: Mapping[str, Any], key: str) -> float:
    """Return a number, 0 or more.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    return _number(entry[key], key)


def signed(entry: Mapping[str, Any], key: str) -> float:
    """Return a number, whatever its sign.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    value = entry[key]
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= MOST:
        raise ValueError(f"{key} is {value!r}, and should be a number")
    return value


def micros(entry: Mapping[str, Any], key: str) -> int:
    """Return a time in milliseconds as microseconds.

    Raises:
        ValueError: it is none.
        KeyError: it isn't there.
    """
    return round(_number(entry[key], key) * 1000)


def many_micros(entry: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """Return a list of times in milliseconds as microseconds; an empty one if it isn't there.

    Raises:
        ValueError: it is none.
    """
    return tuple(round(_number(value, key) * 1000) for value in listed(entry, key)) if key in entry else ()


def _number(value: object, key: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= MOST:
        raise ValueError(f"{key} is {value!r}, and should be a number, 0 or more")
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
