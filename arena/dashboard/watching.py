"""What all ways of showing a run have in common: they fold events, and never disturb the run."""

import io
from collections.abc import Callable
from enum import Enum
from types import TracebackType
from typing import Self

from rich.console import Console

from arena.core.clock import Clock
from arena.dashboard.snapshot import Snapshot, fold
from arena.dashboard.summary import print_summary
from arena.tournament.events import Event


class Mode(Enum):
    """How a run is shown."""

    LIVE = "live"  # a table that is redrawn in place
    PLAIN = "plain"  # lines, for pipes and logs
    QUIET = "quiet"  # only the summary at the end


class Watching:
    """A watcher for the time of one run; as it is, it shows only the end.

    Showing a run must not end it: whatever goes wrong here stops the showing alone. When the reader
    of our output has gone that is all; anything else is a bug and is raised after the run.
    """

    tells_notices = False
    """True for subclasses that print them at the start: they stand above the summary then."""

    def __init__(self, console: Console, clock: Clock) -> None:
        """Show on a console, with times of a clock."""
        self.snapshot = Snapshot()
        self._console = console
        self._clock = clock
        self._failure: BaseException | None = None

    def see(self, event: Event) -> None:
        """Take an event; quick, and never raising."""
        self._attempt(lambda: self._take(event))

    def __enter__(self) -> Self:
        """Begin to show."""
        self._attempt(self._open)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the showing, and print what stays on the screen."""
        self._attempt(self._close)
        self._attempt(
            lambda: print_summary(self._console, self.snapshot, with_notices=not self.tells_notices)
        )
        # Rich leaves with SystemExit when a pipe is broken.
        if error is None and not isinstance(self._failure, OSError | SystemExit | None):
            raise self._failure

    def _take(self, event: Event) -> None:
        """Fold an event and show what came of it; for subclasses that show more than the end."""
        self.snapshot = fold(self.snapshot, event, self._clock.micros())

    def _open(self) -> None:
        """Prepare the screen; for subclasses."""

    def _close(self) -> None:
        """Leave the screen ready for the summary; for subclasses."""

    def _attempt(self, action: Callable[[], None]) -> None:
        """Do something unless something has gone wrong before; remember what goes wrong."""
        if self._failure is None:
            try:
                action()
            except (Exception, SystemExit) as error:  # noqa: BLE001 -- raised after the run, see __exit__
                self._failure = error


def tolerate_characters(console: Console) -> None:
    """Let a terminal or file without Unicode show `?` for what it can't show."""
    if isinstance(console.file, io.TextIOWrapper):
        console.file.reconfigure(errors="replace")
