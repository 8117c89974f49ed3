"""The fold: complete blocks in schedule order become tables, benchings and the next block.

Whatever order matches finish in, the fold sees them in schedule order, so every decision of the
arena is a function of stored matches. Its whole state fits in a checkpoint.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from arena.match.faults import FaultKind
from arena.match.record import MatchRecord
from arena.rating.standings import BlockResult, RotationResult, StageTable, StandingRow
from arena.scheduling.schedule import Programme
from arena.tournament.ports import Checkpoint, SkippedBlock, Store
from arena.tournament.setup import Competition, TournamentSetup

UNREPEATABLE = {
    FaultKind.TIME_OUT: "time",
    FaultKind.PONDERING: "time",
    FaultKind.CRASH: "crash",
    FaultKind.DISCONNECT: "disconnect",
    FaultKind.RESOURCE_LIMIT: "memory",
    FaultKind.START_FAILURE: "start",
    # What is wrong with a message is charged to one of the matches in it, and batching decides which.
    FaultKind.UNKNOWN_TURN: "message",
    FaultKind.MALFORMED_MESSAGE: "message",
    FaultKind.OVERSIZED_MESSAGE: "message",
    FaultKind.FLOOD: "message",
}
"""Faults after which a tournament need not repeat move for move, with the word the summary uses."""


@dataclass(frozen=True, slots=True)
class FoldedBlock:
    """One block that the tables have taken in, or passed over."""

    stage: int
    block: int
    records: tuple[MatchRecord, ...]
    """Its matches by rotation; empty if it was skipped."""
    newly_benched: tuple[int, ...] = ()


class Fold:
    """The tables of all stages up to the next block, and what waits beyond it."""

    def __init__(self, setup: Competition, programme: Programme) -> None:
        """Begin before the first block."""
        self._setup = setup
        self._programme = programme
        self._stage_numbers = {stage.name: number for number, stage in enumerate(setup.stages)}
        self.next_block = 0
        self.tables = [
            StageTable(stage.entrants, draw_probability=stage.draw_probability, priors=stage.priors)
            for stage in setup.stages
        ]
        self.strikes: Counter[int] = Counter()
        """Forfeits and incidents per entrant."""
        self.benched: dict[int, int] = {}
        """Entrants that are benched, each with the first block (over all stages) it doesn't play."""
        self.faults: Counter[str] = Counter()
        """Faults by kind, over all entrants."""
        self.void_blocks = 0
        self.stored_matches = [0] * len(setup.stages)
        self._waiting: dict[int, dict[int, MatchRecord]] = {}
        self._skips: dict[int, SkippedBlock] = {}

    @classmethod
    def at(cls, setup: Competition, programme: Programme, checkpoint: Checkpoint | None) -> "Fold":
        """Stand where a checkpoint stands, or before the first block if there is none."""
        fold = cls(setup, programme)
        if checkpoint is not None:
            fold._restore(checkpoint)
        return fold

    @classmethod
    def resumed(cls, setup: TournamentSetup, programme: Programme, store: Store, tournament: str) -> "Fold":
        """Take up where the store's checkpoint stands, and read what is stored beyond it."""
        fold = cls.at(setup, programme, store.checkpoint(tournament))
        end = min(fold.next_block + setup.window, programme.total_blocks)
        for number in range(len(setup.stages)):
            first = max(0, fold.next_block - programme.first_block(number))
            last = end - programme.first_block(number)
            if last <= first or first >= programme.schedules[number].blocks:
                continue
            for skipped in store.skipped(tournament, number, first_block=first):
                fold.skip(skipped)
            for record in store.records(tournament, number, first_block=first, end_block=last):
                fold.add(record)
        fold.advance()
        return fold

    @property
    def is_complete(self) -> bool:
        """Tell whether every block is folded or skipped."""
        return self.next_block >= self._programme.total_blocks

    def matches_left(self, stage: int) -> int:
        """Return about how many matches of a stage are not stored."""
        return self._programme.schedules[stage].matches - self.stored_matches[stage]

    def add(self, record: MatchRecord) -> None:
        """Take a stored match, in any order; one that is there already changes nothing."""
        stage = self._stage_numbers[record.id.stage]
        number = self._programme.first_block(stage) + record.id.block
        if number >= self.next_block:
            rotations = self._waiting.setdefault(number, {})
            if record.id.rotation not in rotations:
                rotations[record.id.rotation] = record
                self.stored_matches[stage] += 1

    def skip(self, skipped: SkippedBlock) -> None:
        """Pass a block over when its turn comes."""
        self._skips[self._programme.first_block(skipped.stage) + skipped.block] = skipped

    def has(self, block: int, rotation: int) -> bool:
        """Tell whether a match is stored, by its block over all stages."""
        return block < self.next_block or rotation in self._waiting.get(block, ())

    def is_skipped(self, block: int) -> bool:
        """Tell whether a block is to be passed over, or lies behind."""
        return block < self.next_block or block in self._skips

    def bench_skip(self, block: int) -> SkippedBlock | None:
        """Return why a block is not to be played, if a benched entrant sits at its table."""
        if not self.benched or self.is_skipped(block):
            return None
        stage, number = self._programme.locate(block)
        table = self._programme.schedules[stage].block(number).table
        benched = self.benched_at(block, table)
        if not benched:
            return None
        names = ", ".join(self._setup.entrants[entrant].name for entrant in benched)
        return SkippedBlock(stage, number, benched, f"benched: {names}")

    def benched_at(self, block: int, table: Iterable[int]) -> tuple[int, ...]:
        """Return who of a table is benched when a block (over all stages) is played."""
        return tuple(entrant for entrant in table if self.benched.get(entrant, block + 1) <= block)

    def advance(self) -> list[FoldedBlock]:
        """Fold every block whose turn has come; return them in order."""
        folded = []
        while not self.is_complete:
            stage, block = self._programme.locate(self.next_block)
            seats = self._programme.schedules[stage].seats
            rotations = self._waiting.get(self.next_block, {})
            if self.next_block in self._skips:
                folded.append(self._pass_over(stage, block))
            elif len(rotations) == seats:
                records = tuple(rotations[rotation] for rotation in range(seats))
                folded.append(self._fold_block(stage, block, records))
            else:
                break
            self._waiting.pop(self.next_block, None)
            self.next_block += 1
        return folded

    def rows(self, stage: int) -> tuple[StandingRow, ...]:
        """Return a stage's standings, best first."""
        end = self._programme.total_blocks
        return self.tables[stage].rows(
            benched={entrant for entrant, block in self.benched.items() if block < end}
        )

    def checkpoint(self) -> Checkpoint:
        """Return the whole state as JSON values."""
        state: dict[str, Any] = {
            "stages": [table.to_state() for table in self.tables],
            "stored_matches": self._settled_matches(),
            "strikes": {str(entrant): count for entrant, count in self.strikes.items()},
            "benched": {str(entrant): block for entrant, block in self.benched.items()},
            "faults": dict(self.faults),
            "void_blocks": self.void_blocks,
        }
        return Checkpoint(self.next_block, state)

    def repeatable(self) -> str:
        """Say whether this tournament repeats move for move, and if not why."""
        counts: Counter[str] = Counter()
        for kind, word in UNREPEATABLE.items():
            counts[word] += self.faults[kind.value]
        reasons = [f"{count} {word} fault{'s' * (count > 1)}" for word, count in counts.items() if count]
        if self.void_blocks:
            reasons.append(f"{self.void_blocks} void block{'s' * (self.void_blocks > 1)}")
        if reasons:
            return f"no: {', '.join(reasons)}"
        return "yes" if any(self.stored_matches) else "nothing was played"

    def _settled_matches(self) -> list[int]:
        """Count the stored matches of folded blocks alone: the others are counted when read again."""
        counts = list(self.stored_matches)
        for number, rotations in self._waiting.items():
            counts[self._programme.locate(number)[0]] -= len(rotations)
        return counts

    def _restore(self, checkpoint: Checkpoint) -> None:
        state = checkpoint.state
        self.next_block = checkpoint.next_block
        self.tables = [StageTable.from_state(table) for table in state["stages"]]
        self.stored_matches = list(state["stored_matches"])
        self.strikes = Counter({int(entrant): count for entrant, count in state["strikes"].items()})
        self.benched = {int(entrant): block for entrant, block in state["benched"].items()}
        self.faults = Counter(state["faults"])
        self.void_blocks = state["void_blocks"]

    def _pass_over(self, stage: int, block: int) -> FoldedBlock:
        skipped = self._skips.pop(self.next_block)
        if not skipped.benched:
            self.void_blocks += 1
        self.tables[stage].skip(benched=skipped.benched, matches=self._programme.schedules[stage].seats)
        return FoldedBlock(stage, block, ())

    def _fold_block(self, stage: int, block: int, records: tuple[MatchRecord, ...]) -> FoldedBlock:
        faults: Counter[int] = Counter()
        struck: Counter[int] = Counter()
        for record in records:
            for fault in record.faults:
                entrant = record.seats[fault.seat]
                faults[entrant] += 1
                struck[entrant] += fault.is_incident
                self.faults[fault.kind.value] += 1
            struck.update(record.seats[seat] for seat in record.forfeits)
        rotations = tuple(RotationResult(r.seats, r.places, r.forfeits) for r in records)
        self.tables[stage].fold(BlockResult(records[0].seats, rotations, dict(faults)))
        return FoldedBlock(stage, block, records, tuple(self._bench(struck)))

    def _bench(self, struck: Counter[int]) -> Iterable[int]:
        """Count forfeits and incidents; bench who has too many, from the window's edge on."""
        for entrant in sorted(+struck):
            self.strikes[entrant] += struck[entrant]
            if self.strikes[entrant] >= self._setup.bench_after and entrant not in self.benched:
                self.benched[entrant] = self.next_block + self._setup.window
                yield entrant
