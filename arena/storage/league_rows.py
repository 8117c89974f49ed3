"""Leagues, their rounds and ratings as rows of the database, and back."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from arena.core.errors import ConfigError, UnknownName
from arena.core.ids import check_name
from arena.roster.league import League, LeagueRound, RoundKind
from arena.storage.schema import LEAGUE_RATINGS, LEAGUE_ROUNDS, LEAGUES, TOURNAMENTS

Tallies = Mapping[int, Mapping[str, Any]]
"""By submission: `asdict` of each `rating.standings.Tally`."""


def add_league(connection: Connection, league: League) -> None:
    """Keep a new league.

    Raises:
        ConfigError: there is one of that name, or it is no name.
    """
    check_name(league.name, what="league")
    if connection.scalar(select(LEAGUES.c.name).where(LEAGUES.c.name == league.name)) is not None:
        raise ConfigError(f"there is a league {league.name!r} already; give the new one another name")
    row = {
        "name": league.name,
        "settings": dict(league.settings),
        "created": league.created,
        "is_running": league.is_running,
        "season": league.season,
        "is_frozen": league.is_frozen,
        "seconds_played": 0.0,
    }
    connection.execute(insert(LEAGUES).values(row))


def find_league(connection: Connection, name: str) -> League | None:
    """Return a league, or None if there is none of that name."""
    row = connection.execute(select(LEAGUES).where(LEAGUES.c.name == name)).one_or_none()
    return None if row is None else _league_of(row)


def get_league(connection: Connection, name: str) -> League:
    """Return a league.

    Raises:
        ConfigError: there is none of that name.
    """
    found = find_league(connection, name)
    if found is None:
        raise UnknownName(f"there is no league {name!r}")
    return found


def list_leagues(connection: Connection) -> list[League]:
    """Return all leagues by name."""
    return [_league_of(row) for row in connection.execute(select(LEAGUES).order_by(LEAGUES.c.name))]


def change_league(connection: Connection, name: str, **values: Any) -> None:
    """Change columns of a league.

    Raises:
        ConfigError: there is none of that name.
    """
    if not connection.execute(update(LEAGUES).where(LEAGUES.c.name == name).values(values)).rowcount:
        raise UnknownName(f"there is no league {name!r}")


def add_round(
    connection: Connection, tournament: str, league: str, kind: RoundKind, entrants: tuple[int, ...]
) -> LeagueRound:
    """Keep a tournament as the next round of a league, and return that.

    Raises:
        ConfigError: there is no such league, or its latest round is not finished.
    """
    season = get_league(connection, league).season
    latest = connection.execute(_select_rounds(league).limit(1)).one_or_none()
    if latest is not None and not latest.is_finished:
        raise ConfigError(
            f"round {latest.number} of league {league} is not finished; play {latest.id} to its end first"
        )
    number = 1 if latest is None else latest.number + 1
    key = select(TOURNAMENTS.c.number).where(TOURNAMENTS.c.id == tournament)
    row = {
        "league": league,
        "number": number,
        "season": season,
        "kind": kind.value,
        "tournament": connection.execute(key).scalar_one(),
        "entrants": list(entrants),
        "is_finished": False,
    }
    connection.execute(insert(LEAGUE_ROUNDS).values(row))
    return LeagueRound(league, number, season, kind, tournament, entrants)


def list_rounds(connection: Connection, league: str, *, limit: int | None) -> list[LeagueRound]:
    """Return the latest rounds of a league, the newest first."""
    return [_round_of(row) for row in connection.execute(_select_rounds(league).limit(limit))]


def find_round(connection: Connection, league: str, number: int) -> LeagueRound | None:
    """Return a round, or None if there is none of that number."""
    query = _select_rounds(league).where(LEAGUE_ROUNDS.c.number == number)
    row = connection.execute(query).one_or_none()
    return None if row is None else _round_of(row)


def finish_round(connection: Connection, league: str, number: int, ratings: Mapping[str, Tallies]) -> None:
    """Mark a round finished, and put its ratings, by game, in the place of the league's of the same bots.

    Raises:
        ConfigError: there is no such round, or it is finished: its ratings are never changed.
    """
    columns = LEAGUE_ROUNDS.c
    of_round = (columns.league == league) & (columns.number == number) & ~columns.is_finished
    if not connection.execute(update(LEAGUE_ROUNDS).where(of_round).values(is_finished=True)).rowcount:
        raise UnknownName(f"league {league} has no unfinished round {number}")
    for game, tallies in ratings.items():
        if not tallies:
            continue
        of_game = (LEAGUE_RATINGS.c.league == league) & (LEAGUE_RATINGS.c.game == game)
        connection.execute(delete(LEAGUE_RATINGS).where(of_game, LEAGUE_RATINGS.c.submission.in_([*tallies])))
        rows = [
            {"league": league, "game": game, "submission": submission, "tally": dict(tally)}
            for submission, tally in tallies.items()
        ]
        connection.execute(insert(LEAGUE_RATINGS), rows)


def read_ratings(connection: Connection, league: str, game: str) -> dict[int, dict[str, Any]]:
    """Return the tallies after the last finished round, by submission."""
    columns = LEAGUE_RATINGS.c
    query = select(columns.submission, columns.tally).where(columns.league == league, columns.game == game)
    return {row.submission: row.tally for row in connection.execute(query)}


def forget_ratings(connection: Connection, league: str) -> None:
    """Let every bot of a league be a newcomer again."""
    connection.execute(delete(LEAGUE_RATINGS).where(LEAGUE_RATINGS.c.league == league))


def read_seconds(connection: Connection, league: str) -> float:
    """Return how long a league has played, in seconds.

    Raises:
        ConfigError: there is none of that name.
    """
    seconds = connection.scalar(select(LEAGUES.c.seconds_played).where(LEAGUES.c.name == league))
    if seconds is None:
        raise UnknownName(f"there is no league {league!r}")
    return float(seconds)


def _select_rounds(league: str) -> Select[Any]:
    """Select rounds with their tournaments' ids, the newest first."""
    query = select(LEAGUE_ROUNDS, TOURNAMENTS.c.id).join_from(LEAGUE_ROUNDS, TOURNAMENTS)
    return query.where(LEAGUE_ROUNDS.c.league == league).order_by(LEAGUE_ROUNDS.c.number.desc())


def _league_of(row: Row[Any]) -> League:
    return League(
        name=row.name,
        settings=row.settings,
        created=row.created,
        is_running=row.is_running,
        season=row.season,
        is_frozen=row.is_frozen,
    )


def _round_of(row: Row[Any]) -> LeagueRound:
    return LeagueRound(
        league=row.league,
        number=row.number,
        season=row.season,
        kind=RoundKind(row.kind),
        tournament=row.id,
        entrants=tuple(row.entrants),
        is_finished=row.is_finished,
    )
