"""A whole tournament proven from nothing: every match, where it belongs, and the tables that follow."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from arena.core.errors import CheckFailed
from arena.core.ids import MatchId
from arena.match.record import MatchRecord
from arena.scheduling.seeds import commitment
from arena.tournament.fold import Fold
from arena.tournament.ports import SkippedBlock
from arena.tournament.programme import programme_of
from arena.verification.claim import Claim, ClaimedMatch
from arena.verification.match_proof import MatchProof
from arena.verification.seating import Seating
from arena.verification.stated_draws import check_same_deals
from arena.verification.tables import compare_tables, tables_to_json

OF_PLAY = ("moves", "events", "places", "chips", "faults", "benched bots", "tables")
"""What is proven by playing every match again."""
PARTS = ("commitment", "deals", "seats", *OF_PLAY)
"""All that is proven of a tournament whose secret is known."""
_SECRET_BYTES = 32
_NONE = (-1, -1)
"""Stands before the first match."""


@dataclass(slots=True)
class Proven:
    """How much was proven."""

    matches: int = 0
    """Matches that were played again."""
    moves: int = 0
    rated_blocks: int = 0
    void_blocks: tuple[str, ...] = ()
    """Blocks that count for nobody, which only whoever ran the tournament can explain."""
    benched_blocks: int = 0
    """Blocks that were not played because somebody at their table was benched."""
    waiting_blocks: int = 0
    """Complete blocks beyond those in the tables."""
    unplayed_matches: int = 0
    """Matches that could not be played again: the secret is not known, and not every shuffle is stated."""
    unproven: tuple[str, ...] = ()
    """What could not be, since the secret is not known: some of PARTS, and `drawn tables`."""


def prove(claim: Claim, matches: Iterable[ClaimedMatch]) -> Proven:
    """Prove a tournament.

    Args:
        claim: what it says of itself.
        matches: its matches in the order of the schedule. Of an unfinished tournament, those of whole blocks.

    Returns:
        What was proven.

    Raises:
        CheckFailed: something is not as it should be; the message names the first of it.
    """
    return _Proof(claim).run(matches)


class _Proof:
    """Goes through the blocks of the schedule, with the stored matches and a fold of its own beside them."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._programme = programme_of(claim)
        self._seating = Seating(claim, self._programme)
        self._fold = Fold(claim, self._programme)
        self._match_proof = MatchProof(claim)
        self._stages = {stage.name: number for number, stage in enumerate(claim.stages)}
        self._skips: dict[int, SkippedBlock] = {}
        self._void_matches: Counter[str] = Counter()
        self._last: tuple[int, int] | None = None
        """Block and rotation of the last match, once all have been read."""
        self._proven = Proven()

    def run(self, matches: Iterable[ClaimedMatch]) -> Proven:
        """Prove everything."""
        self._check_commitment()
        self._check_end()
        self._note_skips()
        for number, block in self._blocks(matches):
            self._pass_empty(number)
            self._check_block(number, block)
        self._pass_empty(self._claim.next_block)
        self._check_tables()
        self._proven.unproven = tuple(self._unproven())
        return self._proven

    def _unproven(self) -> Iterator[str]:
        if not self._claim.secret:
            yield from ("commitment", "deals")
        if not all(map(self._seating.is_known, range(len(self._claim.stages)))):
            yield "drawn tables"
        if self._proven.unplayed_matches:
            yield from OF_PLAY

    def _check_commitment(self) -> None:
        claim = self._claim
        if not claim.secret and not claim.is_finished:
            return
        found = commitment(claim.secret)
        if found != claim.commitment:
            raise CheckFailed(
                f"the commitment of {claim.tournament}: stored is {claim.commitment}, "
                f"but the SHA-256 of its secret is {found}"
            )
        if len(claim.secret) != _SECRET_BYTES:
            raise CheckFailed(
                f"the secret of {claim.tournament} has {len(claim.secret)} bytes, not {_SECRET_BYTES}"
            )

    def _check_end(self) -> None:
        claim, total = self._claim, self._programme.total_blocks
        if claim.next_block > total or (claim.is_finished and claim.next_block != total):
            state = "finished" if claim.is_finished else "unfinished"
            raise CheckFailed(
                f"{claim.tournament} is {state} with {claim.next_block} blocks in its tables, "
                f"and its schedule has {total}"
            )

    def _note_skips(self) -> None:
        for skipped in self._claim.skipped:
            stage = self._claim.stages[skipped.stage].name
            if skipped.block not in range(self._programme.schedules[skipped.stage].blocks):
                raise CheckFailed(f"block {stage}/{skipped.block} is listed as skipped, and there is no such")
            number = self._programme.first_block(skipped.stage) + skipped.block
            if number in self._skips:
                raise CheckFailed(f"block {stage}/{skipped.block} is listed as skipped twice")
            self._skips[number] = skipped
            if not skipped.benched:
                self._proven.void_blocks += (f"{stage}/{skipped.block}",)

    def _blocks(self, matches: Iterable[ClaimedMatch]) -> Iterator[tuple[int, list[ClaimedMatch]]]:
        """Yield the stored matches block by block, with the block's number over all stages."""
        for number, block in groupby(self._in_order(matches), key=self._block_of):
            yield number, list(block)

    def _in_order(self, matches: Iterable[ClaimedMatch]) -> Iterator[ClaimedMatch]:
        """See to it that every match is in the schedule, and in its order, so that none comes twice."""
        last = _NONE
        for match in matches:
            stage, block, rotation = found = match.record.id
            schedule = self._programme.schedules[self._stages[stage]]
            if not (block < schedule.blocks and rotation < schedule.seats):
                raise CheckFailed(
                    f"match {found} is not in the schedule: stage {stage} has {schedule.blocks} blocks "
                    f"of {schedule.seats} matches"
                )
            place = (self._block_of(match), rotation)
            if place <= last:
                told = "stands there twice" if place == last else f"stands after {self._named(*last)}"
                raise CheckFailed(f"match {found} {told}; matches come in the order of the schedule")
            last = place
            yield match
        self._last = last

    def _block_of(self, match: ClaimedMatch) -> int:
        return self._programme.first_block(self._stages[match.record.id.stage]) + match.record.id.block

    def _named(self, number: int, rotation: int) -> MatchId:
        stage, block = self._programme.locate(number)
        return MatchId(self._claim.stages[stage].name, block, rotation)

    def _pass_empty(self, end: int) -> None:
        """Pass over blocks before one, of which no match is stored."""
        for number in range(self._fold.next_block, min(end, self._claim.next_block)):
            skipped = self._skips.get(number)
            self._check_benching(number, skipped, None)
            if skipped is None:
                raise self._missing(number, 0)
            if not skipped.benched and not self._claim.is_finished:
                # Until the end, matches of a block that is not whole are nobody's business.
                stage = self._claim.stages[skipped.stage]
                self._void_matches[stage.name] += stage.seats - 1
            self._fold.skip(skipped)
            self._fold.advance()

    def _missing(self, number: int, rotation: int) -> CheckFailed:
        missing = (
            f"match {self._named(number, rotation)} is missing (or all of its block), and its block counts"
        )
        if self._last is None or self._last > (number, rotation):
            return CheckFailed(missing)
        last = "there is no match" if self._last == _NONE else f"{self._named(*self._last)} is the last match"
        return CheckFailed(f"{missing}; {last}, so the end seems to be cut off")

    def _check_block(self, number: int, block: list[ClaimedMatch]) -> None:
        """Prove the matches of a block, and fold it if it is in the tables."""
        stage, _ = self._programme.locate(number)
        rotations = [match.record.id.rotation for match in block]
        seats = self._programme.schedules[stage].seats
        skipped = self._skips.get(number)
        missing = next((rotation for rotation in range(seats) if rotation not in rotations), None)
        if skipped is None and missing is not None:
            raise self._missing(number, missing)
        if skipped is not None and (skipped.benched or missing is None):
            why = (
                f"skipped ({skipped.reason})" if skipped.benched else "void, and all of its matches are there"
            )
            raise CheckFailed(f"match {block[0].record.id} is stored, and its block is {why}")
        table = self._seating.check(stage, [match.record for match in block])
        self._check_benching(number, skipped, table)
        for match in block:
            self._check_match(stage, match)
        if not self._claim.secret:
            check_same_deals(block)
        self._take(number, stage, skipped, [match.record for match in block])

    def _take(
        self, number: int, stage: int, skipped: SkippedBlock | None, records: list[MatchRecord]
    ) -> None:
        if number >= self._claim.next_block:
            self._proven.waiting_blocks += skipped is None
            return
        if skipped is not None:
            self._void_matches[self._claim.stages[stage].name] += len(records)
            self._fold.skip(skipped)
        else:
            self._proven.rated_blocks += 1
            for record in records:
                self._fold.add(record)
        self._fold.advance()

    def _check_match(self, stage: int, match: ClaimedMatch) -> None:
        if self._match_proof.check(stage, match):
            self._proven.matches += 1
            self._proven.moves += len(match.record.moves)
        else:
            self._proven.unplayed_matches += 1

    def _check_benching(
        self, number: int, skipped: SkippedBlock | None, table: tuple[int, ...] | None
    ) -> None:
        """Check that a block was skipped if, and only if, somebody at its table was benched by then."""
        stage, block = self._programme.locate(number)
        table = table or self._seating.table(stage, block)
        stored = skipped.benched if skipped is not None else ()
        if table is None:  # the table is drawn from a secret that is not known
            table = stored
        benched = self._fold.benched_at(number, table)
        if stored != benched:
            raise CheckFailed(
                f"block {self._claim.stages[stage].name}/{block}: benched at its table are, as stored, "
                f"{self._names(stored)}; by the matches before it, {self._names(benched)}"
            )
        self._proven.benched_blocks += bool(stored)

    def _names(self, entrants: tuple[int, ...]) -> str:
        return ", ".join(self._claim.entrants[entrant].name for entrant in entrants) or "nobody"

    def _check_tables(self) -> None:
        for number, skipped in sorted(self._skips.items()):
            if number >= self._claim.next_block and skipped.benched:
                self._check_benching(number, skipped, None)
        try:
            compare_tables(
                self._claim.tables,
                tables_to_json(self._fold, self._claim),
                void_matches=self._void_matches,
            )
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise CheckFailed(f"the tables of {self._claim.tournament} are damaged: {error!r}") from error
