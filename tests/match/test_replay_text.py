"""A match as text: readable, complete, harmless."""

from dataclasses import replace
from typing import Any

import pytest

from arena.core.rng import NamedDraws
from arena.games.events import EventType
from arena.match.faults import FaultKind
from arena.match.record import MatchRecord
from arena.match.replay_text import _happening, to_text
from tests.match.table import SEED, TOY, answer_lowest, ask, play_out, toy_referee
from tests.match.toy_game import ToyGame

SMALL = {"players": 2, "hand_size": 1}
ENTRANTS = [("nobody", "0")] * 10 + [("left", "1.0"), ("right", "2.0"), ("far", "3.0")]


def small_match(*, note: str = "") -> MatchRecord:
    referee = toy_referee(SMALL)
    answer_lowest(referee, charged_us=1500)
    ask(referee)
    referee.answer(200, wall_us=0, charged_us=0, note=note)
    play_out(referee)
    return referee.record(0.1)


def told(record: MatchRecord, entrants: list[tuple[str, str]] = ENTRANTS) -> list[str]:
    return list(to_text(record, game=TOY, options=TOY.options(values=SMALL), seed=SEED, entrants=entrants))


def test_a_match_is_told_move_by_move() -> None:
    record = small_match(note="first try\nsecond try")

    lines = told(record)

    assert lines == [
        "match main/7/1: toy, standard, 2 players",
        "  seat 0  left 1.0",
        "  seat 1  right 2.0",
        "",
        "Hand 1: seat 0 deals",
        "      seat 0 holds Ad",
        "      seat 1 holds 7h",
        "    1 seat 1  right                             7h            1.500 ms",
        "      seat 0 fault: illegal_move, answered move code 200; legal were: Ad",
        "    2 seat 0  left                              Ad           the house",
        "      note: first try second try",
        "      seat 1 draws 6d",
        "      seat 0 draws As",
        "      seat 0 holds As",
        "      seat 1 holds 6d",
        "    3 seat 1  right                             6d            0.020 ms",
        "    4 seat 0  left                              As            0.020 ms",
        "Hand 1 is won, by seat 0; places 1 2",
        "",
        "The answers took:",
        "  seat 0  left                              0.020 ms, 0.010 ms of CPU time",
        "  seat 1  right                             1.520 ms, 0.760 ms of CPU time",
        "The match was played to its end. Places:",
        "  1  seat 0  left",
        "  2  seat 1  right",
    ]


def test_a_forfeit_is_told_where_it_happened_and_at_the_end() -> None:
    referee = toy_referee(SMALL)
    ask(referee)
    referee.note_incident(0, FaultKind.DISCONNECT, "stream closed")
    referee.forfeit(0, FaultKind.CRASH, "exit code 1")
    play_out(referee)

    lines = told(referee.record(0))

    assert "      seat 0 incident: disconnect, stream closed" in lines
    assert "      seat 0 forfeits: crash, exit code 1" in lines
    assert "The match was played out by the house for seat 0. Places:" in lines
    assert lines[-1].endswith(", forfeited")


def test_an_answer_that_the_bot_had_to_wait_with_is_told_with_both_of_its_times() -> None:
    record = small_match()
    slow = replace(record, wall_micros=(812_300, 0, 20, 20), cpu_micros=(1_200, 0, 10, 10))

    lines = told(slow)

    first = next(number for number, line in enumerate(lines) if line.startswith("    1 "))
    assert lines[first + 1] == "      time: 812.300 ms passed, 1.200 ms of CPU time were used"
    assert sum("passed" in line for line in lines) == 1


def test_a_record_without_measured_times_is_told_without_them() -> None:
    lines = told(replace(small_match(), wall_micros=(), cpu_micros=()))

    assert not any("CPU" in line for line in lines)


@pytest.mark.parametrize("end", ["\n", "\\n"], ids=["real", "written out"])
def test_evidence_is_told_whole_with_its_line_ends(end: str) -> None:
    output = ["Traceback:", '  File "a.py", line 3', "", "x" * 700, "\x1b[2JValueError: no"]
    crashed = small_match()
    fault = replace(crashed.faults[0], evidence=f"it ended; its last output: {end.join(output)}")

    lines = told(replace(crashed, faults=(fault,)))

    first = lines.index("      seat 0 fault: illegal_move, it ended; its last output: Traceback:")
    assert lines[first + 1 : first + 3] == ['              File "a.py", line 3', ""]
    assert "".join(line.strip() for line in lines[first + 3 : first + 14]) == "x" * 700
    assert lines[first + 14] == "            ValueError: no"


def test_a_match_is_played_twice_to_be_told() -> None:
    """Once to prove it, which gives its results, and once to show its states."""
    deals = []

    class CountsDeals(ToyGame):
        def new_match(self, options: Any, draws: NamedDraws) -> Any:
            deals.append(options)
            return super().new_match(options, draws)

    options = TOY.options(values=SMALL)

    list(to_text(small_match(), game=CountsDeals(), options=options, seed=SEED, entrants=ENTRANTS))

    assert len(deals) == 2


def test_foreign_text_is_harmless_and_every_line_fits() -> None:
    hostile = "\x1b[2J\u202e" + "long words without mercy " * 40 + "\n\x9b31m"
    entrants = [(hostile, hostile)] * 12

    lines = told(small_match(note=hostile), entrants)

    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) <= 80


def test_every_hand_is_told_with_its_result() -> None:
    values = {"players": 3, "first_to": 3}
    referee = toy_referee(values)
    play_out(referee)
    record = referee.record(0)

    lines = list(to_text(record, game=TOY, options=TOY.options(values=values), seed=SEED, entrants=ENTRANTS))

    begun = [line for line in lines if line.startswith("Hand") and line.endswith("deals")]
    ended = [line for line in lines if line.startswith("Hand") and " is won, by seat " in line]
    assert len(begun) == len(ended) == len(record.moves) // 12
    assert all("; chips " in line for line in ended)
    assert lines[-1].endswith(f"chips {min(record.chips):+d}")


def test_an_event_without_words_of_its_own_is_told_by_its_name() -> None:
    assert _happening(EventType.NAME_TRUMP, 1, [2], 0) == ("seat 1", "name trump 2")
