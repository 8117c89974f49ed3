"""The calls about matches: for anybody, once a block is complete; what bots wrote: for their authors."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

from arena.league.calls import Refusal, caller, in_thread
from arena.league.hub import Hub
from arena.league.matches import RoundMatches
from arena.league.standings import find_league
from arena.match.record import MatchRecord
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.archive import Archive
from arena.storage.league_store import LeagueStore
from arena.tournament.output_text import output_text

MOST = 100
USUAL = 20
SLOWEST, FASTEST = 0.1, 1000.0
_MOST_LOG_BYTES = 2 << 20


class MatchCalls:
    """A part of the service `League`."""

    def __init__(self, store: LeagueStore, archive: Archive, hub: Hub) -> None:
        """Serve what a store holds."""
        self._store = store
        self._archive = archive
        self._hub = hub

    async def ListMatches(self, request: wire.ListMatchesRequest, context: Any) -> wire.ListMatchesResponse:
        """List matches of complete blocks, newest first."""
        del context
        return await in_thread(self._list, request)

    async def GetMatch(self, request: wire.GetMatchRequest, context: Any) -> wire.GetMatchResponse:
        """Return one match, whole."""
        del context
        return await in_thread(self._get, request)

    async def WatchMatch(
        self, request: wire.WatchMatchRequest, context: Any
    ) -> AsyncIterator[wire.WatchMatchResponse]:
        """Tell a match move by move; without one, the next whose block is complete."""
        del context
        if request.pace and not SLOWEST <= request.pace <= FASTEST:
            raise Refusal(
                grpc.StatusCode.INVALID_ARGUMENT,
                f"pace is {SLOWEST:g} to {FASTEST:,.0f} moves a second, or 0",
            )
        matches, match = await self._chosen(request)
        record = await in_thread(matches.record, match)
        yield wire.WatchMatchResponse(summary=matches.summary(record))
        for lines in _steps(await in_thread(matches.as_text, record)):
            yield wire.WatchMatchResponse(lines=lines)
            if request.pace:
                await asyncio.sleep(1 / request.pace)

    async def GetLogs(self, request: wire.GetLogsRequest, context: Any) -> wire.GetLogsResponse:
        """Return what a bot wrote, to its author or an admin."""
        del context
        account = caller().account
        assert account is not None  # noqa: S101 -- the policy lets nobody in without one
        owner, _, bot = request.bot.rpartition("/")
        owner = owner or account.name
        if owner != account.name and account.role is not Role.ADMIN:
            raise Refusal(
                grpc.StatusCode.PERMISSION_DENIED, f"what {owner}'s bots write is for their author alone"
            )
        return await in_thread(self._logs, request, f"{owner}/{bot}")

    async def _chosen(self, request: wire.WatchMatchRequest) -> tuple[RoundMatches, str]:
        """Return the match that is asked for, or wait for the next."""
        if request.match:
            return await in_thread(self._round, request.league, request.round), request.match
        await in_thread(find_league, self._store, request.league)
        seen, known = self._hub.changes(request.league), await in_thread(self._newest, request.league)
        while True:
            seen = await self._hub.wait_beyond(request.league, seen)
            newest = await in_thread(self._newest, request.league)
            if newest is not None and newest != known:
                return await in_thread(self._round, request.league, newest[0]), newest[1]

    def _newest(self, league: str) -> tuple[int, str] | None:
        """Return round and id of the last match in the schedule whose block is complete; None without any."""
        if self._store.latest_round(league) is None:
            return None
        matches = self._round(league, 0)
        for summary in matches.latest(bot="", only_faults=False, limit=1, before=""):
            return matches.round.number, summary.match
        return None

    def _round(self, league: str, number: int) -> RoundMatches:
        return RoundMatches(self._store, self._archive, league, number)

    def _list(self, request: wire.ListMatchesRequest) -> wire.ListMatchesResponse:
        limit = request.limit or USUAL
        if limit > MOST:
            raise Refusal(grpc.StatusCode.INVALID_ARGUMENT, f"limit is 1 to {MOST}, or 0 for {USUAL}")
        matches = self._round(request.league, request.round)
        found = matches.latest(
            bot=request.bot, only_faults=request.only_faults, limit=limit, before=request.before
        )
        return wire.ListMatchesResponse(
            round=matches.round.number, tournament=matches.round.tournament, matches=found
        )

    def _get(self, request: wire.GetMatchRequest) -> wire.GetMatchResponse:
        matches = self._round(request.league, request.round)
        record: MatchRecord = matches.record(request.match)
        return wire.GetMatchResponse(summary=matches.summary(record), record_json=matches.as_json(record))

    def _logs(self, request: wire.GetLogsRequest, bot: str) -> wire.GetLogsResponse:
        matches = self._round(request.league, request.round)
        found, match = matches.output(bot, request.match)
        lines = output_text(found.pieces, held_back=found.held_back, dropped=found.dropped, match=match)
        text = "".join(f"{line}\n" for line in lines)
        return wire.GetLogsResponse(text=text[-_MOST_LOG_BYTES:])


def _steps(lines: list[str]) -> list[list[str]]:
    """Cut a told match into what belongs to one move each: it begins with the line of the move, numbered."""
    steps: list[list[str]] = [[]]
    for line in lines:
        if line[4:5].isdecimal() and line[:5].strip().isdecimal():
            steps.append([])
        steps[-1].append(line)
    return steps
