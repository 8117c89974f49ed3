"""Starts one instance of a bot in a sandbox, behind a real gateway, to see whether it says hello."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from arena.core.clock import Clock
from arena.gateway.host import GatewayHost
from arena.match.player import TimeControl
from arena.roster.bot_version import load_bot
from arena.sandbox.backends import make_sandbox
from arena.sandbox.choice import Choice, choose_sandbox
from arena.sandbox.equipment import equip
from arena.tournament.enrol import entrant_of
from arena.tournament.ports import BotLink, Bound, Incident, LaunchSpec, Limits, Running, Sandbox
from arena.tournament.setup import Entrant, Timing, TournamentSetup

START_US = 10_000_000


@dataclass(frozen=True, slots=True)
class Stranger:
    """A bot that is to be tried, and the sandbox for it."""

    entrant: Entrant
    choice: Choice
    sandbox: Sandbox


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a bot that says hello has needed."""

    start_us: int
    """From the wish to start it to its hello, microseconds."""
    cpu_us: int
    memory_bytes: int | None
    """In use after its hello, all its processes together; None if that can't be told."""
    limits: Limits
    unbounded: tuple[str, ...]
    """What the sandbox does not hold it to."""


def find_stranger(text: str, sandbox: str) -> Stranger:
    """Load a bot and settle which sandbox it is tried in, as if nobody vouched for it.

    Raises:
        ConfigError: there is no such bot, or no such sandbox here.
    """
    bot = load_bot(text)
    entrant = entrant_of(bot, number=0, name=bot.manifest.name, trusted=False)
    choice = choose_sandbox(sandbox, [entrant])
    return Stranger(entrant, choice, make_sandbox(choice.sandbox))


def greet(stranger: Stranger, clock: Clock, tell: Callable[[str], None]) -> Greeting:
    """Make what the bot asks for, start it, wait for its hello, and end it.

    Raises:
        ConfigError: its requirements can't be had, or its build step fails.
        BotError: it says no hello; the message has the end of its output.
        HostError: the sandbox failed.
    """
    stranger.sandbox.prepare(tell)
    (entrant,) = equip([stranger.entrant], stranger.sandbox, tell)
    stranger = replace(stranger, entrant=entrant)
    return asyncio.run(_greet(stranger, clock))


async def _greet(stranger: Stranger, clock: Clock) -> Greeting:
    witness = Witness(stranger.sandbox)
    limits = Limits()
    host = GatewayHost(setup_of(stranger.entrant, stranger.choice.sandbox), witness, clock, limits=limits)
    begun = clock.micros()
    link = await host.start(0, 0, Nobody())
    try:
        (running,) = witness.started
        return Greeting(
            start_us=clock.micros() - begun,
            cpu_us=running.cpu_us(),
            memory_bytes=running.memory_bytes(),
            limits=limits,
            unbounded=tuple(bound.value for bound in Bound if bound not in stranger.sandbox.bounds),
        )
    finally:
        await link.close()


class Witness:
    """Passes everything on to a sandbox, and keeps what was started."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.name, self.promise, self.bounds = sandbox.name, sandbox.promise, sandbox.bounds
        self.prepare, self.sweep = sandbox.prepare, sandbox.sweep
        self.started: list[Running] = []
        self._sandbox = sandbox

    def start(self, spec: LaunchSpec) -> Running:
        """Start an instance."""
        running = self._sandbox.start(spec)
        self.started.append(running)
        return running


class Nobody:
    """Whom the loss of a link matters nothing: the bot is asked nothing (ports.LinkOwner)."""

    def lost(self, link: BotLink, incident: Incident) -> None:
        """Do nothing."""

    def failed(self, link: BotLink, error: Exception) -> None:
        """Do nothing."""


def setup_of(entrant: Entrant, sandbox: str) -> TournamentSetup:
    """Return a tournament of one bot, of which only the start is used."""
    return TournamentSetup(
        name="try",
        entrants=(entrant,),
        stages=(),
        secret=secrets.token_bytes(32),
        practice=False,
        time=TimeControl(),
        start_us=START_US,
        timing=Timing.THROUGHPUT,
        anonymous=False,
        max_faults=1,
        bench_after=1,
        window=1,
        in_flight=1,
        max_instances=1,
        sandbox=sandbox,
    )
