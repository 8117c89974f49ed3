"""Consoles that write to a text, and runs shown on them."""

import io
from collections.abc import Iterable

from rich.console import Console

from arena.core.clock import ManualClock
from arena.dashboard.live import make_watcher
from arena.dashboard.watching import Mode, Watching
from arena.tournament.events import Event
from tests.dashboard.runs import STARTED


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
