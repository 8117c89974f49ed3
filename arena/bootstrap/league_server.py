"""The league server put together: its store, its threads that play and check, its port, and how it stops."""

import asyncio
import fcntl
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.bootstrap.check_process import ProcessChecker
from arena.bootstrap.league_machine import LocalMachine, sandbox_for_strangers
from arena.core.clock import Clock
from arena.core.errors import ConfigError
from arena.league.account_calls import AccountCalls
from arena.league.admin_service import AdminService
from arena.league.bot_files import BotFiles
from arena.league.hub import Hub
from arena.league.league_player import LeaguePlayer
from arena.league.league_service import LeagueService
from arena.league.listening import Listening
from arena.league.match_calls import MatchCalls
from arena.league.metrics import Metrics
from arena.league.office import LeagueOffice
from arena.league.rounds import Rounds
from arena.league.server import LeagueServer
from arena.league.standings import StandingsReader
from arena.league.standings_calls import StandingsCalls
from arena.league.submissions import Submissions
from arena.league.submit_service import SubmissionCalls
from arena.storage.league_store import LeagueStore, open_league_store

LOG = logging.getLogger(__name__)
ROUNDS = "arena.rounds"
"""The name under which probes are told whether all that should be played can be played."""
DRAIN_SECONDS = 60
"""How long running matches may take to end once the server is told to stop."""
ABANDON_SECONDS = 30
"""How long abandoned workers and bots may take to end."""
CALL_SECONDS = 5
"""How long calls may take to end."""


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How a server is run."""

    data: Path
    """The folder with bots' files, and the database unless another is given."""
    database: str
    """Path or URL."""
    listening: Listening
    workers: int
    sandbox: str
    trusts: bool
    """Bots are trusted like programs that the operator starts himself."""
    metrics: tuple[str, int] | None
    """Address and port of the metrics; None for none."""
    drain_seconds: float = DRAIN_SECONDS


@dataclass(frozen=True, slots=True)
class Opened:
    """What a person should know of a server that has begun."""

    port: int
    sandbox: str
    accounts: int
    leagues: int


def serve(options: ServerOptions, clock: Clock, opened: Callable[[Opened], None]) -> None:
    """Serve until SIGTERM or SIGINT; then drain. A second signal abandons running matches: nothing is lost.

    Args:
        options: How.
        clock: The machine's.
        opened: Called when it listens.

    Raises:
        ConfigError: the folder is another server's, the port can't be had, no sandbox can hold the bots.
        HostError: the folder can't be written.
        StorageError: the database can't be opened.
    """
    sandbox = sandbox_for_strangers(options.sandbox, trust=options.trusts)
    with _own_folder(options.data), open_league_store(options.database, clock) as store:
        asyncio.run(_Server(options, store, sandbox, clock).run(opened))


@contextmanager
def _own_folder(data: Path) -> Iterator[None]:
    """Make the folder, and hold it against other servers; who dies lets it go.

    Raises:
        ConfigError: it can't be made, or another server has it.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = os.open(data / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(f"--data {data}: can't be written: {error.strerror}") from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ConfigError(f"--data {data}: another server runs with this folder; choose another") from None
    finally:
        os.close(held)


class _Server:
    """One server, from its start to its stop; belongs to one event loop."""

    def __init__(self, options: ServerOptions, store: LeagueStore, sandbox: str, clock: Clock) -> None:
        self._options = options
        self._store = store
        self._clock = clock
        self._sandbox = sandbox
        self._metrics = Metrics()
        self._files = BotFiles(options.data)
        self._machine = LocalMachine(
            store.tournaments, sandbox, options.trusts, workers=options.workers, clock=clock
        )
        self._stopping = asyncio.Event()
        self._stops = 0

    async def run(self, opened: Callable[[Opened], None]) -> None:
        """Serve until a signal comes, then stop."""
        loop = asyncio.get_running_loop()
        self._hub = Hub(loop)
        player = LeaguePlayer(
            self._store, self._files, self._machine, changed=self._hub.changed, metrics=self._metrics
        )
        self._rounds = Rounds(
            self._store,
            player,
            metrics=self._metrics,
            clock=self._clock,
            told=lambda is_well: server.tell(ROUNDS, is_well=is_well),
        )
        self._submissions = Submissions(
            self._store,
            self._files,
            ProcessChecker(self._sandbox),
            changed=self._changed,
            metrics=self._metrics,
            clock=self._clock,
        )
        server = self._wired()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)
        with ExitStack() as ends:
            if self._options.metrics is not None:
                address, metrics_port = self._options.metrics
                ends.callback(self._metrics.serve(metrics_port, address))
            port = await server.open(self._options.listening)
            self._submissions.start()
            self._rounds.start()
            try:
                opened(await asyncio.to_thread(self._opened, port))
                await self._stopping.wait()
            finally:
                await self._end(server)

    def _wired(self) -> LeagueServer:
        """Put the services together."""
        store, hub, clock = self._store, self._hub, self._clock
        reader = StandingsReader(store, store.archive)
        league = LeagueService(
            StandingsCalls(store, reader, hub),
            MatchCalls(store, store.archive, hub),
            SubmissionCalls(
                store,
                self._files,
                self._submissions,
                changed=self._changed,
                metrics=self._metrics,
                clock=clock,
            ),
            AccountCalls(),
        )
        office = LeagueOffice(
            store, check_sandbox=self._machine.sandbox_for, changed=self._changed, clock=clock
        )
        server = LeagueServer(
            league=league,
            admin=AdminService(store, office, clock),
            accounts=store,
            probe=store.probe,
            clock=clock,
            served=lambda method, code, seconds: self._metrics.calls.labels(method, code).observe(seconds),
        )
        self._metrics.watchers.set_function(lambda: server.watchers)
        return server

    def _changed(self, league: str) -> None:
        """Hear of a change that rounds may wait for, in a thread."""
        self._rounds.changed()
        self._hub.changed(league)

    def _opened(self, port: int) -> Opened:
        return Opened(port, self._sandbox, len(self._store.accounts()), len(self._store.leagues()))

    def _stop(self) -> None:
        """Begin to stop; asked again, abandon what is played."""
        self._stops += 1
        self._stopping.set()
        if self._stops > 1:
            self._rounds.stop()

    async def _end(self, server: LeagueServer) -> None:
        seconds = self._options.drain_seconds
        LOG.info("stopping", extra={"facts": {"within_seconds": seconds + ABANDON_SECONDS}})
        self._submissions.stop()
        self._rounds.stop()
        await server.stop(CALL_SECONDS)
        if not await asyncio.to_thread(self._rounds.join, seconds):
            LOG.warning("running matches are abandoned; they are played again")
            self._rounds.stop()
            await asyncio.to_thread(self._rounds.join, ABANDON_SECONDS)
        await asyncio.to_thread(self._submissions.join, ABANDON_SECONDS)
        LOG.info("stopped; everything stored is kept")
