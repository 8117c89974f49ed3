"""The live table: what is drawn, when, and what stays of it."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from arena.core.clock import ManualClock
from arena.dashboard.live import LiveWatching, make_watcher
from arena.dashboard.picture import picture
from arena.dashboard.plain import PlainWatching
from arena.dashboard.watching import Mode
from arena.tournament.events import MatchesStored
from tests.dashboard.runs import ENDED, STARTED, halfway, snapshot_of
from tests.dashboard.screens import screen, show, show_and_break_off, written


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


def test_picture_is_an_svg_of_the_live_view(tmp_path: Path) -> None:
    picture(snapshot_of(halfway()), tmp_path / "live.svg", now_us=8_200_000)

    text = (tmp_path / "live.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "card_counter" in text
