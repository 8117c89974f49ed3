"""The runner holds as much after a long tournament as after a short one."""

import gc
import tracemalloc
from collections.abc import Sequence

import pytest

from arena.match.record import MatchRecord
from arena.tournament.events import Event
from arena.tournament.output import OutputPiece
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.runner import Runner, StopRequest
from tests.tournament.memory_store import MemoryStore
from tests.tournament.tables_of_chance import ChanceShard, tournament


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_matches() -> None:
    class Forgetful(MemoryStore):
        """Keeps nothing but the checkpoint, as a database keeps nothing in memory."""

        def add(
            self,
            _tournament: str,
            _records: Sequence[MatchRecord],
            *,
            skipped: Sequence[SkippedBlock] = (),
            checkpoint: Checkpoint | None = None,
            output: Sequence[OutputPiece] = (),
        ) -> None:
            del skipped, output
            self.newest = checkpoint

    def held(deals: int) -> int:
        """Return what is still in use while the runner lives, after so many deals."""
        setup = tournament((2, deals), entrants=3, window=64)
        shard = ChanceShard(setup, remembers_jobs=False)
        tracemalloc.start()
        runner = Runner(
            "chance-1",
            setup,
            store=Forgetful(),
            watcher=Deaf(),
            start_shard=lambda _number: shard,
            workers=1,
            stop=StopRequest(),
        )
        runner.run()
        gc.collect()
        in_use = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return in_use

    held(100)  # what is loaded and cached once

    assert held(4_000) < held(400) + 50_000


class Deaf:
    """A watcher that keeps nothing."""

    def see(self, event: Event) -> None:
        """Forget it."""
