"""A file that is not whole, or not what `arena export` writes, is refused with the line or match."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Arena


def put(old: str, new: str) -> Callable[[str], str]:
    """Replace a text where it first stands."""
    return lambda text: text.replace(old, new, 1)


def without_last_lines(text: str) -> str:
    return text[: text.rindex("\n", 0, len(text) // 2) + 1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:0], "cup.jsonl is empty"),
        (lambda text: text[text.index("\n") + 1 :], "line 1 of cup.jsonl is a match: the head is missing"),
        (lambda text: text[: len(text) // 2], ". The file ends in the middle of this line: it was cut off\n"),
        (without_last_lines, " is the last match, so the end seems to be cut off\n"),
        (
            lambda text: text[: text.index("\n") + 1],
            " and its block counts; there is no match, so the end seems to be cut off\n",
        ),
        (
            lambda text: text[: text.rindex("\n", 0, -1) + 1],
            "match duel/2/1 is missing (or all of its block), and its block counts; duel/2/0 is the last ",
        ),
        (put('"block":3', '"block":3,'), ": Expecting property name enclosed in double quotes at column "),
        (put('"block":3', '"block":NaN'), "is no JSON: NaN is no number"),
        (put('"block":3', '"block":4,"block":3'), "an object has the same key twice"),
        (put("{", "[1]\n{"), "line 1 of cup.jsonl is no JSON object"),
        (put("{", "[" * 100_000), "line 1 of cup.jsonl is no JSON"),
        (
            put("arena-tournament/1", "arena-tournament/2"),
            "line 1 of cup.jsonl has the format 'arena-tournament/2'",
        ),
        (
            put("arena-match/1", "arena-match/2"),
            "line 2 of cup.jsonl has the format 'arena-match/2'; this version",
        ),
        (put('"ms":', '"ms":1e999,"was":'), "line 2 of cup.jsonl, match 'main/0/0', can't be read"),
        (lambda text: text + text, "line 32 of cup.jsonl has the format 'arena-tournament/1'"),
    ],
)
def test_a_damaged_file_is_refused_with_the_line(
    stored: Arena, change: Callable[[str], str], message: str
) -> None:
    Path("cup.jsonl").write_text(change(stored("export", "-t", "cup-1").out), encoding="ascii")

    result = stored("verify", "cup.jsonl")

    assert (result.code, result.out) == (1, "")
    assert message in result.err
