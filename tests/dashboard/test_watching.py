"""Lines for pipes and logs; and whatever goes wrong with showing a run, the run goes on."""

import os
import subprocess
import sys

import pytest

from arena.core.clock import ManualClock
from arena.dashboard.plain import PlainWatching
from arena.dashboard.watching import Mode, Watching
from arena.tournament.events import Draining, Event, MatchesStored
from tests.dashboard.golden import check_golden
from tests.dashboard.runs import ENDED, STARTED, fault, halfway, without_margin
from tests.dashboard.screens import screen, show, show_and_break_off, written


def test_plain_run_as_text() -> None:
    end = ENDED
    text = show([*halfway(), (8500, Draining()), (9000, end)], Mode.PLAIN, screen(width=120))

    check_golden("plain", without_margin(text))


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


def test_plain_says_less_and_less_often_that_it_waits_for_the_first_matches() -> None:
    console, clock = screen(), ManualClock()
    watcher = PlainWatching(console, clock)
    watcher.see(STARTED)

    for _ in range(40):
        clock.advance(1_000_000)
        watcher.tell_waiting()
    watcher.see(MatchesStored(0, 1, 10, 1))
    clock.advance(9_000_000)
    watcher.tell_waiting()

    waits = [line for line in written(console).splitlines() if "waiting" in line]
    assert waits == [
        "[0:04] waiting for the first matches (4 s)",
        "[0:09] waiting for the first matches (9 s)",
        "[0:18] waiting for the first matches (18 s)",
        "[0:36] waiting for the first matches (36 s)",
    ]


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
