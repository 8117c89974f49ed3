"""A played league behind a real server, in a thread of its own."""

import asyncio
import threading
from concurrent.futures import Future

from arena.core.clock import ManualClock
from arena.league.account_calls import AccountCalls
from arena.league.admin_service import AdminService
from arena.league.hub import Hub
from arena.league.league_service import LeagueService
from arena.league.listening import Listening
from arena.league.match_calls import MatchCalls
from arena.league.server import LeagueServer
from arena.league.standings import StandingsReader
from arena.league.standings_calls import StandingsCalls
from arena.storage.league_store import LeagueStore
from tests.league.reception import Desk


class Nobody:
    """Takes no submissions."""

    SubmitBot = ListSubmissions = WithdrawBot = None


class Served:
    """A server in a thread of its own, that can be stopped and started again on its port."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self.port = 0
        self.hub: Hub | None = None

    def start(self) -> None:
        opened: Future[int] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(opened)))
        self._thread.start()
        self.port = opened.result(60)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(60)

    async def _run(self, opened: Future[int]) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self.hub = Hub(self._loop)
        store = self._store
        league = LeagueService(
            StandingsCalls(store, StandingsReader(store, store.archive), self.hub, pause=0.01),
            MatchCalls(store, store.archive, self.hub),
            Nobody(),  # type: ignore[arg-type]
            AccountCalls(),
        )
        clock = ManualClock()
        server = LeagueServer(
            league=league,
            admin=AdminService(store, Desk(), clock),
            accounts=store,
            probe=lambda: None,
            clock=clock,
        )
        opened.set_result(await server.open(Listening(port=self.port)))
        await self._stopping.wait()
        await server.stop(0)
