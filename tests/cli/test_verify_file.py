"""Whatever is changed in an exported file, `arena verify` names it."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Arena

Lines = list[dict[str, Any]]
Change = Callable[[Lines], object]
FIVE_ONE = 1 + 5 * 3 + 1
"""Line of the match main/5/1."""
ZERO = "00" * 32


def assert_refused(arena: Arena, tournament: str, change: Change, message: str) -> None:
    """Verify an exported file in which something was changed."""
    lines: Lines = [json.loads(line) for line in arena("export", "-t", tournament).out.splitlines()]
    change(lines)
    Path("cup.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="ascii")

    result = arena("verify", "cup.jsonl")

    assert (result.code, result.out) == (1, "")
    assert message in result.err


def swap(items: list[Any], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


def events(lines: Lines) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = lines[FIVE_ONE]["hands"][0]["events"]
    return found


def of_type(lines: Lines, kind: str) -> list[int]:
    return [number for number, event in enumerate(events(lines)) if event["type"] == kind]


def play_a_card_twice(lines: Lines) -> None:
    plays = of_type(lines, "play")
    events(lines)[plays[7]]["card"] = events(lines)[plays[2]]["card"]


def draw_another(lines: Lines) -> None:
    first, second = of_type(lines, "draw")[:2]
    events(lines)[first]["card"] = events(lines)[second]["card"]


def swap_draw(lines: Lines) -> None:
    draw = of_type(lines, "draw")[0]
    swap(events(lines), draw, draw - 1)


def drop_out(lines: Lines) -> None:
    del events(lines)[of_type(lines, "out")[0]]


def match(**values: Any) -> Change:
    return lambda lines: lines[FIVE_ONE].update(values)


def head(**values: Any) -> Change:
    return lambda lines: lines[0].update(values)


def stage(**values: Any) -> Change:
    return lambda lines: lines[0]["stages"][0].update(values)


def table_row(**values: Any) -> Change:
    return lambda lines: lines[0]["standings"][0]["rows"][1].update(values)


def added(name: str) -> Change:
    return lambda lines: lines.append({**lines[-1], "match": name})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda lines: swap(lines[FIVE_ONE]["hands"][0]["deck"], 50, 51),
            "main/5/1, hand 0, card 50 of the deck",
        ),
        (play_a_card_twice, "match main/5/1 has an illegal move 7: seat "),
        (draw_another, "match main/5/1, hand 0, event 3, card: stored is '"),
        (lambda lines: swap(events(lines), 0, 1), "match main/5/1 has an illegal move 0: seat "),
        (swap_draw, "match main/5/1, hand 0, event 2, type: stored is 'draw', it should be 'play'"),
        (drop_out, "match main/5/1, hand 0, event "),
        (
            lambda lines: events(lines)[0].update(ms="soon"),
            "line 18 of cup.jsonl, match 'main/5/1', can't be read",
        ),
        (
            match(places=[1, 1, 1]),
            "match main/5/1 has places (1, 1, 1) and chips (0, 0, 0), but its moves give",
        ),
        (
            match(places=[True, 1, 1]),
            "can't be read: places is [True, 1, 1], and should be a list of integers",
        ),
        (match(block=True), "match main/5/1, block: stored is True, it should be 5"),
        (match(rotation=True), "match main/5/1, rotation: stored is True, it should be 1"),
        (match(rotation=1.0), "match main/5/1, rotation: stored is 1.0, it should be 1"),
        (match(cpu_ms=[0.5]), "match main/5/1 has 1 CPU times, of "),
        (match(wall_ms=5), "can't be read: wall_ms is 5, and should be a list"),
        (match(seats=[]), "match main/5/1: stored in its seats are none, by the schedule"),
        (match(chips=[2, -1, -1]), "match main/5/1 has places "),
        (match(ending="forfeited"), "match main/5/1 is stored as forfeited, and 0 seats forfeited"),
        (match(seed=ZERO), f"match main/5/1, seed: stored is '{ZERO}', it should be '"),
        (
            lambda lines: lines[FIVE_ONE].pop("seed"),
            "match main/5/1, seed: stored is nothing, it should be '",
        ),
        (match(block=4), "match main/5/1, block: stored is 4, it should be 5"),
        (match(tournament="cup-2"), "match main/5/1, tournament: stored is 'cup-2', it should be 'cup-1'"),
        (match(game="chess"), "match main/5/1, game: stored is 'chess', it should be 'linger_longer'"),
        (match(hands=[]), "match main/5/1 stops after 0 moves"),
        (
            lambda lines: lines[FIVE_ONE]["options"].update(draw="x"),
            "match main/5/1, options, draw: stored is 'x'",
        ),
        (lambda lines: swap(lines[FIVE_ONE]["seats"], 0, 1), "match main/5/1: stored in its seats are "),
        (lambda lines: lines[FIVE_ONE]["seats"][0].update(bot="eve"), "there is no entrant eve"),
        (
            lambda lines: lines[1]["faults"][0].update(forfeit=True),
            "main/0/0 is stored as played, and 1 seats",
        ),
    ],
)
def test_a_changed_match_is_named_with_the_event(stored: Arena, change: Change, message: str) -> None:
    assert_refused(stored, "cup-1", change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines.pop(FIVE_ONE), "match main/5/1 is missing"),
        (lambda lines: [lines.pop(FIVE_ONE - 1) for _ in range(3)], "match main/5/0 is missing"),
        (lambda lines: lines.pop(), "match duel/2/1 is missing"),
        (lambda lines: lines.insert(FIVE_ONE, lines[FIVE_ONE]), "match main/5/1 stands there twice"),
        (lambda lines: lines.append(lines[FIVE_ONE]), "match main/5/1 stands after duel/2/1"),
        (added("duel/3/0"), "match duel/3/0 is not in the schedule"),
        (added("duel/2/2"), "match duel/2/2 is not in the schedule"),
        (added("final/0/0"), "can't be read: there is no stage 'final'"),
        (added("duel/2"), "can't be read: 'duel/2' is no match id"),
    ],
)
def test_a_match_elsewhere_than_in_the_schedule_is_named(stored: Arena, change: Change, message: str) -> None:
    assert_refused(stored, "cup-1", change, message)


def forged(table: dict[str, Any]) -> dict[str, Any]:
    """Make a table with another winner."""
    return {**table, "rows": [{**row, "mu": 50.0 - row["mu"]} for row in table["rows"]]}


SKIPPED = [{"stage": "main", "block": 5, "benched": [], "reason": ""}]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (table_row(mu=24.0), "the table of stage main: mu of "),
        (table_row(rank=1), "the table of stage main: rows"),
        (lambda lines: lines[0]["standings"][0]["rows"].pop(), "the table of stage main has no row for "),
        (
            lambda lines: lines[0]["standings"].pop(),
            "there are tables for the stages main, and not for main, duel",
        ),
        (head(standings=7), "the tables of cup-1 are damaged"),
        (head(faults={}), "faults, malformed_move: stored is nothing, it should be 2"),
        (head(secret=ZERO), "the commitment of cup-1: stored is "),
        (
            head(commitment=ZERO),
            f"the commitment of cup-1: stored is {ZERO}, but the SHA-256 of its secret is ",
        ),
        (head(secret=None), "a finished tournament has its secret"),
        (head(finished=False), "a finished tournament has its secret, and no other has"),
        (head(next_block=10), "cup-1 is finished with 10 blocks in its tables, and its schedule has 11"),
        (head(skipped=SKIPPED), "match main/5/0 is stored, and its block is void"),
        (head(max_faults=1), "match main/0/0 has a fault 0 that is no forfeit"),
        (stage(draw_probability=0.25), "the table of stage main: mu of "),
        (stage(deals=3), "cup-1 is finished with 11 blocks in its tables, and its schedule has 15"),
        (stage(seats=4), "the head of the file is damaged: stage main has 4 seats"),
        (stage(entrants=[0, 1, 2, 9]), "the head of the file is damaged: stage main has an entrant"),
        (stage(entrants=[0, 1, 2, 2]), "the head of the file is damaged: stage main has an entrant"),
        (stage(entrants=[0, True, 2, 3]), "the head of the file is damaged: entrants is [0, True, 2, 3]"),
        (head(skipped=[{**SKIPPED[0], "stage": "final"}]), "is damaged: there is no stage 'final'"),
        (head(skipped=[{**SKIPPED[0], "benched": ["ghost"]}]), "is damaged: there is no entrant 'ghost'"),
        (head(secret="", commitment=sha256(b"").hexdigest()), "the secret of cup-1 has 0 bytes, not 32"),
        (
            lambda lines: lines[0]["standings"].insert(0, forged(lines[0]["standings"][0])),
            "there are tables for the stages main, main, duel, and not for main, duel",
        ),
        (
            stage(name="duel"),
            "the head of the file is damaged: it has the same stage twice",
        ),
        (lambda lines: lines[0]["stages"][0]["options"].update(hand_size=5), "match main/0/0 "),
        (lambda lines: lines[0].pop("window"), "the head of the file lacks 'window'"),
    ],
)
def test_a_changed_head_is_named_by_what_follows(stored: Arena, change: Change, message: str) -> None:
    assert_refused(stored, "cup-1", change, message)


def change_the_deck_alike(lines: Lines) -> None:
    for line in lines[1:4]:
        swap(line["hands"][0]["deck"], 0, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda lines: swap(lines[2]["hands"][0]["deck"], 50, 51),
            "match main/0/1, hand 0, card 50 of the deck",
        ),
        (
            lambda lines: lines[2]["hands"][0].pop("deck"),
            "main/0/1: hand 0 has moves, and its deck is missing",
        ),
        (lambda lines: lines[2]["hands"][0].update(dealer=True), "match main/0/1: seat True can't deal"),
        (
            lambda lines: lines[2]["hands"][0]["deck"].pop(),
            "main/0/1: the deck of hand 0 has not every card once",
        ),
        (change_the_deck_alike, "match main/0/0 has an illegal move "),
        (lambda lines: lines[2]["hands"][0].update(dealer=7), "match main/0/1: seat 7 can't deal"),
        (
            lambda lines: lines[2].update(seed=ZERO),
            "match main/0/1 has a seed, and its tournament's secret is not",
        ),
        (lambda lines: lines[2].update(places=[1, 1, 1]), "match main/0/1 has places (1, 1, 1)"),
        (lambda lines: swap(lines[2]["seats"], 0, 1), "match main/0/1: stored in its seats are "),
        (
            lambda lines: lines.pop(2),
            "match main/0/1 is missing (or all of its block), and its block counts\n",
        ),
        (lambda lines: lines.pop(), "match duel/0/1 is missing"),
        (table_row(mu=24.0), "the table of stage main: mu of "),
        (head(next_block=2), "match main/1/0 is missing"),
    ],
)
def test_what_was_changed_in_the_file_of_an_unfinished_tournament_is_named(
    stored: Arena, change: Change, message: str
) -> None:
    assert_refused(stored, "league-1", change, message)
