"""Chooses how a run is shown: a live table, plain lines, or only its end."""

from contextlib import AbstractContextManager

from rich.console import Console

from arena.core.clock import Clock
from arena.dashboard.live import Mode, make_watcher
from arena.tournament.ports import Watcher


def watcher_for(clock: Clock, *, plain: bool, quiet: bool) -> AbstractContextManager[Watcher]:
    """Return a watcher for this terminal, or for a pipe if there is none."""
    console = Console()
    if quiet:
        mode = Mode.QUIET
    elif plain or not console.is_terminal:
        mode = Mode.PLAIN
    else:
        mode = Mode.LIVE
    return make_watcher(console, mode, clock)
