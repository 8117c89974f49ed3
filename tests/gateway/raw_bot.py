"""A real gateway with a raw client in place of a bot: it can say anything, and no process is needed."""
# ruff: noqa: ARG002 - these serve interfaces

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from arena.core.clock import Clock, SystemClock
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.gateway.host import GatewayHost
from arena.gateway.link import Link
from arena.match.faults import FaultKind
from arena.match.player import Question, TimeControl
from arena.match.referee import Referee
from arena.protocol.mapping.envelopes import choice_to_proto
from arena.protocol.v1 import bot_pb2 as wire
from arena.tournament.ports import BotLink, EndCause, ExitStatus, Incident, LaunchSpec, Spent
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup

GAME = "linger_longer"
DEFAULT_TIME = TimeControl()
PLAY = "/arena.protocol.v1.BotGateway/Play"


class StagedProcess:
    """A running instance whose end and CPU time the test decides (ports.Running)."""

    def __init__(self) -> None:
        self.status: ExitStatus | None = None
        self.cpu = 0
        self.printed = ""
        self.is_frozen = False
        self.is_stopped = False
        self.output_file = Path("/dev/null")

    def cpu_us(self) -> int:
        return self.cpu

    def has_ended(self) -> bool:
        return self.exit_status() is not None

    def exit_status(self) -> ExitStatus | None:
        return self.status

    def freeze(self) -> None:
        self.is_frozen = True

    def thaw(self) -> None:
        self.is_frozen = False

    def output(self, most: int = 4096) -> str:
        return self.printed[-most:]

    def stop(self) -> ExitStatus:
        self.is_stopped = True
        return self.status or ExitStatus(EndCause.STOPPED, 9)


class StagedSandbox:
    """Hands out staged processes, and the specs they were started with (ports.Sandbox)."""

    name = "staged"
    promise = "nothing runs"

    def __init__(self, process: StagedProcess | None = None) -> None:
        self.process = process or StagedProcess()
        self.spec: asyncio.Queue[LaunchSpec] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    def start(self, spec: LaunchSpec) -> StagedProcess:
        self._loop.call_soon_threadsafe(self.spec.put_nowait, spec)
        return self.process

    def sweep(self) -> int:
        return 0


@dataclass
class Owner:
    """Keeps what a link tells its owner (ports.LinkOwner)."""

    incidents: list[Incident] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)
    told: asyncio.Event = field(default_factory=asyncio.Event)

    def lost(self, link: BotLink, incident: Incident) -> None:
        self.incidents.append(incident)
        self.told.set()

    def failed(self, link: BotLink, error: Exception) -> None:
        self.errors.append(error)
        self.told.set()

    async def incident(self) -> Incident:
        await self.told.wait()
        assert not self.errors
        (incident,) = self.incidents
        return incident


@dataclass
class Asker:
    """Keeps what came back for one question (ports.AnswerTo)."""

    moves: list[int] = field(default_factory=list)
    walls: list[int] = field(default_factory=list)
    charged: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refusals: list[tuple[FaultKind, str]] = field(default_factory=list)
    faults: list[tuple[FaultKind, str]] = field(default_factory=list)
    told: asyncio.Event = field(default_factory=asyncio.Event)

    def answered(self, move: int, spent: Spent, note: str) -> None:
        self.moves.append(move)
        self.walls.append(spent.wall_us)
        self.charged.append(spent.charged_us)
        self.notes.append(note)
        self.told.set()

    def refused(self, kind: FaultKind, evidence: str, wall_us: int, cpu_us: int) -> None:
        self.refusals.append((kind, evidence))
        self.told.set()

    def noted(self, kind: FaultKind, evidence: str) -> None:
        self.faults.append((kind, evidence))


