"""Matches per second of a league of four bots with many spectators, beside the same league without them.

The spectators are another process on the same cores, so what they need themselves is in the figure.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from arena.bench.server_entries import enter, pack_bots
from arena.bench.server_process import LEAGUE, Served, database, make_accounts, serve
from arena.core.clock import Clock
from arena.core.errors import HostError
from arena.league.client import LeagueClient
from arena.league.standings import StandingsReader
from arena.rating.standings import StageTable
from arena.storage.league_store import LeagueStore, open_league_store
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of

AUTHORS = ("ann", "ben", "cat", "dot")
SEATS = len(AUTHORS)
FILE = f"""
name = "{LEAGUE}"
target_blocks = 1_000_000
games = [{{ game = "linger_longer", seats = {SEATS} }}]
"""
"""One round, which is longer than any measurement: what a round costs at its start is not in the figures."""
START_SECONDS = 300
POLL_SECONDS = 0.05
Tell = Callable[[str], None]
Row = tuple[float, float, int, int, int]


@dataclass(frozen=True, slots=True)
class WatchedRound:
    """The league without spectators and with them, one after the other."""

    alone: float
    """Matches per second."""
    watched: float
    snapshots: float
    """Standings per second that came to the spectators, of all together."""
    broken: int
    """Spectators whose stream ended before its time."""

    @property
    def ratio(self) -> float:
        """How much of its pace the league keeps."""
        return self.watched / self.alone


@dataclass(frozen=True, slots=True)
class Watching:
    """All rounds, and the tables' proof."""

    watchers: int
    rounds: tuple[WatchedRound, ...]
    matches: int
    """Matches that the tables were computed anew from."""
    is_equal: bool
    """The tables shown are those computed anew, figure by figure."""

    @property
    def ratio(self) -> float:
        """The median ratio."""
        return median(each.ratio for each in self.rounds)


def bench_watching(
    folder: Path, clock: Clock, tell: Tell, *, rounds: int, seconds: float, watchers: int
) -> Watching:
    """Measure round after round, then stop the server and compute its tables anew."""
    data = folder / "watched"
    tokens = make_accounts(data, AUTHORS)
    measured = []
    with serve(data, tokens) as served, served.client() as client:
        client.admin.AddLeague(file=FILE)
        for author, parcel in zip(AUTHORS, pack_bots(folder, SEATS), strict=True):
            enter(served, author, parcel)
        client.admin.SetLeagueRunning(league=LEAGUE, is_running=True)
        _pace(client, clock, seconds)  # until all lanes play, and none of them for the first time
        for number in range(rounds):
            measured.append(_measure(served, client, clock, seconds, watchers, watched_first=number % 2 == 1))
            tell(
                f"round {number + 1} of {rounds}: {measured[-1].watched:,.0f} matches/s with {watchers} "
                f"watchers, {measured[-1].alone:,.0f} without"
            )
    with open_league_store(database(data)) as store:
        matches, recomputed = _recomputed(store)
        return Watching(watchers, tuple(measured), matches, recomputed == _shown(store))


def _measure(
    served: Served, client: LeagueClient, clock: Clock, seconds: float, watchers: int, *, watched_first: bool
) -> WatchedRound:
    """Measure both, in turns the one or the other first: a machine's pace changes with time."""
    alone = 0.0 if watched_first else _pace(client, clock, seconds)
    with _crowd(served, watchers) as end:
        begun = clock.micros()
        watched = _pace(client, clock, seconds)
        passed = (clock.micros() - begun) / 1e6
        seen, broken = end()
    alone = alone or _pace(client, clock, seconds)
    return WatchedRound(alone, watched, seen / passed, broken)


def _pace(client: LeagueClient, clock: Clock, seconds: float) -> float:
    """Return matches per second, from one change of the table to another."""
    begun, first = _next_change(client, clock)
    while True:
        now, blocks = _next_change(client, clock)
        if now - begun >= seconds * 1e6:
            return (blocks - first) * SEATS / (now - begun) * 1e6


def _next_change(client: LeagueClient, clock: Clock) -> tuple[int, int]:
    """Wait for the next complete blocks; return when they came, in microseconds, and how many there are."""
    before = client.league.GetStandings(league=LEAGUE).blocks
    end = clock.micros() + START_SECONDS * 1_000_000
    while (blocks := client.league.GetStandings(league=LEAGUE).blocks) == before:
        if clock.micros() > end:
            raise HostError(
                f"no block was completed in {START_SECONDS} s; see what else runs on this machine"
            )
        time.sleep(POLL_SECONDS)
    return clock.micros(), blocks


@contextmanager
def _crowd(served: Served, watchers: int) -> Iterator[Callable[[], tuple[int, int]]]:
    """Let spectators watch; what is yielded ends them and returns what they saw, and whose streams broke."""
    command = [sys.executable, "-m", "arena.bench.server_watchers", served.address, LEAGUE, str(watchers)]
    crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert crowd.stdout is not None  # noqa: S101 -- it is a pipe
        if crowd.stdout.readline() != "ready\n":
            raise HostError("the spectators of the bench did not all get the standings")

        def end() -> tuple[int, int]:
            told, _ = crowd.communicate(timeout=120)
            seen, broken = map(int, told.split())
            return seen - watchers, broken

        yield end
    finally:
        crowd.kill()
        crowd.wait()


def _recomputed(store: LeagueStore) -> tuple[int, dict[str, Row]]:
    """Compute the league's table from all matches of all rounds, from newcomers on."""
    table: StageTable | None = None
    matches = 0
    names: list[str] = []
    for round_ in reversed(store.rounds(LEAGUE, limit=None)):
        found = store.archive.find(round_.tournament)
        fold = Fold(found.setup, programme_of(found.setup))
        if table is not None:
            fold.tables[0] = StageTable.from_state({**table.to_state(), "blocks": 0})
        for record in store.archive.matches(found):
            fold.add(record)
            matches += 1
        fold.advance()
        table = fold.tables[0]
        names = [store.submission(number).account for number in round_.entrants]
    rows = () if table is None else table.rows()
    return matches, {
        names[row.entrant]: (row.mu, row.sigma, row.blocks, row.matches, row.wins) for row in rows
    }


def _shown(store: LeagueStore) -> dict[str, Row]:
    (table,) = StandingsReader(store, store.archive).standings(LEAGUE).tables
    return {row.account: (row.mu, row.sigma, row.blocks, row.matches, row.wins) for row in table.rows}
