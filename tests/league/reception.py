"""A real server on loopback, a front that shows what the door does, and clients that can say anything."""
# ruff: noqa: N802, ARG002 - gRPC names the methods

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import grpc

from arena.core.clock import Clock, ManualClock
from arena.core.errors import ConfigError, HostError, StorageBusy
from arena.league.account_calls import AccountCalls
from arena.league.admin_service import AdminService
from arena.league.calls import Refusal, caller, in_thread
from arena.league.listening import Listening
from arena.league.server import LeagueServer, Limits
from arena.league.tokens import Token, hash_token, make_token
from arena.protocol.v1 import league_pb2 as wire
from arena.protocol.v1 import league_pb2_grpc
from arena.roster.account import Account, Role
from arena.roster.submission import QuotaExceeded
from arena.storage.league_store import LeagueStore

LEAGUE = "/arena.protocol.v1.League/"
ADMIN = "/arena.protocol.v1.Admin/"
SECRET_PATH = "/srv/data/league.db"
QUICK = Limits(probe_seconds=0.05)


@cache
def key_of(name: str) -> tuple[Token, str]:
    """Return an account's token and its hash; made once, since that takes a while."""
    token = make_token(name)
    return token, hash_token(token)


def enter(store: LeagueStore, name: str, role: Role = Role.AUTHOR) -> str:
    """Make an account and return its token."""
    token, token_hash = key_of(name)
    store.add_account(Account(name, role, token_hash, created=0.0))
    return token.text


class Front(AccountCalls, league_pb2_grpc.LeagueServicer):
    """A League that does as the league's name says."""

    def __init__(self) -> None:
        self.served = 0
        self.watchers = 0
        self.hung_up = asyncio.Event()
        self.go_on = asyncio.Event()
        self.at_work = asyncio.Event()

    async def ListLeagues(self, request: wire.ListLeaguesRequest, context: Any) -> wire.ListLeaguesResponse:
        self.served += 1
        return wire.ListLeaguesResponse(leagues=[wire.LeagueInfo(name="main")])

    async def GetStandings(self, request: wire.GetStandingsRequest, context: Any) -> wire.Standings:
        if request.league in ERRORS:
            raise ERRORS[request.league]
        if request.league == "slow":
            self.at_work.set()
            await self.go_on.wait()
        if request.league == "who":
            peer = (await in_thread(caller)).peer
            return wire.Standings(league=peer)
        if request.league not in {"main", "slow"}:
            raise Refusal(grpc.StatusCode.NOT_FOUND, f"there is no league {request.league!r}")
        return wire.Standings(league="main")

    async def WatchStandings(
        self, request: wire.GetStandingsRequest, context: Any
    ) -> AsyncIterator[wire.Standings]:
        self.watchers += 1
        try:
            yield wire.Standings(league=request.league)
            await asyncio.Event().wait()
        finally:
            self.watchers -= 1
            self.hung_up.set()

    async def SubmitBot(self, requests: Any, context: Any) -> AsyncIterator[wire.SubmitBotResponse]:
        size = 0
        try:
            async for request in requests:
                size += len(request.chunk)
                yield wire.SubmitBotResponse(stage=wire.SUBMISSION_STAGE_RECEIVING, text=str(size))
            yield wire.SubmitBotResponse(stage=wire.SUBMISSION_STAGE_DECIDED, text=str(size))
        finally:
            self.hung_up.set()


ERRORS: dict[str, Exception] = {
    "wrong": ConfigError("league 'wrong' has no such game; say linger_longer"),
    "spent": QuotaExceeded("20 submissions a day; come again in 3 h", room_at=None),
    "busy": StorageBusy(f"database {SECRET_PATH} is locked by another process"),
    "host": HostError(f"no sandbox in {SECRET_PATH}"),
    "bug": ZeroDivisionError(f"division by zero in {SECRET_PATH}"),
}


class Desk:
    """Notes what admins ask for (admin_service.Office)."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def add_league(self, file: str) -> wire.LeagueInfo:
        if "[league]" not in file:
            raise ConfigError("the file has no [league]")
        return wire.LeagueInfo(name="main")

    def set_running(self, league: str, is_running: bool) -> None:
        self.asked.append(("set_running", league, is_running))

    def end_season(self, league: str) -> int:
        self.asked.append(("end_season", league))
        return 3

    def bench(self, league: str, account: str, bot: str, is_benched: bool) -> None:
        self.asked.append(("bench", league, account, bot, is_benched))


@dataclass
class Reception:
    """A server that runs, and a client of it."""

    server: LeagueServer
    port: int
    front: Front
    desk: Desk
    clock: Clock
    channel: Any

    async def call(self, method: str, request: Any = b"", token: str | None = None, **options: Any) -> Any:
        """Make a unary call with a message or bytes, and return its answer as bytes."""
        raw = request if isinstance(request, bytes) else request.SerializeToString()
        return await self.channel.unary_unary(method)(raw, metadata=shown(token), timeout=20, **options)

    async def code(self, method: str, request: Any = b"", token: str | None = None, **options: Any) -> Any:
        """Make a unary call, and return how it ended."""
        return (await self.failure(method, request, token, **options)).code()

    async def failure(self, method: str, request: Any = b"", token: str | None = None, **options: Any) -> Any:
        """Make a unary call that must fail, and return its error."""
        try:
            await self.call(method, request, token, **options)
        except grpc.aio.AioRpcError as error:
            return error
        raise AssertionError(f"{method} was answered")

    async def standings(self, league: str) -> wire.Standings:
        """Ask for standings."""
        return wire.Standings.FromString(
            await self.call(LEAGUE + "GetStandings", wire.GetStandingsRequest(league=league))
        )

    async def is_well(self) -> bool:
        """Make a good call."""
        answer = await self.call(LEAGUE + "ListLeagues")
        return [league.name for league in wire.ListLeaguesResponse.FromString(answer).leagues] == ["main"]


def shown(token: str | None) -> tuple[tuple[str, str], ...]:
    """Return the metadata that shows a token."""
    return () if token is None else (("authorization", f"Bearer {token}"),)


@asynccontextmanager
async def reception(
    store: LeagueStore,
    *,
    limits: Limits = QUICK,
    clock: Clock | None = None,
    probe: Callable[[], None] = lambda: None,
    served: Callable[[str, str, float], None] = lambda *_: None,
    league: Any = None,
    office: Any = None,
) -> AsyncIterator[Reception]:
    """Run a server for a test, by default with a front and a desk that do as they are told."""
    clock = clock or ManualClock()
    front, desk = Front(), Desk()
    server = LeagueServer(
        league=league or front,
        admin=AdminService(store, office or desk, clock),
        accounts=store,
        probe=probe,
        clock=clock,
        limits=limits,
        served=served,
    )
    port = await server.open(Listening())
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield Reception(server, port, front, desk, clock, channel)
    finally:
        await server.stop(0)


@contextmanager
def served(store: LeagueStore) -> Iterator[Reception]:
    """Run a server for a test that blocks."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        context = reception(store)
        yield asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result(30)
        asyncio.run_coroutine_threadsafe(context.__aexit__(None, None, None), loop).result(30)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
