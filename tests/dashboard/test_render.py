from dataclasses import replace

import pytest

from arena.dashboard.render import LiveView
from arena.dashboard.snapshot import Snapshot
from arena.tournament.events import (
    BlocksFolded,
    Draining,
    EntrantBenched,
    Event,
    MatchesStored,
    StageInfo,
    TournamentStarted,
)
from tests.dashboard.golden import check_golden
from tests.dashboard.runs import NOTICES, STARTED, drawn, fault, finished, halfway, rows, snapshot_of

NOW = 8_200_000
HALFWAY = snapshot_of(halfway())
MANY_STAGES = TournamentStarted(
    "many-1",
    tuple(StageInfo(f"stage{number}", "linger_longer", "standard", 4, 10, 40) for number in range(30)),
    ("a", "b", "c", "d"),
    2,
    (),
    (0,) * 30,
)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (200, 24), (200, 50), (80, 12)])
def test_live_view_as_text(width: int, height: int) -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=width, height=height)

    check_golden(f"live-{width}x{height}", text)


@pytest.mark.parametrize(
    "snapshot",
    [Snapshot(), snapshot_of([(0, STARTED)]), HALFWAY, snapshot_of([(0, MANY_STAGES)])],
    ids=["nothing yet", "started", "halfway", "many stages"],
)
@pytest.mark.parametrize("width", [10, 40, 79, 80, 149, 150, 200, 400])
def test_view_is_never_larger_than_the_screen(snapshot: Snapshot, width: int) -> None:
    for height in (1, 2, 3, 4, 5, 8, 13, 24, 30, 50, 100):
        lines = drawn(LiveView(snapshot, NOW), width=width, height=height).splitlines()

        assert len(lines) <= max(1, height - 1)
        assert max(map(len, lines)) <= width


def test_every_table_is_shown_when_there_is_room() -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=80, height=60)

    assert text.count("card_counter  ") >= 2
    assert "more bot" not in text


def test_current_stage_keeps_its_table_on_a_short_screen() -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=80, height=14)

    assert "linger_longer standard" in text
    assert "color_elevator standard" not in text


def test_bots_that_do_not_fit_are_counted() -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=80, height=12)

    assert "and 4 more bots" in text


def test_stages_that_do_not_fit_are_named() -> None:
    short = drawn(LiveView(HALFWAY, NOW), width=80, height=12)
    many = drawn(LiveView(snapshot_of([(0, MANY_STAGES)]), NOW), width=80, height=24)
    all_of_them = drawn(LiveView(HALFWAY, NOW), width=80, height=60)

    assert "and 1 more stage: elevator\n" in short
    assert "and 27 more stages: stage3, stage4, " in many
    assert "more stage" not in all_of_them


def test_stage_that_is_played_comes_first_on_a_screen_too_short_for_all() -> None:
    stages = tuple(replace(MANY_STAGES.stages[0], name=f"stage{number}") for number in range(3))
    started = replace(STARTED, stages=stages, stored_matches=(0, 0, 0))
    folded = [(1, BlocksFolded(number, 4, rows(4)[:3], ())) for number in range(3)]
    snapshot = snapshot_of([(0, started), *folded])

    short = drawn(LiveView(snapshot, NOW), width=80, height=24)
    tall = drawn(LiveView(snapshot, NOW), width=80, height=60)

    titles = [[line.split()[0] for line in text.splitlines() if "seats" in line] for text in (short, tall)]
    assert titles == [["stage2", "stage0"], ["stage0", "stage1", "stage2"]]
    assert "and 1 more stage: stage1" in short


@pytest.mark.parametrize("width", [80, 200])
def test_notices_are_shown_whole_and_not_at_all_on_a_short_screen(width: int) -> None:
    snapshot = snapshot_of([(0, STARTED)])

    short = drawn(LiveView(snapshot, NOW), width=width, height=15)
    tall = drawn(LiveView(snapshot, NOW), width=width, height=16)

    shown = " ".join(line[-width // 2 :].strip() if width > 80 else line for line in tall.splitlines())
    assert all(notice in shown for notice in NOTICES)
    assert len(tall.splitlines()) <= 15
    assert "process isolates" not in short


def test_notices_without_room_to_wrap_take_one_row_each() -> None:
    started = replace(STARTED, notices=tuple(f"notice {number} {'word ' * 40}" for number in range(8)))

    text = drawn(LiveView(snapshot_of([(0, started)]), NOW), width=80, height=18)

    assert [text.count(f"notice {number} ") for number in range(8)] == [1] * 8
    assert text.count("…") == 8


def test_a_live_view_without_a_table_says_why() -> None:
    played: list[tuple[int, Event]] = [(0, STARTED), (1000, MatchesStored(0, 3, 100, 10))]

    assert "no table yet: a deal counts once " in drawn(LiveView(snapshot_of(played), NOW), width=80)
    assert "no table yet" not in drawn(LiveView(HALFWAY, NOW), width=80)


def test_waiting_for_the_first_matches_is_said() -> None:
    text = drawn(LiveView(snapshot_of([(0, STARTED)]), 9_000_000), width=80)

    assert "waiting for the first matches (9 s)\n" in text
    assert "matches/s" not in text


def test_benching_beyond_the_end_is_told_as_what_it_is() -> None:
    benched = [(8100, EntrantBenched(4, 1, 1199)), (8100, EntrantBenched(0, 1, 1200))]

    text = drawn(LiveView(snapshot_of([*halfway(), *benched]), NOW), width=80, height=60)

    assert "sleeper is benched from block 1199 of elevator on\n" in text
    assert "random_bot would be benched from block 1200, after the end\n" in text


@pytest.mark.parametrize("width", [80, 200])
def test_fault_shows_the_error_that_its_bot_died_of(width: int) -> None:
    output = (
        'Traceback (most recent call last):\n  File "a.py", line 3, in f\n' * 30 + "TypeError: not a card"
    )
    evidence = f"its process ended: exited, exit code 1; its last output: {output}"

    text = drawn(LiveView(snapshot_of([*halfway(), (8100, fault(evidence, forfeit=True))]), NOW), width=width)

    assert "TypeError: not a card" in text


def test_results_name_every_bot_with_its_place() -> None:
    snapshot = snapshot_of([*halfway()])

    text = drawn(LiveView(snapshot, NOW), width=200, height=60)

    assert finished(1, 4) in snapshot.latest
    assert "elevator/4/0  1 " in text
    assert "sleeper (forfeit)" in text


def test_draining_is_said() -> None:
    text = drawn(LiveView(snapshot_of([*halfway(), (8100, Draining())]), NOW), width=80)

    assert "stopping when running matches end; Ctrl-C again stops now\n" in text
    assert "time left unknown" in text


@pytest.mark.parametrize("evidence", ["[/]", "[bold]x[/bold]", "[red", "\\[x]", ":warning:"])
def test_evidence_is_never_markup(evidence: str) -> None:
    snapshot = snapshot_of([*halfway(), (8100, fault(evidence))])

    assert f"time_out: {evidence}" in drawn(LiveView(snapshot, NOW), width=200)


def test_evidence_cannot_reach_the_terminal() -> None:
    snapshot = snapshot_of([*halfway(), (8100, fault("\x1b[2J\x1b]0;own\x07\u202eevil\x9b1m\nsecond\r"))])

    text = drawn(LiveView(snapshot, NOW), width=200)

    assert "evil" in text
    assert not {"\x1b", "\x07", "\u202e", "\x9b", "\r"} & set(text)
