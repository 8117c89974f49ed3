"""Where two JSON documents differ first, in words."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

NOTHING = object()
MAPS = frozenset({"options", "strikes", "benched", "faults"})
"""Objects whose keys are values themselves, so that one more is no new field."""
WORDS = {
    "hands": "hand",
    "events": "event",
    "deck": "card {} of the deck",
    "tops": "top {}",
    "seats": "seat",
    "places": "place of seat",
    "chips": "chips of seat",
    "faults": "fault",
    "options": "option",
}
"""What the numbers and names under a key count."""


@dataclass(frozen=True, slots=True)
class _Difference:
    stored: Any
    proven: Any
    path: tuple[str | int, ...] = ()

    def under(self, key: str | int) -> "_Difference":
        """Return the same, seen from one level up."""
        return replace(self, path=(key, *self.path))


def first_difference(stored: Any, proven: Any, *, where: str = "") -> str | None:
    """Say where a stored document is not the one that was proven; None if it is.

    Fields that only the stored one has are passed over, at any depth: a newer version may have added them.
    """
    found = _difference(stored, proven)
    if found is None:
        return None
    for key in found.path:
        where = _numbered(where, key) if isinstance(key, int) else _joined(where, key)
    return f"{where}: stored is {_shown(found.stored)}, it should be {_shown(found.proven)}"


def _difference(stored: Any, proven: Any, *, is_map: bool = False) -> _Difference | None:
    found = None
    if isinstance(proven, dict) and isinstance(stored, dict):
        for key in [*proven, *stored] if is_map else proven:
            found = _difference(stored.get(key, NOTHING), proven.get(key, NOTHING), is_map=key in MAPS)
            if found is not None:
                return found.under(str(key))
    elif isinstance(proven, list) and isinstance(stored, list):
        for number, pair in enumerate(zip_longest(stored, proven, fillvalue=NOTHING)):
            found = _difference(*pair)
            if found is not None:
                return found.under(number)
    elif not _is_same(stored, proven):
        found = _Difference(stored, proven)
    return found


def _is_same(stored: Any, proven: Any) -> bool:
    """Compare values with their kinds, which Python takes lightly: True == 1 == 1.0.

    A number that may have a fraction may stand there without: other programs write 1 for 1.0.
    """
    return bool(
        stored == proven
        and isinstance(stored, bool) is isinstance(proven, bool)
        and (isinstance(proven, float) or not isinstance(stored, float))
    )


def _joined(where: str, key: str) -> str:
    return f"{where}, {key}" if where else key


def _numbered(where: str, number: int) -> str:
    head, _, key = where.rpartition(", ")
    word = WORDS.get(key, key)
    named = word.format(number) if "{}" in word else f"{word} {number}"
    return f"{head}, {named}" if head else named


def _shown(value: Any) -> str:
    text = "nothing" if value is NOTHING else repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
