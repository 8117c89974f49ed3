"""Watching a league from afar: standings that go on when the server comes back, and matches told."""

import time
from collections.abc import Callable, Iterator

from arena.core.errors import HostError
from arena.league.client import LeagueClient
from arena.league.tables import tables_from_wire
from arena.roster.league_tables import LeagueTables

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before each attempt to reach a server again that was lost; the last again and again."""


def read_tables(client: LeagueClient, league: str, number: int = 0, season: int = 0) -> LeagueTables:
    """Return a league's tables now, at the end of a round, or at the end of a season.

    Raises:
        ConfigError: there is no such league, round or final.
        HostError: the server can't be reached.
    """
    return tables_from_wire(client.league.GetStandings(league=league, round=number, season=season))


def watch_tables(client: LeagueClient, league: str, tell: Callable[[str], None]) -> Iterator[LeagueTables]:
    """Yield a league's tables whenever they change, for ever.

    A server that is lost is tried again with growing pauses; `tell` is given a line about it. One that
    can't be reached at the first attempt is an error.

    Raises:
        ConfigError: there is no such league.
        HostError: the server can't be reached at all.
    """
    was_reached = False
    failures = 0
    while True:
        try:
            for told in client.league.WatchStandings(league=league):
                was_reached, failures = True, 0
                yield tables_from_wire(told)
            lost = f"{client.access.server}: the server has closed the connection"
        except HostError as error:
            if not was_reached:
                raise
            lost = str(error)
        pause = PAUSES[min(failures, len(PAUSES) - 1)]
        failures += 1
        tell(f"{lost}; trying again")
        time.sleep(pause)


def next_match(client: LeagueClient, league: str) -> Iterator[list[str]]:
    """Yield the next match whose block is complete, a move with what follows from it at a time."""
    return told_match(client, league, "", 0)


def told_match(client: LeagueClient, league: str, match: str, number: int) -> Iterator[list[str]]:
    """Yield a match of a round (0: the latest), a move with what follows from it at a time.

    Raises:
        ConfigError: there is no such league, round or match.
        HostError: the server can't be reached.
    """
    for told in client.league.WatchMatch(league=league, match=match, round=number):
        if told.lines:
            yield list(told.lines)
