"""Draws docs/live_table.svg, the README's picture: the quickstart, half-way.

python docs/live_table.py
"""

import tempfile
from pathlib import Path

from arena.bootstrap.tournaments import begin, enrol_content, play, source_of
from arena.bootstrap.workers import worker_count
from arena.core.clock import SystemClock
from arena.dashboard.picture import picture
from arena.dashboard.snapshot import Snapshot, fold
from arena.storage.store import open_store
from arena.tournament.events import BlocksFolded, Event
from arena.tournament.runner import StopRequest
from arena.tournament.spec import load_file

DOCS = Path(__file__).parent


class Photographer:
    """A watcher that takes one picture, when the second stage is half played."""

    def __init__(self) -> None:
        self.clock = SystemClock()
        self.snapshot = Snapshot()
        self.is_done = False

    def see(self, event: Event) -> None:
        """Fold the event; press the button when it is time."""
        now = self.clock.micros()
        self.snapshot = fold(self.snapshot, event, now)
        if isinstance(event, BlocksFolded) and event.stage == 1 and event.blocks >= 60 and not self.is_done:
            self.is_done = True
            picture(self.snapshot, DOCS / "live_table.svg", now_us=now)


if __name__ == "__main__":
    loaded = load_file(DOCS.parent / "tournaments" / "quickstart.toml")
    workers = worker_count(None)
    photographer = Photographer()
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "arena.db")) as store:
        setup = enrol_content(loaded.content, source_of(loaded), workers=workers)
        play(
            begin(setup, loaded.text, store),
            store,
            watcher=photographer,
            workers=workers,
            stop=StopRequest(),
            clock=photographer.clock,
        )
