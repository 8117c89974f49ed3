"""The live table: events only change the snapshot; a thread draws it, a few times a second at most."""

from contextlib import ExitStack
from threading import Event as Signal
from threading import Thread
from types import TracebackType

from rich.console import Console
from rich.live import Live

from arena.core.clock import Clock
from arena.dashboard.plain import PlainWatching
from arena.dashboard.render import LiveView
from arena.dashboard.terminal import without_echo
from arena.dashboard.watching import Mode, Watching, tolerate_characters

__all__ = ["LiveWatching", "Mode", "make_watcher"]

REDRAWS_PER_SECOND = 4
"""At most. A redraw takes some 10 ms from the players, and nobody reads faster."""


def make_watcher(console: Console, mode: Mode | None, clock: Clock) -> Watching:
    """Return a watcher to be entered for the time of a run; None chooses the mode by the console.

    A terminal that can't move its cursor gets lines, whatever was asked for.
    """
    if mode is None:
        mode = Mode.LIVE if console.is_interactive else Mode.PLAIN
    if mode is Mode.LIVE and console.is_dumb_terminal:
        mode = Mode.PLAIN
    tolerate_characters(console)
    kinds = {Mode.LIVE: LiveWatching, Mode.PLAIN: PlainWatching, Mode.QUIET: Watching}
    return kinds[mode](console, clock)


class LiveWatching(Watching):
    """Redraws the live view in place, however fast events come."""

    def __init__(self, console: Console, clock: Clock) -> None:
        """Show on a console, with times of a clock."""
        super().__init__(console, clock)
        self._terminal = ExitStack()
        self._live = Live(console=console, auto_refresh=False, get_renderable=self._view)
        self._drawn: tuple[object, int] | None = None
        self._ended = Signal()
        self._drawer = Thread(target=self._keep_drawing, name="dashboard", daemon=True)

    def draw(self) -> None:
        """Draw the present state, unless the screen shows it already."""
        state = (self.snapshot, self._clock.micros() // 1_000_000)
        if self._drawn is None or self._drawn[0] is not state[0] or self._drawn[1] != state[1]:
            self._drawn = state
            self._live.refresh()

    def _open(self) -> None:
        self._terminal.enter_context(without_echo(self._console.file))
        self._live.start()
        self._drawer.start()

    def _close(self) -> None:
        """Erase the view if a summary takes its place; else its last state stays."""
        self._ended.set()
        self._drawer.join()
        self._live.transient = self.snapshot.ended is not None
        self._live.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the showing, and leave the terminal as it was, whatever has gone wrong with the showing."""
        with self._terminal:
            super().__exit__(kind, error, trace)

    def _keep_drawing(self) -> None:
        while not self._ended.wait(1 / REDRAWS_PER_SECOND):
            self._attempt(self.draw)

    def _view(self) -> LiveView:
        return LiveView(self.snapshot, self._clock.micros())
