"""Starts instances and greets them: a few at a time, each with a socket, a token and a limit of its own."""

import asyncio
import secrets
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from arena.core.clock import Clock
from arena.core.errors import BotError, HostError
from arena.gateway.link import Link
from arena.gateway.loss import last_output
from arena.gateway.output_log import OutputLog
from arena.gateway.patience import Patience
from arena.gateway.pondering import Reputation
from arena.gateway.server import BotServer
from arena.gateway.socket_folders import SocketFolders
from arena.match.faults import FaultKind
from arena.tournament.output import OutputPiece
from arena.tournament.ports import LaunchSpec, Limits, LinkOwner, Running, Sandbox
from arena.tournament.setup import Entrant, TournamentSetup

PARALLEL_STARTS = 3
"""Starting a program is work for the processor: many at once would all be late."""
_POLL_SECONDS = 0.02


class GatewayHost:
    """Bots of one tournament, behind streams (ports.BotHost)."""

    def __init__(
        self,
        setup: TournamentSetup,
        sandbox: Sandbox,
        clock: Clock,
        *,
        core: int | None = None,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        parent: Path | None = None,
    ) -> None:
        """Start nothing yet. `parent` is where sockets live, by default with other temporary files."""
        self._setup = setup
        self._sandbox = sandbox
        self._clock = clock
        self._core = core
        self._limits = limits
        self._folders = SocketFolders(parent)
        self._starts = asyncio.Semaphore(PARALLEL_STARTS)
        self._reputations: defaultdict[int, Reputation] = defaultdict(Reputation)
        self._logs: list[OutputLog] = []
        self._ended: list[OutputPiece] = []

    async def start(self, entrant: int, lane: int, owner: LinkOwner) -> Link:
        """Start an instance of an entrant and wait for its hello.

        Raises:
            BotError: it ended, or said no valid hello in time; the message is the evidence.
            HostError: we could not start it.
        """
        async with self._starts:
            server = BotServer(self._folders.make(), secrets.token_urlsafe(24))
            try:
                await server.open()
                running = await self._launched(self._setup.entrants[entrant], server)
                log = self._open_log(running, entrant, lane, server)
            except BaseException as error:
                if isinstance(error, BotError):
                    end = _start_failure(error)
                    self._ended.append(OutputPiece(entrant, lane, server.folder.name, (), end))
                await self._clean_up(server)
                raise
            link = Link(
                running,
                owner,
                self._clock,
                move_us=self._setup.time.move_us,
                timing=self._setup.timing,
                log=log,
                reputation=self._reputations[entrant],
                clean_up=lambda: self._clean_up(server, log),
            )
            server.hand_over(link.serve, link.note_refused_stream)
            try:
                await self._await_hello(server, running)
            except BaseException as error:
                log.end = _start_failure(error) if isinstance(error, BotError) else ""
                await link.close()
                raise
            return link

    def take_output(self) -> list[OutputPiece]:
        """Return what instances wrote since this was called last."""
        ended, self._ended = self._ended, []
        return [*ended, *filter(None, (log.take() for log in self._logs))]

    def _open_log(self, running: Running, entrant: int, lane: int, server: BotServer) -> OutputLog:
        log = OutputLog(
            running.output_file,
            entrant=entrant,
            lane=lane,
            instance=server.folder.name,
            most_bytes=self._limits.file_bytes,
        )
        self._logs.append(log)
        return log

    async def _launched(self, entrant: Entrant, server: BotServer) -> Running:
        """Launch an instance in a thread. That goes on if this is cancelled, and then it is stopped."""
        launching = asyncio.create_task(asyncio.to_thread(self._launch, entrant, server))
        try:
            return await asyncio.shield(launching)
        except asyncio.CancelledError:
            await asyncio.shield(_stop_launched(launching))
            raise

    def _launch(self, entrant: Entrant, server: BotServer) -> Running:
        return self._sandbox.start(
            LaunchSpec(
                name=server.folder.name,
                directory=entrant.directory,
                command=entrant.command,
                socket_directory=server.folder,
                token=server.token,
                limits=self._limits,
                packages=entrant.packages,
                core=self._core,
            )
        )

    async def _await_hello(self, server: BotServer, running: Running) -> None:
        """Wait for the hello, the end of the process, or the end of the time, whichever is first."""
        limit = self._setup.start_us
        patience = Patience(self._clock, running, limit)
        while not server.greeted.done():
            status = running.exit_status()
            if status is not None:
                raise BotError(f"it ended before its hello: {status}{server.refusal()}{last_output(running)}")
            if patience.is_over():
                raise BotError(
                    f"it said no valid hello within {limit / 1e6:g} s{server.refusal()}{last_output(running)}"
                )
            await asyncio.wait({server.greeted}, timeout=_POLL_SECONDS)

    async def _clean_up(self, server: BotServer, log: OutputLog | None = None) -> None:
        if log in self._logs:
            self._logs.remove(log)
            self._ended += filter(None, [log.close()])
        await server.close()
        self._folders.remove(server.folder)


async def _stop_launched(launching: asyncio.Task[Running]) -> None:
    """Stop what nobody waits for any more as soon as it runs."""
    with suppress(BotError, HostError):  # it did not start, or a sweep will find it
        running = await launching
        await asyncio.to_thread(running.stop)


def _start_failure(error: BotError) -> str:
    return f"{FaultKind.START_FAILURE.value}: {error}"
