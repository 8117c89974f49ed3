"""What stays on the screen when a run has ended."""

from dataclasses import replace

import pytest

from arena.dashboard.watching import Mode
from arena.tournament.events import BlocksFolded, Event
from tests.dashboard.golden import check_golden
from tests.dashboard.runs import ENDED, STARTED, STOPPED, fault, halfway, rows, without_margin
from tests.dashboard.screens import screen, show

OVERALL = rows(400, best=31.0)


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize(("name", "last"), [("finished", ENDED), ("stopped", STOPPED)])
def test_summary_as_text(width: int, name: str, last: Event) -> None:
    text = show([*halfway(), (9000, last)], Mode.QUIET, screen(width=width))

    check_golden(f"summary-{name}-{width}", without_margin(text))


def test_quiet_shows_nothing_before_the_end() -> None:
    assert show(halfway(), Mode.QUIET, screen()) == ""


def test_table_over_all_stages_is_in_the_summary() -> None:
    text = show([*halfway(), (9000, replace(ENDED, overall=OVERALL))], Mode.QUIET, screen())

    assert "all stages\n" in text
    assert "missed a stage" not in text


def test_table_over_all_stages_says_what_it_rests_on_while_the_run_is_unfinished() -> None:
    one_stage: list[tuple[int, Event]] = [(0, STARTED), (1000, BlocksFolded(0, 40, rows(40), ()))]
    stopped = replace(STOPPED, overall=OVERALL)

    assert "all stages  provisional\n" in show([*halfway(), (9000, stopped)], Mode.QUIET, screen())
    assert "all stages  provisional, over 1 of 2 stages\n" in show(
        [*one_stage, (9000, stopped)], Mode.QUIET, screen()
    )


@pytest.mark.parametrize("mode", Mode)
def test_notices_and_commitment_stay_on_the_screen_once(mode: Mode) -> None:
    promise = f"commitment {ENDED.commitment}: the SHA-256 of the secret"
    started = replace(STARTED, notices=(*STARTED.notices, promise))
    console = screen(width=200, is_terminal=mode is Mode.LIVE)

    text = show([(0, started), (9000, ENDED)], mode, console).rpartition("\x1b[?25h")[2]

    assert text.count("process isolates nothing") == 1
    assert text.count(f"commitment: {ENDED.commitment}") == 1
    assert text.count(ENDED.commitment) == (2 if mode is Mode.PLAIN else 1)  # at the start, and at the end


def test_latest_fault_of_each_bot_is_in_the_summary_with_its_error() -> None:
    crash = "its process ended: exited, exit code 1; its last output: Traceback…\nValueError: no such card"
    faults = [(8500, fault("late")), (8600, fault(crash, block=9))]

    text = show([*halfway(), *faults, (9000, ENDED)], Mode.QUIET, screen(width=200))

    told = text.partition("Latest fault of each\n")[2].splitlines()[:3]
    assert told == [
        "long/9/1  sleeper: time_out: its process ended: exited, exit code 1: ValueError: no such card",
        "long/9/1  random_bot: time_out: played 9c, but may play Th or As",
        "",
    ]


def test_bot_that_missed_a_stage_is_explained() -> None:
    apart = replace(ENDED, overall=(*OVERALL[:5], replace(OVERALL[5], rank=0)))

    text = show([*halfway(), (9000, apart)], Mode.QUIET, screen())

    assert "-  sleeper" in text
    assert "- missed a stage" in text


def test_what_is_to_be_copied_stays_on_one_line() -> None:
    text = show([*halfway(), (9000, ENDED)], Mode.QUIET, screen(width=40))

    assert f"secret:     {ENDED.secret}\n" in text
