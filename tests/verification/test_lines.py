"""A file is foreign text: whatever stands in it is proven or refused; nothing makes the reader stumble."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import CheckFailed
from tests.verification.tournaments import Played, make_setup, play, prove_lines, stage

GONE = object()
WRONG = cycle([GONE, None, "x", [], {}, -1, 2.5, True, 10**30, 1e308, [[]], {"a": 1}])
Way = tuple[str | int, ...]


def finished() -> Played:
    return play(make_setup(stage(deals=2), window=2), forfeiting=3, void={1})


def unfinished() -> Played:
    return play(make_setup(stage("color_elevator", "original", entrants=2, seats=2, deals=2)), blocks=1)


def drawn() -> Played:
    return play(make_setup(stage(entrants=5, tables=2, deals=3), window=2), forfeiting=3, blocks=6)


def paths(document: Any, path: Way = ()) -> Iterator[Way]:
    """Yield the way to every value in a document, but the many events and cards that are like others."""
    if path:
        yield path
    keys: Any = ()
    if isinstance(document, dict):
        keys = document
    elif isinstance(document, list):
        keys = range(min(len(document), 5))
    for key in keys:
        yield from paths(document[key], (*path, key))


def with_value(line: dict[str, Any], path: Way, value: object) -> dict[str, Any]:
    changed = deepcopy(line)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    if value is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


@pytest.mark.parametrize("make", [finished, unfinished, drawn])
@pytest.mark.parametrize("number", [0, 1, 4])
def test_no_wrong_value_makes_a_proof_stumble(make: Any, number: int, tmp_path: Path) -> None:
    lines = make().lines()
    number = min(number, len(lines) - 1)
    tried = 0

    for path in paths(lines[number]):
        changed = [*lines[:number], with_value(lines[number], path, next(WRONG)), *lines[number + 1 :]]
        with suppress(CheckFailed):
            prove_lines(changed, tmp_path)
        tried += 1

    assert tried > 30
