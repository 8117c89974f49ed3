"""How long GetStandings takes in a league with many bots and very many matches, beside one without a match.

Before every measured call the league is changed, so that the server reads its tables anew: what it remembers
of the last answer is not measured. Both servers are real ones and take turns.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from arena.bench.server_process import LEAGUE, database, make_accounts, serve
from arena.core.clock import Clock, SystemClock
from arena.league.client import LeagueClient
from arena.league.planning import Contender
from arena.league.round_setup import plan_stages, round_entrants, round_kind, round_setup
from arena.league.settings import LeagueSettings, parse_settings
from arena.rating.standings import Tally
from arena.roster.account import Account, Role
from arena.roster.league import League, LeagueRound
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore, open_league_store
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of
from arena.tournament.setup import Entrant

GAME = "linger_longer"
SEATS = 4
SETTINGS: LeagueSettings = parse_settings(
    {"name": LEAGUE, "games": [{"game": GAME, "seats": SEATS}]}, where="arena bench"
)
RECORD_BYTES = 300
"""Of a stored match: about what a hand of four takes."""
GROUP = 50_000
"""Matches in one transaction."""
INSERT = """
    INSERT INTO matches (tournament, stage, block, rotation, seats, faults, record)
    WITH RECURSIVE numbers(number) AS (SELECT ? UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
    SELECT ?, 0, number / 4, number % 4, ',0,1,2,3,', 0, randomblob(?) FROM numbers
"""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Tables:
    """What calls took, in milliseconds."""

    bots: int
    matches: int
    calls: int
    full_p50: float
    full_p99: float
    empty_p50: float
    empty_p99: float


def bench_tables(folder: Path, clock: Clock, tell: Tell, *, bots: int, matches: int, calls: int) -> Tables:
    """Make both databases, then let their servers answer in turn."""
    full, empty = folder / "full", folder / "empty"
    tokens = {data: make_accounts(data, ()) for data in (full, empty)}
    for data, stored in ((full, matches), (empty, 0)):
        _fill(data, bots, stored, tell)
    taken: dict[Path, list[float]] = {full: [], empty: []}
    with (
        serve(full, tokens[full]) as first,
        serve(empty, tokens[empty]) as second,
        first.client() as of_full,
        second.client() as of_empty,
    ):
        for number in range(calls):
            taken[full].append(_call(of_full, clock, bots))
            taken[empty].append(_call(of_empty, clock, bots))
            if (number + 1) % 100 == 0:
                tell(f"{number + 1} of {calls} calls to each server are done")
    return Tables(
        bots,
        matches,
        calls,
        full_p50=median(taken[full]),
        full_p99=_p99(taken[full]),
        empty_p50=median(taken[empty]),
        empty_p99=_p99(taken[empty]),
    )


def _call(client: LeagueClient, clock: Clock, bots: int) -> float:
    """Change the league, then time one call; return milliseconds."""
    client.admin.SetLeagueRunning(league=LEAGUE, is_running=False)
    begun = clock.micros()
    (table,) = client.league.GetStandings(league=LEAGUE).tables
    taken = (clock.micros() - begun) / 1e3
    assert len(table.rows) == bots  # noqa: S101 -- else it is not what is to be measured
    return taken


def _p99(taken: Sequence[float]) -> float:
    return quantiles(taken, n=100, method="inclusive")[-1]


def _fill(data: Path, bots: int, matches: int, tell: Tell) -> None:
    """Make a league with a finished round and one under way, and spread matches over both."""
    with open_league_store(database(data)) as store:
        store.add_league(League(LEAGUE, SETTINGS.to_json(), created=SystemClock().now().timestamp()))
        entered = [_enter(store, number) for number in range(bots)]
        tallies: dict[int, Tally] = {}
        rounds = []
        for number in (1, 2):
            rounds.append(_begin(store, entered, tallies, number))
            if number == 1:
                tallies = {bot.number: _played(bot.number, matches // 2 // bots) for bot in entered}
                store.tournaments.finish(rounds[0].tournament)
                kept = {number: _as_json(tally) for number, tally in tallies.items()}
                store.finish_round(LEAGUE, 1, {GAME: kept})
    _insert(database(data), rounds, matches, tell)


def _enter(store: LeagueStore, number: int) -> Submission:
    name = f"author-{number}"
    store.add_account(Account(name, Role.AUTHOR, "none", created=0.0))
    sent = store.add_submission(name, LEAGUE, "bot", f"{number:064x}", (GAME,), 1.0, 100, 100)
    return store.accept(sent.number, 2.0)


def _begin(
    store: LeagueStore, entered: Sequence[Submission], tallies: dict[int, Tally], number: int
) -> LeagueRound:
    """Store a round as a server would, with a checkpoint after no block."""
    contenders = [
        Contender(bot.number, bot.account, bot.bot, tallies[bot.number].blocks if tallies else 0)
        for bot in entered
    ]
    stages = plan_stages(SETTINGS, {GAME: contenders}, number=number)
    bots = {bot.number: _entrant(bot) for bot in entered}
    setup = round_setup(
        SETTINGS, stages, bots, {GAME: tallies}, secret=bytes([number]) * 32, max_instances=SEATS
    )
    begun = store.create_round(
        setup, "", league=LEAGUE, kind=round_kind(stages), entrants=round_entrants(stages)
    )
    store.tournaments.add(begun.tournament, [], checkpoint=Fold(setup, programme_of(setup)).checkpoint())
    return begun


def _entrant(bot: Submission) -> Entrant:
    return Entrant(
        number=0,
        name=f"s{bot.number}",
        version="1",
        directory=Path("/bots") / bot.content_hash,
        command=("python", "bot.py"),
        games=bot.games,
        content_hash=bot.content_hash,
    )


def _played(submission: int, blocks: int) -> Tally:
    """Make up what a bot has played: any figures do, as long as each bot has others."""
    mu = 25 + submission % 97 / 10
    matches = blocks * SEATS
    return Tally(submission, mu, 1.0, blocks, matches, wins=matches // 4, doubled_places=5 * blocks)


def _as_json(tally: Tally) -> dict[str, float]:
    return {name: getattr(tally, name) for name in Tally.__slots__}


def _insert(file: Path, rounds: Sequence[LeagueRound], matches: int, tell: Tell) -> None:
    """Put rows of matches straight into the database: real ones would take an hour to play."""
    connection = sqlite3.connect(file)
    with connection:
        keys = dict(connection.execute("SELECT id, number FROM tournaments"))
    each = matches // len(rounds)
    for number, round_ in enumerate(rounds):
        for begin in range(0, each, GROUP):
            last = min(begin + GROUP, each) - 1
            with connection:
                connection.execute(INSERT, (begin, last, keys[round_.tournament], RECORD_BYTES))
            tell(f"{number * each + last + 1:,} of {matches:,} matches are stored")
    connection.close()
