"""A small run as events, and consoles of known size to draw it on."""

import io
from collections.abc import Iterable

from rich.console import Console

from arena.core.ids import MatchId
from arena.dashboard.snapshot import Snapshot, fold
from arena.match.faults import FaultKind
from arena.rating.standings import StandingRow
from arena.tournament.events import (
    BlocksFolded,
    BlockVoided,
    EntrantBenched,
    Event,
    FaultReported,
    MatchesStored,
    MatchFinished,
    ShardReplaced,
    StageInfo,
    TournamentEnded,
    TournamentStarted,
)

NAMES = (
    "random_bot",
    "greedy_bot",
    "long_trumps",
    "card_counter",
    "sleeper",
    "small_steps-and-aces-kept_v12",
)
STAGES = (
    StageInfo("long", "linger_longer", "standard", seats=4, blocks=3000, matches=12_000),
    StageInfo("elevator", "color_elevator", "standard", seats=3, blocks=1200, matches=3_600),
)
NOTICES = (
    "process isolates nothing: bots can read your files, use the network and disturb each other; "
    "for trusted bots only",
    "practice: the deals follow from the seed in the file, so anyone could compute them",
)
STARTED = TournamentStarted("quickstart-3", STAGES, NAMES, 2, NOTICES, (0, 0))
ENDED = TournamentEnded(
    finished=True,
    repeatable="no: 3 time faults",
    void_blocks=1,
    overall=(),
    commitment="c0" * 32,
    secret="5e" * 32,
)
STOPPED = TournamentEnded(
    finished=False,
    repeatable="yes",
    void_blocks=1,
    overall=(),
    commitment="c0" * 32,
    secret="",
)


def rows(blocks: int, *, best: float = 34.0) -> tuple[StandingRow, ...]:
    """A table of all six bots, the last of them benched."""
    order = (3, 2, 5, 1, 0, 4)
    return tuple(
        StandingRow(
            rank=rank,
            entrant=entrant,
            mu=best - 3.21 * rank,
            sigma=0.9 + rank / 100,
            blocks=blocks // (2 if rank < 6 else 100),
            matches=2 * blocks,
            wins=blocks // rank,
            mean_place=1.5 + 0.25 * rank,
            faults=(rank - 4) * 7 if rank > 4 else 0,
            forfeits=12 if rank == 6 else 0,
            is_benched=rank == 6,
        )
        for rank, entrant in enumerate(order, start=1)
    )


def finished(stage: int, block: int, rotation: int = 0) -> MatchFinished:
    seats = tuple((block + seat) % len(NAMES) for seat in range(STAGES[stage].seats))
    forfeits = tuple(seat for seat, entrant in enumerate(seats) if entrant == 4)
    order = sorted(range(len(seats)), key=lambda seat: (seat in forfeits, (seat * 5 + block) % 7))
    places = tuple(order.index(seat) + 1 for seat in range(len(seats)))
    return MatchFinished(MatchId(STAGES[stage].name, block, rotation), stage, seats, places, forfeits)


def fault(evidence: str, *, entrant: int = 4, block: int = 7, forfeit: bool = False) -> FaultReported:
    match = MatchId("long", block, 1)
    return FaultReported(match, entrant, FaultKind.TIME_OUT, is_forfeit=forfeit, evidence=evidence)


def halfway() -> list[tuple[int, Event]]:
    """Return events of a run after 8 seconds, each with its time in milliseconds."""
    events: list[tuple[int, Event]] = [(0, STARTED)]
    for second in range(1, 9):
        events.append((1000 * second, MatchesStored(0, 900, 21_000, 600)))
        latest = tuple(finished(0, 220 * second + block) for block in range(4))
        events.append((1000 * second, BlocksFolded(0, 220 * second, rows(220 * second), latest)))
    events += [
        (8000, fault("no answer after 500 ms and a bank of 5,000 ms", forfeit=True)),
        (8000, fault("played 9c, but may play Th or As", entrant=0, block=9)),
        (8000, EntrantBenched(4, 0, 2000)),
        (8000, ShardReplaced(1, "its process ended with signal 9")),
        (8000, BlockVoided(0, 77, "the worker was lost five times")),
        (8000, MatchesStored(1, 300, 9_000, 100)),
        (8000, BlocksFolded(1, 30, rows(30, best=29.0), tuple(finished(1, block) for block in range(5)))),
        (8000, BlocksFolded(0, 1760, rows(1760), ())),
    ]
    return events


def snapshot_of(events: Iterable[tuple[int, Event]]) -> Snapshot:
    """Fold events that have times in milliseconds."""
    snapshot = Snapshot()
    for milliseconds, event in events:
        snapshot = fold(snapshot, event, 1000 * milliseconds)
    return snapshot


def drawn(*what: object, width: int, height: int = 40) -> str:
    """Print to a file as wide as asked for; return it without the spaces at line ends."""
    file = io.StringIO()
    console = Console(width=width, height=height, file=file, force_terminal=False, color_system=None)
    for each in what:
        console.print(each)
    return without_margin(file.getvalue())


def without_margin(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())
