"""A run as lines of text, for pipes, logs and `--plain`."""

from threading import Event as Signal
from threading import RLock, Thread

from rich.console import Console
from rich.text import Text

from arena.core.clock import Clock
from arena.dashboard.snapshot import Snapshot
from arena.dashboard.watching import Watching
from arena.dashboard.words import STOPPING, duration, fault_line, figure, incident_line, plural, waiting
from arena.tournament.events import (
    BlockVoided,
    Draining,
    EntrantBenched,
    Event,
    FaultReported,
    HostTrouble,
    ShardReplaced,
    TournamentStarted,
)

PROGRESS_US = 5_000_000
"""Time between two lines of progress."""
MOST_FAULTS = 5
"""Faults that are printed between two lines of progress; the rest is counted."""


class PlainWatching(Watching):
    """Prints progress every few seconds, and what is worth a line when it comes.

    Before the first match nothing comes, so a thread says that it is waited for.
    """

    tells_notices = True

    def __init__(self, console: Console, clock: Clock) -> None:
        """Show on a console, with times of a clock."""
        super().__init__(console, clock)
        self._progress_due = 0
        self._waiting_due = 0
        self._faults = 0
        self._lock = RLock()
        self._ended = Signal()
        self._waiter = Thread(target=self._keep_waiting, name="waiting", daemon=True)

    def tell_waiting(self) -> None:
        """Say that no match has ended yet, if that takes long, and again when it has taken twice as long."""
        with self._lock:
            now = self._clock.micros()
            seconds = self.snapshot.seconds_waited(now)
            if seconds is not None and now >= self._waiting_due:
                self._waiting_due = now + max(PROGRESS_US, round(seconds * 1e6))
                self._say(Text(waiting(seconds)))

    def _open(self) -> None:
        self._waiter.start()

    def _close(self) -> None:
        self._ended.set()
        self._waiter.join()

    def _keep_waiting(self) -> None:
        while not self._ended.wait(1) and not self.snapshot.played.matches:
            self._attempt(self.tell_waiting)

    def see(self, event: Event) -> None:
        """Take an event, while nobody else prints."""
        with self._lock:
            super().see(event)

    def _take(self, event: Event) -> None:
        """Print at once what is no progress, and progress when it is due."""
        super()._take(event)
        match event:
            case TournamentStarted():
                self._begin(event)
            case FaultReported():
                self._faults += 1
                if self._faults <= MOST_FAULTS:
                    self._say(
                        Text("fault: ").append_text(fault_line(self.snapshot, self.snapshot.faults[-1]))
                    )
            case EntrantBenched() | BlockVoided() | ShardReplaced() | HostTrouble():
                self._say(incident_line(self.snapshot, self.snapshot.incidents[-1]))
            case Draining():
                self._say(Text(STOPPING))
            case _:
                if self._clock.micros() >= self._progress_due:
                    self._report()

    def _begin(self, event: TournamentStarted) -> None:
        self._progress_due = self._clock.micros() + PROGRESS_US
        snapshot = self.snapshot
        self._say(
            Text(
                f"{snapshot.tournament}: {plural(len(snapshot.stages), 'stage')}, "
                f"{plural(len(snapshot.entrants), 'bot')}, {plural(event.workers, 'worker')}, "
                f"{snapshot.matches:,} of {plural(snapshot.planned, 'match')} stored"
            )
        )
        for notice in snapshot.notices:
            self._say(Text(f"note: {notice}"))

    def _report(self) -> None:
        """Print a line of progress, after how many faults were not printed."""
        if self._faults > MOST_FAULTS:
            self._say(Text(f"and {plural(self._faults - MOST_FAULTS, 'more fault')}"))
        self._faults = 0
        now = self._clock.micros()
        self._progress_due = now + PROGRESS_US
        self._say(progress_line(self.snapshot, now))

    def _say(self, text: Text) -> None:
        time = duration(self.snapshot.seconds(self._clock.micros()))
        self._console.print(Text(f"[{time}] ").append_text(text), soft_wrap=True)


def progress_line(snapshot: Snapshot, now_us: int) -> Text:
    """Write how far a run is, how fast, and who leads."""
    rate, _ = snapshot.rates(now_us)
    left = snapshot.seconds_left(now_us)
    part = 100 * snapshot.matches // snapshot.planned if snapshot.planned else 100
    line = Text(
        f"{snapshot.matches:,} of {plural(snapshot.planned, 'match')} ({part} %), {rate:,.0f} matches/s"
    )
    if left is not None:
        line.append(f", about {duration(left)} left")
    for stage in snapshot.stages:
        if stage.rows:
            leader = stage.rows[0]
            worth = figure(leader, leader.conservative)
            line.append(f"; {stage.info.name}: {snapshot.name(leader.entrant)} leads with {worth}")
    return line
