"""A league's tables, put together from what is kept up to date with every block, never from matches.

A bot that plays in the round under way stands as that round's fold says, which began with what it had
before; all others stand as they did when they last played.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from arena.core.errors import UnknownName
from arena.league.settings import LeagueSettings
from arena.protocol.v1 import league_pb2 as wire
from arena.rating.standings import StageTable, StandingRow
from arena.roster.league import League, LeagueRound, RoundKind
from arena.roster.submission import Submission
from arena.storage.archive import Archive
from arena.storage.league_store import LeagueStore
from arena.tournament.ports import Checkpoint
from arena.tournament.programme import programme_of

ANY_DRAW_PROBABILITY = 0.2
"""Rows are only ranked here, and nothing is rated."""


class StandingsReader:
    """Reads tables; blocking, for any thread."""

    def __init__(self, store: LeagueStore, archive: Archive) -> None:
        """Read from a store."""
        self._store = store
        self._archive = archive
        # What is read of a tournament here never changes, so it is read and parsed once.
        self._found = lru_cache(maxsize=64)(archive.find)
        self._total_blocks = lru_cache(maxsize=64)(self._count_blocks)

    def result(self, name: str, season: int) -> wire.Standings:
        """Return the result of a season: the tables of its final.

        Raises:
            ConfigError: there is no such league, or the season has no final.
        """
        rounds = self._store.rounds(find_league(self._store, name).name, limit=None)
        finals = (one.number for one in rounds if one.kind is RoundKind.FINAL and one.season == season)
        number = next(finals, None)
        if number is None:
            raise UnknownName(f"season {season} of league {name} has no final, or not yet")
        return self.standings(name, number)

    def standings(self, name: str, number: int = 0) -> wire.Standings:
        """Return a league's tables now, or as they were at the end of a round.

        Raises:
            ConfigError: there is no such league or round.
        """
        league = find_league(self._store, name)
        round_ = find_round(self._store, league, number) if number else _latest_of_season(self._store, league)
        answer = wire.Standings(league=name, season=league.season, is_running=league.is_running)
        shown = self._bots(league, round_ if number else None)
        under_way: dict[str, dict[int, Mapping[str, Any]]] = {}
        if round_ is not None:
            checkpoint = self._archive.checkpoint(self._found(round_.tournament))
            self._tell_round(answer, round_, checkpoint)
            under_way = self._under_way(round_, checkpoint)
        for game in LeagueSettings.from_json(league.settings).games:
            before = {} if number else self._store.ratings(name, game)
            tallies = {**before, **under_way.get(game, {})}
            answer.tables.add(game=game, rows=_rows([bot for bot in shown if game in bot.games], tallies))
        return answer

    def ratings(self, league: str, bots: Iterable[Submission], game: str) -> Mapping[int, wire.StandingsRow]:
        """Return the rows, by submission, of bots that may not play any more; without a rank among others."""
        latest = _latest_of_season(self._store, find_league(self._store, league))
        under_way: Mapping[int, Mapping[str, Any]] = {}
        if latest is not None:
            checkpoint = self._archive.checkpoint(self._found(latest.tournament))
            under_way = self._under_way(latest, checkpoint).get(game, {})
        tallies = {**self._store.ratings(league, game), **under_way}
        rated = [bot for bot in bots if bot.number in tallies]
        return dict(zip([bot.number for bot in rated], _rows(rated, tallies, in_order=False), strict=True))

    def _tell_round(self, answer: wire.Standings, round_: LeagueRound, checkpoint: Checkpoint | None) -> None:
        found = self._found(round_.tournament)
        answer.round, answer.kind, answer.season = round_.number, round_.kind, round_.season
        answer.tournament, answer.commitment = found.id, found.commitment
        answer.total_blocks = self._total_blocks(round_.tournament)
        answer.blocks = checkpoint.next_block if checkpoint is not None else 0

    def _count_blocks(self, tournament: str) -> int:
        return programme_of(self._found(tournament).setup).total_blocks

    def _bots(self, league: League, round_: LeagueRound | None) -> list[Submission]:
        if round_ is None:
            return list(self._store.current(league.name))
        return [self._store.submission(number) for number in round_.entrants]

    def _under_way(
        self, round_: LeagueRound, checkpoint: Checkpoint | None
    ) -> dict[str, dict[int, Mapping[str, Any]]]:
        """Return the tallies of a round by game and submission; none before its first block."""
        if checkpoint is None:
            return {}
        stages = self._found(round_.tournament).setup.stages
        return {
            stage.game: {round_.entrants[tally["entrant"]]: tally for tally in state["entrants"]}
            for stage, state in zip(stages, checkpoint.state["stages"], strict=True)
        }


def find_league(store: LeagueStore, name: str) -> League:
    """Return a league by its name.

    Raises:
        ConfigError: there is none.
    """
    league = store.league(name)
    if league is None:
        names = ", ".join(each.name for each in store.leagues()) or "none"
        raise UnknownName(f"there is no league {name!r}; the leagues here: {names}")
    return league


def find_round(store: LeagueStore, league: League, number: int) -> LeagueRound:
    """Return a round of a league by its number, the latest for 0.

    Raises:
        ConfigError: it has not begun.
    """
    latest = store.latest_round(league.name)
    if latest is None:
        raise UnknownName(f"league {league.name} has no round yet")
    if number in {0, latest.number}:
        return latest
    found = store.round(league.name, number)
    if found is None:
        raise UnknownName(f"league {league.name} has no round {number}; it has 1 to {latest.number}")
    return found


def _latest_of_season(store: LeagueStore, league: League) -> LeagueRound | None:
    """Return the latest round, unless a new season has begun since."""
    latest = store.latest_round(league.name)
    return latest if latest is not None and latest.season == league.season else None


def _rows(
    bots: Sequence[Submission], tallies: Mapping[int, Mapping[str, Any]], *, in_order: bool = True
) -> list[wire.StandingsRow]:
    """Rank the bots that have played; the others stand below, without a rank."""
    by_number = {bot.number: bot for bot in bots}
    rated = [{**tallies[number], "entrant": number} for number in by_number if number in tallies]
    state = {"draw_probability": ANY_DRAW_PROBABILITY, "blocks": 0, "entrants": rated}
    table = StageTable.from_state(state).rows()
    rows = [_row(by_number[row.entrant], row) for row in table]
    if not in_order:
        place = {row.entrant: row for row in table}
        return [_row(bot, place[bot.number]) for bot in bots]
    fresh = [bot for bot in bots if bot.number not in tallies]
    return [*rows, *(_newcomer(bot) for bot in fresh)]


def _row(bot: Submission, row: StandingRow) -> wire.StandingsRow:
    return wire.StandingsRow(
        rank=row.rank if row.blocks else 0,
        account=bot.account,
        bot=bot.bot,
        version=bot.version,
        mu=row.mu,
        sigma=row.sigma,
        blocks=row.blocks,
        matches=row.matches,
        wins=row.wins,
        mean_place=row.mean_place,
        faults=row.faults,
        forfeits=row.forfeits,
        is_benched=row.is_benched,
    )


def _newcomer(bot: Submission) -> wire.StandingsRow:
    newcomer = StageTable([bot.number], draw_probability=ANY_DRAW_PROBABILITY).rows()[0]
    return _row(bot, newcomer)
