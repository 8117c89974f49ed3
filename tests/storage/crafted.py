"""Setups and records made by hand: storing doesn't look at what was played."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.faults import Fault, FaultKind
from arena.match.player import TimeControl
from arena.match.record import MatchEnding, MatchRecord
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup

SECRET = sha256(b"a secret of the tests").digest()
FAULT = Fault(FaultKind.TIME_OUT, seat=1, move_number=3, evidence="too late", wall_us=900, cpu_us=800)


def make_setup(name: str = "cup", secret: bytes = SECRET) -> TournamentSetup:
    """Make a tournament of two stages: 5 bots at tables of 4, then 3 of them at tables of 3."""
    entrants = tuple(
        Entrant(
            number=number,
            name=f"bot{number}",
            version="1.2",
            directory=Path("/bots") / f"bot{number}",
            command=("python3", "bot.py"),
            games=("linger_longer", "color_elevator"),
            content_hash=f"{number:064x}",
        )
        for number in range(5)
    )
    return TournamentSetup(
        name=name,
        entrants=entrants,
        stages=(
            _stage("main", "linger_longer", entrants=5, seats=4, preset="grand_coup"),
            _stage("final", "color_elevator", entrants=3, seats=3, preset="original"),
        ),
        secret=secret,
        practice=False,
        time=TimeControl(400_000, 3_000_000),
        start_us=9_000_000,
        timing=Timing.STRICT,
        anonymous=True,
        max_faults=2,
        bench_after=7,
        window=512,
        in_flight=1,
        max_instances=12,
        sandbox="process",
    )


def _stage(name: str, game: str, *, entrants: int, seats: int, preset: str) -> StageSetup:
    return StageSetup(
        name=name,
        game=game,
        options=find_game(game).options(preset, {"players": seats, "first_to": 3}),
        entrants=tuple(range(entrants)),
        seats=seats,
        deals=100,
        tables=None,
        draw_probability=0.2,
    )


def make_record(
    block: int,
    rotation: int,
    *,
    stage: str = "main",
    seats: tuple[int, ...] | None = None,
    faults: tuple[Fault, ...] = (),
    moves: bytes = bytes(range(40)),
) -> MatchRecord:
    """Make a record of a match that looks like one of that stage."""
    seats = seats or ((0, 1, 2, 3) if stage == "main" else (0, 1, 2))
    return MatchRecord(
        id=MatchId(stage, block, rotation),
        seats=seats,
        moves=moves,
        micros=tuple(100 + number for number in range(len(moves))),
        substitutes=(),
        places=tuple(range(1, len(seats) + 1)),
        chips=(0,) * len(seats),
        ending=MatchEnding.PLAYED,
        faults=faults,
        forfeits=(),
        notes=(),
        started=1_700_000_000.5,
        seconds=0.25,
    )


def make_block(block: int, *, stage: str = "main") -> list[MatchRecord]:
    """Make all rotations of a block."""
    return [make_record(block, rotation, stage=stage) for rotation in range(4 if stage == "main" else 3)]


def ids(records: Iterable[MatchRecord]) -> list[str]:
    """Return the ids of some records as text."""
    return [str(record.id) for record in records]