class RawBot:
    """One stream to the gateway's socket, dialled by hand."""

    def __init__(self, spec: LaunchSpec) -> None:
        self.spec = spec
        self.channel = grpc.aio.insecure_channel(
            f"unix:{spec.socket_directory}/bot.sock", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self.call = self.channel.stream_stream(PLAY)()

    async def say(self, *, hello: wire.Hello | None = None, choices: tuple[wire.Choice, ...] = ()) -> None:
        await self.call.write(wire.BotMessage(hello=hello, choices=choices).SerializeToString())

    async def hello(self, *, token: str | None = None, version: int = 1) -> None:
        token = self.spec.token if token is None else token
        await self.say(hello=wire.Hello(token=token, protocol_version=version, games=[GAME]))

    async def hear(self) -> wire.ArenaMessage:
        raw = await self.call.read()
        assert raw is not grpc.aio.EOF, f"the stream ended: {await self.call.code()}"
        return wire.ArenaMessage.FromString(raw)

    async def turns(self) -> list[wire.Turn]:
        """Return the turns of the next message that has any."""
        while True:
            message = await self.hear()
            if message.turns:
                return list(message.turns)

    async def status(self) -> tuple[grpc.StatusCode, str]:
        """Wait for the end of the stream."""
        return await self.call.code(), await self.call.details()

    async def hang_up(self) -> None:
        self.call.cancel()
        await self.channel.close()


def choice(turn: wire.Turn, *, note: str = "") -> wire.Choice:
    return choice_to_proto(turn.turn_id, game=GAME, move=turn.linger_longer.legal[0], note=note)


class Table:
    """Matches that a test asks about."""

    def __init__(self, link: Link, time: TimeControl) -> None:
        self.link = link
        self.time = time
        self.count = 0

    def begin(self, *, limit_us: int | None = None) -> tuple[int, Question, Referee]:
        """Begin a match with a question for the link."""
        self.count += 1
        game = find_game(GAME)
        referee = Referee(
            game,
            game.options("standard", {"players": 3}),
            id=MatchId("main", self.count, 0),
            seats=(0, 1, 2),
            seed=self.count.to_bytes(32, "big"),
            bot_seeds=[bytes(32)] * 3,
            time=self.time,
        )
        question = referee.ask()
        assert question is not None
        if limit_us is not None:
            question.limit_us = limit_us
        self.link.begin(self.count, referee.id, referee.start_for(question.seat))
        return self.count, question, referee

    def ask(self, *, limit_us: int | None = None) -> Asker:
        """Ask the first question of a new match."""
        number, question, _ = self.begin(limit_us=limit_us)
        asker = Asker()
        self.link.ask(number, question, asker)
        return asker


@dataclass
class Scene:
    """A greeted raw bot and everything around it."""

    host: GatewayHost
    sandbox: StagedSandbox
    owner: Owner
    bot: RawBot
    link: Link
    table: Table
    clock: Clock

    @property
    def process(self) -> StagedProcess:
        return self.sandbox.process


def setup_for(
    *, timing: Timing = Timing.THROUGHPUT, time: TimeControl = DEFAULT_TIME, start_us: int = 10_000_000
) -> TournamentSetup:
    entrant = Entrant(0, "raw", "1", Path(), ("raw",), (GAME,), "")
    stage = StageSetup(
        "main", GAME, find_game(GAME).options("standard", {"players": 3}), (0,), 3, 1, None, 0.2
    )
    return TournamentSetup(
        name="raw",
        entrants=(entrant,),
        stages=(stage,),
        secret=bytes(32),
        practice=True,
        time=time,
        start_us=start_us,
        timing=timing,
        anonymous=False,
        max_faults=3,
        bench_after=10,
        window=16,
        in_flight=8,
        max_instances=8,
        sandbox="staged",
    )


@asynccontextmanager
async def gateway(
    parent: Path, setup: TournamentSetup, clock: Clock | None = None, process: StagedProcess | None = None
) -> AsyncIterator[tuple[GatewayHost, StagedSandbox, Owner]]:
    sandbox = StagedSandbox(process)
    yield GatewayHost(setup, sandbox, clock or SystemClock(), parent=parent), sandbox, Owner()


@asynccontextmanager
async def greeted(
    parent: Path,
    *,
    timing: Timing = Timing.THROUGHPUT,
    time: TimeControl = DEFAULT_TIME,
    clock: Clock | None = None,
    process: StagedProcess | None = None,
    output_file: Path = Path("/dev/null"),
) -> AsyncIterator[Scene]:
    """Start an instance, say its hello, and close everything in the end."""
    setup = setup_for(timing=timing, time=time)
    async with gateway(parent, setup, clock, process) as (host, sandbox, owner):
        sandbox.process.output_file = output_file
        starting = asyncio.create_task(host.start(0, 0, owner))
        bot = RawBot(await sandbox.spec.get())
        await bot.hello()
        assert (await bot.hear()).welcome.protocol_version == 1
        link = await starting
        try:
            yield Scene(host, sandbox, owner, bot, link, Table(link, time), clock or SystemClock())
        finally:
            sandbox.process.status = ExitStatus(EndCause.EXITED, 0)
            await link.close()
            await bot.hang_up()
