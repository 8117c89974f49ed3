"""A file is foreign text: every change of what is proven is refused, and nothing makes the reader stumble."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import CheckFailed
from arena.rating.standings import Tally
from arena.verification.difference import MAPS
from tests.verification.tournaments import Played, make_setup, play, prove_lines, stage

GONE = object()
ALIKE = object()
"""Stands for a value that Python takes for the same: 1.0 or true for 1, 1 for true."""
NEAR = object()
"""Stands for a value that is as good as the stored one, but another."""
LIKELY = (GONE, ALIKE, NEAR)
WRONG = (*LIKELY, None, "x", [], {}, -1, 2.5, True, 10**400, 1e308, [[]], {"a": 1})
Way = tuple[str | int, ...]
Document = dict[str, Any]


def finished() -> Played:
    """Return a tournament of two blocks, one of them void, with a forfeit in each match."""
    setup = make_setup(stage(entrants=2, seats=2, deals=2, preset="lift_smoke", hand_size=2), window=2)
    return play(setup, forfeiting=1, void={1})


def unfinished() -> Played:
    setup = make_setup(stage("color_elevator", "original", entrants=2, seats=2, deals=2, turn_limit=3))
    return play(setup, blocks=1)


def drawn() -> Played:
    setup = make_setup(stage(entrants=4, seats=3, tables=2, deals=2, hand_size=2), window=2)
    return play(setup, forfeiting=3, blocks=2)


def of_a_league() -> Played:
    """Return a tournament with given tables that goes on from the table of another."""
    entry = stage(entrants=4, seats=3, preset="lift_smoke", hand_size=2)
    priors = (Tally(0, -1.5, 2.5, 3, 9, 2, 40, 1, 1), Tally(2, 30.0, 1.25, 5, 15, 7, 50))
    return play(make_setup(replace(entry, tables=((0, 1, 2), (1, 2, 3)), priors=priors)))


HEAD_UNPROVEN = {"name", "window", "bench_after"}
"""Fields of the head that follow from nothing, or need not make a difference (docs/verify.md)."""
TIMES = {"hands.*.events.*.ms", "seconds", "wall_ms", "wall_ms.*", "cpu_ms", "cpu_ms.*"}
"""Fields of a match that stand there as the arena saw them."""
OF_FAULTS = {"faults.*.evidence", "faults.*.wall_ms", "faults.*.cpu_ms"}
BEFORE_THE_END = {"commitment", "stages.*.deals", "stages.*.tables"}
UNPROVEN: dict[Callable[[], Played], tuple[set[str], set[str]]] = {
    finished: (HEAD_UNPROVEN | {"skipped.*.reason", "stages.*.tables"}, TIMES | OF_FAULTS),
    unfinished: (HEAD_UNPROVEN | BEFORE_THE_END | {"max_faults"}, TIMES),
    of_a_league: (HEAD_UNPROVEN | {"max_faults"}, TIMES),
    drawn: (HEAD_UNPROVEN - {"window"} | BEFORE_THE_END, TIMES | OF_FAULTS),
}
"""What of the head and of the first match of each tournament may be changed and be proven all the same."""


def paths(document: Any, path: Way = ()) -> Iterator[Way]:
    """Yield the way to every value in a document, but the many events and cards that are like others."""
    if path:
        yield path
    keys: Any = ()
    if isinstance(document, dict):
        keys = document
    elif isinstance(document, list):
        keys = range(min(len(document), 4))
    for key in keys:
        yield from paths(document[key], (*path, key))


def pattern(path: Way) -> str:
    return ".".join("*" if isinstance(key, int) else key for key in path)


def alike(old: Any) -> Any:
    if isinstance(old, bool):
        return int(old)
    if isinstance(old, int):
        return bool(old) if old in {0, 1} else float(old)
    return old


def wrong_value(wrong: object, old: Any) -> Any:
    """Return the value that stands in the place of another."""
    if wrong is ALIKE:
        return alike(old)
    if wrong is NEAR:
        return NEARBY[type(old)](old)
    return wrong


NEARBY: dict[type, Callable[[Any], Any]] = {
    bool: lambda old: not old,
    int: lambda old: old + 1,
    float: lambda old: old / 2 + 0.25,
    str: lambda old: f"{old}x",
    list: lambda old: [*old, 0],
    dict: lambda old: dict([*old.items()][1:]),
    type(None): lambda _: 1,
}


def changed(line: Document, path: Way, wrong: object) -> Document:
    changed = deepcopy(line)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    if wrong is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = wrong_value(wrong, place[path[-1]])
    return changed


def accepted(lines: list[Document], number: int, wrongs: tuple[object, ...], folder: Path) -> set[str]:
    """Change every value of a line to every wrong one; return what was proven although it was another."""
    found = set()
    for path, wrong in product(paths(lines[number]), wrongs):
        line = changed(lines[number], path, wrong)
        if json.dumps(line) == json.dumps(lines[number]):
            continue
        try:
            prove_lines([*lines[:number], line, *lines[number + 1 :]], folder)
        except CheckFailed:
            continue
        found.add(pattern(path))
    return found


@pytest.mark.parametrize("make", [finished, unfinished, of_a_league])
@pytest.mark.parametrize("number", [0, 1])
def test_a_likely_change_of_what_is_proven_is_refused(
    make: Callable[[], Played], number: int, tmp_path: Path
) -> None:
    assert accepted(make().lines(), number, LIKELY, tmp_path) <= UNPROVEN[make][number]


@pytest.mark.slow
@pytest.mark.parametrize("make", UNPROVEN)
@pytest.mark.parametrize("number", [0, 1])
def test_every_change_of_what_is_proven_is_refused(
    make: Callable[[], Played], number: int, tmp_path: Path
) -> None:
    assert accepted(make().lines(), number, WRONG, tmp_path) == UNPROVEN[make][number]


def objects(document: Any, path: Way = ()) -> Iterator[Way]:
    """Yield the way to every object in a document, whose keys are names of fields."""
    if isinstance(document, dict):
        yield path
    inner: Any = document.items() if isinstance(document, dict) else ()
    if isinstance(document, list):
        inner = enumerate(document)
    for key, value in inner:
        if isinstance(value, list) or (isinstance(value, dict) and key not in MAPS):
            yield from objects(value, (*path, key))


def with_new_field(line: Document, path: Way) -> Document:
    changed = deepcopy(line)
    place: Any = changed
    for key in path:
        place = place[key]
    place["weather"] = {"sky": [1]}
    return changed


@pytest.mark.parametrize("make", [finished, unfinished])
@pytest.mark.parametrize("number", [0, 1])
def test_a_field_that_a_newer_arena_added_is_passed_over_at_any_depth(
    make: Callable[[], Played], number: int, tmp_path: Path
) -> None:
    lines = make().lines()
    ways = [*objects(lines[number])]

    for path in ways:
        line = with_new_field(lines[number], path)
        assert prove_lines([*lines[:number], line, *lines[number + 1 :]], tmp_path).matches > 0, path

    assert {len(way) for way in ways} >= {0, 2, 4}


@pytest.mark.parametrize(
    "path", [("options",), ("stages", 0, "options"), ("strikes",), ("benched",), ("faults",)]
)
def test_one_more_option_or_bot_is_no_new_field(path: Way, tmp_path: Path) -> None:
    lines = finished().lines()
    number = int(path == ("options",))
    lines[number] = with_new_field(lines[number], path)

    with pytest.raises(CheckFailed, match="weather"):
        prove_lines(lines, tmp_path)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("tables", [[0, 1, 2], [0, 2, 3]], r"linger_longer/1/0: stored in its seats are .* by the schedule"),
        ("tables", [[0, 1, 2]], "its schedule has 1"),
        ("tables", [[0, 1, 2], [1, 2, 4]], r"\[1, 2, 4\] as its table 1"),
        ("tables", [], "is given no table"),
        ("priors", [], "mu of bot_1"),
        ("priors", [{}], "lacks 'entrant'"),
        ("priors", [asdict(Tally(0, -1.5, 0.0))], "which no table gives"),
        ("priors", [asdict(Tally(4, 25.0, 8.0))], "entrant 4, who isn't there"),
    ],
)
def test_another_table_or_prior_than_was_played_with_is_refused(
    key: str, value: list[Any], told: str, tmp_path: Path
) -> None:
    lines = of_a_league().lines()
    lines[0]["stages"][0][key] = value

    with pytest.raises(CheckFailed, match=told):
        prove_lines(lines, tmp_path)


def test_given_tables_are_proven_before_the_secret_is_revealed(tmp_path: Path) -> None:
    played = play(of_a_league().setup, blocks=2)

    assert "drawn tables" not in prove_lines(played.lines(), tmp_path).unproven


@pytest.mark.parametrize("rotation", [0, 1])
def test_a_match_without_seats_is_refused_whether_its_table_is_known_or_not(
    rotation: int, tmp_path: Path
) -> None:
    for make in (finished, drawn):
        lines = make().lines()
        lines[1 + rotation]["seats"] = []
        with pytest.raises(CheckFailed, match=f"match linger_longer/0/{rotation}: .*none"):
            prove_lines(lines, tmp_path)


def test_a_number_without_its_empty_fraction_is_the_same_number(tmp_path: Path) -> None:
    lines = [json.loads(json.dumps(line).replace(".0,", ",")) for line in finished().lines()]

    assert prove_lines(lines, tmp_path).matches > 0


@pytest.mark.parametrize(
    ("moment", "message"),
    [
        ("9999-12-31T23:59:59.999999+00:00", "year 10000 is out of range"),
        ("0001-01-01T00:00:00+23:59", "year 0 is out of range"),
        ("soon", "Invalid isoformat"),
    ],
)
def test_a_time_that_is_none_is_refused(moment: str, message: str, tmp_path: Path) -> None:
    lines = finished().lines()
    lines[1]["started"] = moment

    with pytest.raises(CheckFailed, match=message):
        prove_lines(lines, tmp_path)
