"""A store and a watcher that keep everything in lists, for runs in this process."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arena.core.errors import StorageError
from arena.core.ids import MatchId
from arena.match.record import MatchRecord
from arena.tournament.events import BlocksFolded, Event
from arena.tournament.output import OutputPiece
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.runner import StopRequest


@dataclass
class MemoryStore:
    """A store that keeps everything in lists, and can be full."""

    kept: dict[MatchId, MatchRecord] = field(default_factory=dict)
    skips: list[SkippedBlock] = field(default_factory=list)
    newest: Checkpoint | None = None
    writes: int = 0
    writes_until_full: int | None = None
    is_done: bool = False
    output: list[OutputPiece] = field(default_factory=list)

    def add(
        self,
        _tournament: str,
        records: Sequence[MatchRecord],
        *,
        skipped: Sequence[SkippedBlock] = (),
        checkpoint: Checkpoint | None = None,
        output: Sequence[OutputPiece] = (),
    ) -> None:
        if self.writes == self.writes_until_full:
            raise StorageError("the disk is full")
        self.writes += 1
        assert not any(record.id in self.kept for record in records), "played twice"
        self.kept |= {record.id: record for record in records}
        self.skips += skipped
        self.newest = checkpoint
        self.output += output

    def checkpoint(self, _tournament: str) -> Checkpoint | None:
        return self.newest

    def skipped(self, _tournament: str, stage: int, *, first_block: int = 0) -> list[SkippedBlock]:
        return [skip for skip in self.skips if skip.stage == stage and skip.block >= first_block]

    def records(
        self, _tournament: str, stage: int, *, first_block: int = 0, end_block: int | None = None
    ) -> Iterator[MatchRecord]:
        for match, record in sorted(self.kept.items()):
            if match.stage == f"stage-{stage}" and first_block <= match.block < (end_block or 1 << 60):
                yield record

    def finish(self, _tournament: str) -> None:
        self.is_done = True


class Listener:
    """A watcher that keeps what it sees, and can ask for a stop."""

    def __init__(self, stop: StopRequest | None = None, stop_after_blocks: int = 1 << 60) -> None:
        self.events: list[Event] = []
        self._stop = stop
        self._stop_after = stop_after_blocks

    def see(self, event: Event) -> None:
        self.events.append(event)
        if self._stop is not None and isinstance(event, BlocksFolded) and event.blocks >= self._stop_after:
            self._stop.times = 1

    def of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]
