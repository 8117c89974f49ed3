"""The calls about leagues, their bots and their tables: for anybody."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

from arena.core.errors import ConfigError
from arena.league.calls import Refusal, in_thread
from arena.league.hub import Hub
from arena.league.settings import LeagueSettings
from arena.league.standings import StandingsReader, find_league
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.league import League
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore

PAUSE_SECONDS = 0.5
"""Between two snapshots for a watcher, at least: nobody reads faster, and the bots need the processor."""


class StandingsCalls:
    """A part of the service `League`."""

    def __init__(
        self, store: LeagueStore, reader: StandingsReader, hub: Hub, pause: float = PAUSE_SECONDS
    ) -> None:
        """Serve what a store holds; `pause` is in seconds."""
        self._store = store
        self._reader = reader
        self._hub = hub
        self._pause = pause
        self._latest: dict[str, tuple[int, asyncio.Task[wire.Standings]]] = {}

    async def ListLeagues(self, request: wire.ListLeaguesRequest, context: Any) -> wire.ListLeaguesResponse:
        """List the leagues by name."""
        del request, context
        return wire.ListLeaguesResponse(leagues=await in_thread(self._leagues))

    async def ListBots(self, request: wire.ListBotsRequest, context: Any) -> wire.ListBotsResponse:
        """List the bots that play in a league now."""
        del context
        bots = await in_thread(self._current, request.league)
        return wire.ListBotsResponse(bots=[bot_of(bot) for bot in bots])

    async def GetBot(self, request: wire.GetBotRequest, context: Any) -> wire.GetBotResponse:
        """Return a bot with all its versions."""
        del context
        return await in_thread(self._bot, request)

    async def GetStandings(self, request: wire.GetStandingsRequest, context: Any) -> wire.Standings:
        """Return the tables as of the last complete block, of an earlier round, or of a season's final."""
        del context
        if request.round and request.season:
            raise Refusal(grpc.StatusCode.INVALID_ARGUMENT, "season, round: name one of them")
        if request.season:
            return await in_thread(self._reader.result, request.league, request.season)
        if request.round:
            return await in_thread(self._reader.standings, request.league, request.round)
        return await self._now(request.league)

    async def WatchStandings(
        self, request: wire.GetStandingsRequest, context: Any
    ) -> AsyncIterator[wire.Standings]:
        """Yield the tables at once, and again whenever they have changed."""
        del context
        shown = None
        while True:
            seen = self._hub.changes(request.league)
            standings = await self._now(request.league)
            if standings != shown:
                yield standings
                shown = standings
            await asyncio.sleep(self._pause)
            await self._hub.wait_beyond(request.league, seen)

    async def _now(self, league: str) -> wire.Standings:
        """Return the tables; read once a change, however many ask."""
        changes = self._hub.changes(league)
        known = self._latest.get(league)
        if known is None or known[0] != changes or _has_failed(known[1]):
            reading = asyncio.ensure_future(in_thread(self._reader.standings, league))
            known = self._latest[league] = (changes, reading)
        try:
            # One caller that hangs up must not take the answer away from the others.
            return await asyncio.shield(known[1])
        except ConfigError:
            self._latest.pop(league, None)  # names that don't exist are not kept
            raise

    def _leagues(self) -> list[wire.LeagueInfo]:
        return [league_info(league, self._store) for league in self._store.leagues()]

    def _current(self, league: str) -> list[Submission]:
        find_league(self._store, league)
        return list(self._store.current(league))

    def _bot(self, request: wire.GetBotRequest) -> wire.GetBotResponse:
        find_league(self._store, request.league)
        versions = self._store.versions(request.league, request.account, request.bot)
        if not versions:
            raise Refusal(
                grpc.StatusCode.NOT_FOUND,
                f"no bot {request.account}/{request.bot} has played in league {request.league}",
            )
        settings = LeagueSettings.from_json(find_league(self._store, request.league).settings)
        rows = {game: self._reader.ratings(request.league, versions, game) for game in settings.games}
        answer = wire.GetBotResponse(bot=bot_of(versions[0]))
        for version in versions:
            ratings = [
                wire.GameRating(game=game, row=of_game[version.number])
                for game, of_game in rows.items()
                if version.number in of_game
            ]
            answer.versions.add(
                version=version.version, entered_ms=int(version.created * 1000), ratings=ratings
            )
        return answer


def league_info(league: League, store: LeagueStore) -> wire.LeagueInfo:
    """Describe a league as it is now; blocking."""
    settings = LeagueSettings.from_json(league.settings)
    latest = store.latest_round(league.name)
    return wire.LeagueInfo(
        name=league.name,
        games=settings.games,
        is_running=league.is_running,
        is_frozen=league.is_frozen,
        season=league.season,
        rounds=latest.number if latest is not None else 0,
        bots=len(store.current(league.name)),
        is_anonymous=settings.anonymous,
    )


def bot_of(bot: Submission) -> wire.Bot:
    """Describe a bot's version."""
    return wire.Bot(
        account=bot.account,
        name=bot.bot,
        version=bot.version,
        games=bot.games,
        entered_ms=int(bot.created * 1000),
    )


def _has_failed(reading: "asyncio.Task[wire.Standings] | asyncio.Future[wire.Standings]") -> bool:
    return reading.done() and (reading.cancelled() or reading.exception() is not None)
