"""Where two JSON documents differ first, in words."""

from typing import Any

NOTHING = "nothing"
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


def first_difference(stored: Any, proven: Any, *, where: str = "") -> str | None:
    """Say where a stored document is not the one that was proven; None if it is."""
    if stored == proven:
        return None
    if isinstance(proven, dict) and isinstance(stored, dict):
        for key in [*proven, *(key for key in stored if key not in proven)]:
            found, wanted = stored.get(key, NOTHING), proven.get(key, NOTHING)
            if found != wanted:
                return first_difference(found, wanted, where=_joined(where, str(key)))
    if isinstance(proven, list) and isinstance(stored, list):
        for number in range(max(len(stored), len(proven))):
            found, wanted = (
                document[number] if number < len(document) else NOTHING for document in (stored, proven)
            )
            if found != wanted:
                return first_difference(found, wanted, where=_numbered(where, number))
    return f"{where}: stored is {_shown(stored)}, it should be {_shown(proven)}"


def _joined(where: str, key: str) -> str:
    return f"{where}, {key}" if where else key


def _numbered(where: str, number: int) -> str:
    head, _, key = where.rpartition(", ")
    word = WORDS.get(key, key)
    named = word.format(number) if "{}" in word else f"{word} {number}"
    return f"{head}, {named}" if head else named


def _shown(value: Any) -> str:
    text = value if value is NOTHING else repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
