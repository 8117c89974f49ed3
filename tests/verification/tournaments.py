"""Small tournaments of real games, played in this process as the runner plays: with benchings and voids."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.core.clock import ManualClock
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.faults import FaultKind
from arena.match.local import RandomPlayer, play_match
from arena.match.player import TimeControl
from arena.match.record import MatchRecord
from arena.match.referee import Referee
from arena.match.transcript import to_json
from arena.scheduling.seeds import bot_seed, commitment, deal_seed, secret_from_seed
from arena.tournament.fold import Fold
from arena.tournament.ports import Checkpoint, SkippedBlock
from arena.tournament.programme import programme_of
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup
from arena.verification.claim import Claim, ClaimedMatch, claim_of
from arena.verification.head import head_to_json
from arena.verification.lines import read_file
from arena.verification.proof import Proven, prove

SECRET = secret_from_seed("tests of verification")


def stage(
    game: str = "linger_longer",
    preset: str = "standard",
    *,
    entrants: int = 4,
    seats: int = 3,
    deals: int = 1,
    tables: int | None = None,
    **options: int | str,
) -> StageSetup:
    """Make a stage, named like its game."""
    return StageSetup(
        name=game,
        game=game,
        options=find_game(game).options(preset, {"players": seats, **options}),
        entrants=tuple(range(entrants)),
        seats=seats,
        deals=deals,
        tables=tables,
        draw_probability=0.2,
    )


def make_setup(*stages: StageSetup, window: int = 3, bench_after: int = 4) -> TournamentSetup:
    """Make a tournament of such stages."""
    count = max(max(stage.entrants) for stage in stages) + 1
    return TournamentSetup(
        name="cup",
        entrants=tuple(
            Entrant(number, f"bot_{number}", f"1.{number}", Path("bot"), ("bot",), (), "")
            for number in range(count)
        ),
        stages=stages,
        secret=SECRET,
        practice=False,
        time=TimeControl(),
        start_us=1,
        timing=Timing.THROUGHPUT,
        anonymous=False,
        max_faults=2,
        bench_after=bench_after,
        window=window,
        in_flight=16,
        max_instances=12,
        sandbox="process",
    )


@dataclass
class Played:
    """A tournament as a database has it."""

    setup: TournamentSetup
    records: list[MatchRecord] = field(default_factory=list)
    skipped: list[SkippedBlock] = field(default_factory=list)
    checkpoint: Checkpoint | None = None
    is_finished: bool = True

    def claim(self, **changes: Any) -> Claim:
        """Return what it says of itself."""
        claim = claim_of(
            "cup-1",
            self.setup,
            secret=self.setup.secret,
            commitment=commitment(SECRET),
            is_finished=self.is_finished,
            skipped=tuple(self.skipped),
            checkpoint=self.checkpoint,
        )
        return replace(claim, **changes)

    def prove(self, *, records: Iterable[MatchRecord] | None = None, **changes: Any) -> Proven:
        """Prove it from the records, or from others."""
        chosen = self.records if records is None else records
        return prove(self.claim(**changes), [ClaimedMatch(record) for record in chosen])

    def lines(self) -> list[dict[str, Any]]:
        """Return the lines of its file."""
        matches = [self._line(record) for record in self.records]
        return [head_to_json(self.claim()), *matches]

    def _line(self, record: MatchRecord) -> dict[str, Any]:
        entry = next(each for each in self.setup.stages if each.name == record.id.stage)
        return to_json(
            record,
            tournament="cup-1",
            game=find_game(entry.game),
            options=entry.options,
            seed=deal_seed(self.setup.secret, entry.name, record.id.block),
            reveal_seed=self.is_finished,
            entrants=[(entrant.name, entrant.version) for entrant in self.setup.entrants],
        )


def prove_lines(lines: Sequence[dict[str, Any]], folder: Path) -> Proven:
    """Prove a file with such lines."""
    file = folder / "cup.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="ascii")
    return prove(*read_file(file))


def play(
    setup: TournamentSetup,
    *,
    forfeiting: int | None = None,
    void: Collection[int] = (),
    blocks: int | None = None,
) -> Played:
    """Play all blocks, or the first few of them.

    Args:
        forfeiting: an entrant that answers nothing but illegal moves.
        void: blocks, over all stages, of which all matches but the first fail for our reasons.
        blocks: how many are played; the tournament is then unfinished.
    """
    programme = programme_of(setup)
    fold = Fold(setup, programme)
    played = Played(setup, is_finished=blocks is None)
    for number in range(programme.total_blocks if blocks is None else blocks):
        index, block = programme.locate(number)
        skipped = fold.bench_skip(number)
        records = [] if skipped is not None else play_block(setup, index, block, forfeiting=forfeiting)
        if number in void:
            skipped = SkippedBlock(index, block, (), "the roof fell in")
            records = records[:1]
        if skipped is not None:
            played.skipped.append(skipped)
            fold.skip(skipped)
        for record in records:
            fold.add(record)
        played.records += records
        fold.advance()
    checkpoint = fold.checkpoint()
    # As a database gives it back.
    played.checkpoint = Checkpoint(checkpoint.next_block, json.loads(json.dumps(checkpoint.state)))
    return played


def play_block(
    setup: TournamentSetup, index: int, block: int, *, forfeiting: int | None = None
) -> list[MatchRecord]:
    """Play all rotations of a block."""
    entry = setup.stages[index]
    table = programme_of(setup).schedules[index].block(block)
    records = []
    for rotation in range(entry.seats):
        match = MatchId(entry.name, block, rotation)
        seats = table.seating(rotation)
        referee = Referee(
            find_game(entry.game),
            entry.options,
            id=match,
            seats=seats,
            seed=deal_seed(setup.secret, entry.name, block),
            bot_seeds=[bot_seed(setup.secret, match, seat) for seat in range(entry.seats)],
            max_faults=setup.max_faults,
            started=1_700_000_000.25,
        )
        _spoil(referee, seats, forfeiting)
        records.append(play_match(referee, [RandomPlayer() for _ in seats], ManualClock()))
    return records


def _spoil(referee: Referee, seats: Sequence[int], forfeiting: int | None) -> None:
    """Have an entrant answer illegally, from the beginning and until it has forfeited."""
    while forfeiting in seats and not referee.has_forfeited(seats.index(forfeiting)):
        question = referee.ask()
        if question is None:
            return
        if seats[question.seat] == forfeiting:
            referee.refuse(FaultKind.MALFORMED_MOVE, "no move", wall_us=5, cpu_us=5)
        else:
            referee.answer(question.view.legal[0], wall_us=9, charged_us=9)
