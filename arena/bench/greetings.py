"""Instances of a bot behind a real gateway: how long they take to say hello and to end, what they hold."""

import asyncio
from dataclasses import dataclass

from arena.bootstrap.bot_trial import Nobody, Stranger, Witness, setup_of
from arena.core.clock import Clock
from arena.gateway.host import GatewayHost
from arena.gateway.link import Link


@dataclass(frozen=True, slots=True)
class Crowd:
    """What many idle instances took."""

    bytes_used: int
    """Of all together, after their hellos."""
    end_seconds: float
    """Of some of them, ended at once."""


def seconds_to_hello(bot: Stranger, clock: Clock) -> float:
    """Start one instance, wait for its hello, end it; return how long that took, its end not counted.

    Raises:
        BotError: it said no hello.
        HostError: the sandbox failed.
    """

    async def measure() -> float:
        host = GatewayHost(setup_of(bot.entrant, bot.sandbox.name), bot.sandbox, clock)
        begun = clock.micros()
        link = await host.start(0, 0, Nobody())
        seconds = (clock.micros() - begun) / 1e6
        await link.close()
        return seconds

    return asyncio.run(measure())


def measure_crowd(bot: Stranger, clock: Clock, *, instances: int, ended: int) -> Crowd:
    """Start many instances, add up their memory, and end some of them at once, then the others.

    Raises:
        BotError: one said no hello.
        HostError: the sandbox failed.
    """

    async def measure() -> Crowd:
        witness = Witness(bot.sandbox)
        host = GatewayHost(setup_of(bot.entrant, bot.sandbox.name), witness, clock)
        links: list[Link] = []

        async def start() -> None:
            links.append(await host.start(0, 0, Nobody()))

        try:
            await asyncio.gather(*(start() for _ in range(instances)))
            used = sum(running.memory_bytes() or 0 for running in witness.started)
            leaving, links[:] = links[:ended], links[ended:]
            begun_us = clock.micros()
            await _close(leaving)
            return Crowd(used, (clock.micros() - begun_us) / 1e6)
        finally:
            await _close(links)

    return asyncio.run(measure())


async def _close(links: list[Link]) -> None:
    await asyncio.gather(*(link.close() for link in links))
