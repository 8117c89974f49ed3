"""Chooses how a run is shown: a live table, plain lines, or only its end."""

from rich.console import Console

from arena.core.clock import Clock
from arena.dashboard.live import make_watcher
from arena.dashboard.watching import Mode, Watching


def watcher_for(clock: Clock, *, plain: bool, quiet: bool) -> Watching:
    """Return a watcher for this terminal, or for a pipe if there is none."""
    console = Console()
    if quiet:
        mode = Mode.QUIET
    elif plain or not console.is_terminal:
        mode = Mode.PLAIN
    else:
        mode = Mode.LIVE
    return make_watcher(console, mode, clock)
