from dataclasses import replace
from itertools import pairwise

import pytest

from arena.dashboard.plan import plan_table
from arena.dashboard.tables import faults_table, head_to_head_table, per_seat_table, standings_table
from arena.games.registry import find_game
from arena.match.faults import FaultKind
from arena.rating.head_to_head import HeadToHead
from arena.rating.per_seat import PerSeat
from arena.sandbox.choice import Choice
from arena.tournament.plan import Plan, StagePlan
from arena.tournament.setup import StageSetup
from tests.dashboard.golden import check_golden
from tests.dashboard.runs import NAMES, drawn, rows

MATCHES = [
    ((0, 1, 2), (1, 2, 3)),
    ((1, 2, 0), (1, 1, 3)),
    ((2, 0, 1), (3, 1, 2)),
    ((0, 3, 1), (1, 2, 3)),
]


@pytest.mark.parametrize("width", [80, 200])
def test_standings_as_text(width: int) -> None:
    check_golden(f"standings-{width}", drawn(standings_table(rows(400), NAMES), width=width))


def test_columns_go_in_the_stated_order() -> None:
    table = standings_table(rows(400), NAMES)

    headings = [drawn(table, width=width).splitlines()[0].split() for width in range(110, 20, -1)]

    gone = []
    for wide, narrow in pairwise(headings):
        gone += [title for title in wide if title not in narrow]
    assert gone == ["matches", "forfeits", "wins", "blocks", "place", "sigma", "mu", "faults"]
    assert headings[-1] == ["#", "bot", "mu-3σ"]  # noqa: RUF001


@pytest.mark.parametrize("width", [20, 30, 47, 80, 110, 200])
def test_table_is_never_wrapped(width: int) -> None:
    lines = drawn(standings_table(rows(400), NAMES), width=width).splitlines()

    assert len(lines) == 2 + len(rows(400))
    assert max(map(len, lines)) <= width


def test_figures_that_rest_on_few_blocks_are_marked() -> None:
    row = rows(400)[0]

    few = drawn(standings_table([replace(row, blocks=19)], NAMES), width=110)
    enough = drawn(standings_table([replace(row, blocks=20)], NAMES), width=110)

    assert few.count("~") == 2
    assert enough.count("~") == 0


def test_who_missed_a_stage_has_no_rank() -> None:
    text = drawn(standings_table([replace(rows(400)[0], rank=0)], NAMES), width=110)

    assert text.splitlines()[2].startswith("-  card_counter")


@pytest.mark.parametrize("name", ["[/]", "[bold red]x[/bold red]", ":smile:", "[link=file:///etc]x"])
def test_names_are_never_markup(name: str) -> None:
    assert name in drawn(standings_table(rows(400)[:1], [name] * 6), width=110)


def test_names_cannot_move_the_cursor_or_turn_the_line_round() -> None:
    text = drawn(standings_table(rows(400)[:1], ["\x1b[2J\u202eevil\r\n"] * 6), width=110)

    assert "evil" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert len(text.splitlines()) == 3


def test_wide_characters_keep_the_columns_in_line() -> None:
    lines = drawn(standings_table(rows(400)[:2], ["名前の長いボット"] * 6), width=110).splitlines()

    assert len({line.index("3,") if "3," in line else line.rindex("800") for line in lines[2:]}) == 1


def test_head_to_head_as_text() -> None:
    counts = HeadToHead()
    for seats, places in MATCHES:
        counts.add(seats, places)

    check_golden("head-to-head", drawn(head_to_head_table(counts.rows(), NAMES), width=80))


def test_head_to_head_of_many_bots_is_drawn_in_groups() -> None:
    counts = HeadToHead()
    counts.add(range(40), range(1, 41))
    names = [f"bot_{number}" for number in range(40)]

    lines = drawn(head_to_head_table(counts.rows(), names), width=80).splitlines()

    assert max(map(len, lines)) <= 80
    headings = [line.split()[1:] for line in lines if line.startswith("before")]
    assert [name for heading in headings for name in heading] == names


def test_per_seat_as_text() -> None:
    counts = PerSeat()
    for seats, places in MATCHES:
        counts.add(seats, places)

    check_golden("per-seat", drawn(per_seat_table(counts.rows(), NAMES), width=80))


def test_per_seat_of_many_seats_on_a_narrow_screen_is_drawn_in_groups() -> None:
    counts = PerSeat()
    counts.add(range(6), range(1, 7))

    lines = drawn(per_seat_table(counts.rows(), NAMES), width=40).splitlines()

    assert max(map(len, lines)) <= 40
    headings = [line.split()[3:] for line in lines if line.startswith("mean place of")]
    assert len(headings) > 1
    assert " ".join(word for heading in headings for word in heading) == (
        "seat 0 seat 1 seat 2 seat 3 seat 4 seat 5"
    )


def test_rare_kinds_of_fault_give_way_and_the_sum_stays() -> None:
    counts = {(0, kind): number for number, kind in enumerate(FaultKind, start=1)}

    text = drawn(faults_table(counts, NAMES), width=80)

    assert "illegal_move" not in text
    assert "start_failure" in text
    assert text.splitlines()[2].split()[:2] == ["random_bot", str(sum(counts.values()))]


def test_plan_as_text() -> None:
    options = find_game("linger_longer").options("long_hand", {})
    stage = StageSetup("long", "linger_longer", options, tuple(range(6)), options.players, 60, None, 0.2)
    plan = Plan(
        stages=(StagePlan(stage, 15, 900, 3600, 21.4),),
        matches=3600,
        instances=24,
        kept_instances=20,
        memory_bytes=1 << 30,
        seconds=2.6,
        warnings=("long: 60 deals are no multiple of 6 orders",),
    )

    check_golden("plan", drawn(plan_table(plan, Choice("auto", "greedy_bot is not trusted")), width=80))
