"""A database with tournaments of real games, played by random players in this process."""

from pathlib import Path

from arena.core.clock import ManualClock
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.faults import FaultKind
from arena.match.local import RandomPlayer, play_match
from arena.match.player import TimeControl
from arena.match.record import MatchRecord
from arena.match.referee import Referee
from arena.scheduling.seeds import bot_seed, deal_seed, secret_from_seed
from arena.storage import SqlStore, open_store
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup

SECRET = secret_from_seed("tests of the command line")
HOSTILE_NOTE = "evil \x1b[31mred\x1b[0m [bold]loud[/bold] \u202egnp"
BOTS = ("ann", "ben", "cat", "dot")


def make_setup(name: str = "cup") -> TournamentSetup:
    """Make a tournament of two stages: all tables of three out of four bots, then a duel of two."""
    entrants = tuple(
        Entrant(
            number=number,
            name=bot,
            version=f"1.{number}",
            directory=Path("/bots") / bot,
            command=("python3", "bot.py"),
            games=("linger_longer", "color_elevator"),
            content_hash=f"{number:064x}",
        )
        for number, bot in enumerate(BOTS)
    )
    return TournamentSetup(
        name=name,
        entrants=entrants,
        stages=(
            _stage("main", "linger_longer", entrants=4, seats=3, deals=2),
            _stage("duel", "color_elevator", entrants=2, seats=2, deals=3),
        ),
        secret=SECRET,
        practice=False,
        time=TimeControl(),
        start_us=10_000_000,
        timing=Timing.THROUGHPUT,
        anonymous=False,
        max_faults=3,
        bench_after=10,
        window=4096,
        in_flight=16,
        max_instances=12,
        sandbox="process",
    )


def _stage(name: str, game: str, *, entrants: int, seats: int, deals: int) -> StageSetup:
    return StageSetup(
        name=name,
        game=game,
        options=find_game(game).options("standard", {"players": seats}),
        entrants=tuple(range(entrants)),
        seats=seats,
        deals=deals,
        tables=None,
        draw_probability=0.2,
    )


def play_block(setup: TournamentSetup, stage: int, block: int) -> list[MatchRecord]:
    """Play all rotations of a block; in the first of block 0 of a stage the first seat answers illegally."""
    entry = setup.stages[stage]
    table = programme_of(setup).schedules[stage].block(block)
    records = []
    for rotation in range(entry.seats):
        match = MatchId(entry.name, block, rotation)
        referee = Referee(
            find_game(entry.game),
            entry.options,
            id=match,
            seats=table.seating(rotation),
            seed=deal_seed(setup.secret, entry.name, block),
            bot_seeds=[bot_seed(setup.secret, match, seat) for seat in range(entry.seats)],
            started=1_700_000_000.25,
        )
        if block == rotation == 0:
            referee.ask()
            referee.refuse(FaultKind.MALFORMED_MOVE, HOSTILE_NOTE, wall_us=5, cpu_us=5)
        players = [RandomPlayer() for _ in range(entry.seats)]
        records.append(play_match(referee, players, ManualClock()))
    return records


def play_all(store: SqlStore, setup: TournamentSetup, *, blocks: int | None = None) -> str:
    """Create a tournament and play its blocks, or some of each stage; return its id."""
    tournament = store.create(setup, "")
    fold = Fold(setup, programme_of(setup))
    for stage, schedule in enumerate(programme_of(setup).schedules):
        for block in range(schedule.blocks if blocks is None else blocks):
            records = play_block(setup, stage, block)
            for record in records:
                fold.add(record)
            fold.advance()
            store.add(tournament, records, checkpoint=fold.checkpoint())
    return tournament


def fill(database: Path) -> None:
    """Store a finished tournament, `cup-1`, and one that was stopped in block 1 of its first stage."""
    with open_store(database) as store:
        store.finish(play_all(store, make_setup()))
        stopped = play_all(store, make_setup("league"), blocks=1)
        store.add(stopped, play_block(make_setup("league"), 0, 1)[:2])
