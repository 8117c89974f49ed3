import io
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from arena.core.clock import ManualClock
from arena.dashboard.live import LiveWatching, make_watcher
from arena.dashboard.picture import picture
from arena.dashboard.plain import PlainWatching
from arena.dashboard.watching import Mode, Watching
from arena.tournament.events import BlocksFolded, Draining, Event, MatchesStored
from tests.dashboard.golden import check_golden
from tests.dashboard.runs import (
    ENDED,
    STARTED,
    STOPPED,
    fault,
    halfway,
    rows,
    snapshot_of,
    without_margin,
)

OVERALL = rows(400, best=31.0)


def screen(*, width: int = 80, height: int = 40, is_terminal: bool = False) -> Console:
    environment = {"TERM": "xterm-256color"}
    return Console(
        file=io.StringIO(), width=width, height=height, force_terminal=is_terminal, _environ=environment
    )


def written(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def show(
    events: Iterable[tuple[int, Event]], mode: Mode | None, console: Console, clock: ManualClock | None = None
) -> str:
    """Show events at their times; return what was written."""
    clock = clock or ManualClock()
    with make_watcher(console, mode, clock) as watcher:
        for milliseconds, event in events:
            clock.advance(1000 * milliseconds - clock.micros())
            watcher.see(event)
    return written(console)


def show_and_break_off(watching: Watching) -> None:
    with watching as watcher:
        watcher.see(STARTED)
        raise KeyError("an error of the run")


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize(("name", "last"), [("finished", ENDED), ("stopped", STOPPED)])
def test_summary_as_text(width: int, name: str, last: Event) -> None:
    text = show([*halfway(), (9000, last)], Mode.QUIET, screen(width=width))

    check_golden(f"summary-{name}-{width}", without_margin(text))


def test_plain_run_as_text() -> None:
    end = ENDED
    text = show([*halfway(), (8500, Draining()), (9000, end)], Mode.PLAIN, screen(width=120))

    check_golden("plain", without_margin(text))


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


def test_plain_prints_progress_every_few_seconds_only() -> None:
    events = [(0, STARTED)] + [(10 * tick, MatchesStored(0, 1, 10, 1)) for tick in range(2100)]

    lines = show(events, Mode.PLAIN, screen(width=200)).splitlines()

    progress = [line for line in lines if "matches/s" in line]
    assert [line.split()[0] for line in progress] == ["[0:05]", "[0:10]", "[0:15]", "[0:20]"]


def test_plain_prints_some_faults_and_counts_the_rest() -> None:
    faults = [(100, fault(f"late {number}")) for number in range(1000)]

    text = show([(0, STARTED), *faults, (6000, MatchesStored(0, 1, 10, 1))], Mode.PLAIN, screen(width=200))

    assert text.count("fault: long/7/1  sleeper: time_out: late") == 5
    assert "and 995 more faults\n" in text


def test_plain_says_every_few_seconds_that_it_waits_for_the_first_matches() -> None:
    console, clock = screen(), ManualClock()
    watcher = PlainWatching(console, clock)
    watcher.see(STARTED)

    for _ in range(12):
        clock.advance(1_000_000)
        watcher.tell_waiting()
    watcher.see(MatchesStored(0, 1, 10, 1))
    clock.advance(9_000_000)
    watcher.tell_waiting()

    waits = [line for line in written(console).splitlines() if "waiting" in line]
    assert waits == [
        "[0:04] waiting for the first matches (4 s)",
        "[0:09] waiting for the first matches (9 s)",
    ]


def test_mode_follows_the_console() -> None:
    assert isinstance(make_watcher(screen(is_terminal=True), None, ManualClock()), LiveWatching)
    assert isinstance(make_watcher(screen(), None, ManualClock()), PlainWatching)
    dumb = Console(file=io.StringIO(), force_terminal=True, _environ={"TERM": "dumb"})
    assert isinstance(make_watcher(dumb, None, ManualClock()), PlainWatching)
    assert isinstance(make_watcher(dumb, Mode.LIVE, ManualClock()), PlainWatching)


def test_live_view_gives_way_to_the_summary() -> None:
    text = show([*halfway(), (9000, ENDED)], Mode.LIVE, screen(is_terminal=True))

    assert "\x1b[?25h" in text  # the cursor is back
    assert "quickstart-3 finished" in re.sub(r"\x1b\[[0-9;]*m", "", text.rpartition("\x1b[2K")[2])


def test_last_live_view_stays_if_the_run_breaks_off() -> None:
    console = screen(is_terminal=True)

    with pytest.raises(KeyError):
        show_and_break_off(make_watcher(console, Mode.LIVE, ManualClock()))

    assert "quickstart-3" in written(console)
    assert written(console).endswith("\x1b[?25h")


def test_events_alone_draw_nothing() -> None:
    console = screen(is_terminal=True)
    watcher = LiveWatching(console, ManualClock())

    for _, event in halfway():
        watcher.see(event)

    assert written(console) == ""
    assert watcher.snapshot == snapshot_of([(0, event) for _, event in halfway()])


class BusyRun:
    """Stands in for the wait between two drawings: time goes by, and a thousand events come."""

    def __init__(self, watcher: LiveWatching, clock: ManualClock, *, seconds: int) -> None:
        self.watcher = watcher
        self.clock = clock
        self.end = 1_000_000 * seconds

    def wait(self, seconds: float) -> bool:
        self.clock.advance(round(1_000_000 * seconds))
        for _ in range(1000):
            self.watcher.see(MatchesStored(0, 1, 10, 1))
        return self.clock.micros() > self.end


def test_screen_is_drawn_four_times_a_second_however_many_events_come() -> None:
    console, clock = screen(is_terminal=True), ManualClock()
    watcher = LiveWatching(console, clock)
    watcher._ended = BusyRun(watcher, clock, seconds=10)  # type: ignore[assignment]
    watcher._live.start()  # without a thread: the loop runs here
    watcher.see(STARTED)
    before = written(console).count("quickstart-3")

    watcher._keep_drawing()

    assert written(console).count("quickstart-3") - before == 40
    assert watcher.snapshot.matches == 41_000
    watcher._live.stop()


def test_unchanged_state_is_not_drawn_again() -> None:
    console, clock = screen(is_terminal=True), ManualClock()
    watcher = LiveWatching(console, clock)
    watcher._live.start()  # without the thread that draws
    watcher.see(STARTED)
    watcher.draw()
    once = written(console)

    watcher.draw()
    assert written(console) == once

    clock.advance(1_000_000)  # the time that has gone by is on the screen
    watcher.draw()
    assert written(console) != once
    watcher._live.stop()


def test_no_color_is_obeyed() -> None:
    environment = {"NO_COLOR": "1", "TERM": "xterm-256color"}
    console = Console(file=io.StringIO(), width=80, height=40, force_terminal=True, _environ=environment)

    text = show([*halfway(), (9000, ENDED)], Mode.LIVE, console)

    codes = {code for sequence in re.findall(r"\x1b\[([0-9;]*)m", text) for code in sequence.split(";")}
    assert codes <= {"", "0", "1", "2"}  # bold and dim are no colors


class BrokenWatching(Watching):
    def _take(self, event: Event) -> None:
        raise ValueError(f"a bug in the display of {type(event)}")


def test_bug_in_the_display_is_raised_after_the_run() -> None:
    watcher = BrokenWatching(screen(), ManualClock())
    watcher.__enter__()

    for _, event in halfway():
        watcher.see(event)

    with pytest.raises(ValueError, match="a bug in the display"):
        watcher.__exit__(None, None, None)


def test_bug_in_the_display_does_not_hide_an_error_of_the_run() -> None:
    with pytest.raises(KeyError):
        show_and_break_off(BrokenWatching(screen(), ManualClock()))


RUN_INTO_A_PIPE = """
from rich.console import Console
from arena.core.clock import ManualClock
from arena.dashboard.live import make_watcher
from tests.dashboard.runs import ENDED, halfway
import sys
with make_watcher(Console(), None, ManualClock()) as watcher:
    for _ in range(500):
        for _, event in halfway():
            watcher.see(event)
    watcher.see(ENDED)
print("the run went on to its end", file=sys.stderr)
"""


def test_reader_that_leaves_does_not_end_the_run() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        ended = subprocess.run(
            [sys.executable, "-c", RUN_INTO_A_PIPE],
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=30,
        )

    assert ended.stderr == "the run went on to its end\n"


def test_output_without_unicode_is_written_all_the_same() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}

    ended = subprocess.run(
        [sys.executable, "-c", RUN_INTO_A_PIPE], capture_output=True, env=environment, check=False, timeout=30
    )

    assert b"mu-3?" in ended.stdout
    assert b"secret:" in ended.stdout


def test_picture_is_an_svg_of_the_live_view(tmp_path: Path) -> None:
    picture(snapshot_of(halfway()), tmp_path / "live.svg", now_us=8_200_000)

    text = (tmp_path / "live.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "card_counter" in text
