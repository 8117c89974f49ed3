"""Why a stream ended: the process that had it crashed, ran into a limit, or hung up."""

import asyncio
import re

from arena.match.faults import FaultKind
from arena.tournament.ports import EndCause, Running

UNREAD_SECONDS = 10.0
"""A bot may leave a message without a question unread for so long; a batch has limits of its own."""
OUTPUT_BYTES = 3_000
"""Of what a bot wrote last, so much is evidence: a traceback, or an error message before a long stack."""
_PAUSES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, *(0.1,) * 50)
"""A process closes its sockets before it is seen to have ended: a Python that leaves after an exception takes
up to a second for it on a busy machine. Only who lives on is waited for so long."""
_PAUSES_TO_KNOW = (0.1,) * 300
"""How long a sandbox may take to find out how a process ended that has: an engine may be stopping."""
_PAUSES_TO_LEAVE = (0.005,) * 50
"""How long a bot may take to exit when its stream ends, before it is ended."""
_MISSING_MODULE = re.compile(
    r"^ModuleNotFoundError: No module named '(?!arena\b)(\w{1,64})[.']", re.MULTILINE | re.ASCII
)


async def find_out_why(running: Running) -> tuple[FaultKind, str]:
    """Wait briefly for the process to end, and name what happened with its last output as evidence.

    Raises:
        HostError: it was not the bot's doing.
    """
    await wait_for_exit(running, _PAUSES)
    if running.has_ended():
        await wait_for_exit(running, _PAUSES_TO_KNOW)
    return name_the_end(running)


async def wait_for_exit(running: Running, pauses: tuple[float, ...] = _PAUSES_TO_LEAVE) -> None:
    """Wait for the process to end, for the sum of the pauses at most."""
    for pause in pauses:
        if running.exit_status() is not None:
            return
        await asyncio.sleep(pause)


def name_the_end(running: Running) -> tuple[FaultKind, str]:
    """Name what happened to an instance whose stream is no more."""
    status = running.exit_status()
    if status is None and running.has_ended():
        return FaultKind.DISCONNECT, "it ended, but something that it started did not" + last_output(running)
    if status is None:
        return FaultKind.DISCONNECT, "it closed its stream and went on running" + last_output(running)
    kind = FaultKind.RESOURCE_LIMIT if status.cause is EndCause.OUT_OF_MEMORY else FaultKind.CRASH
    return kind, f"its process ended: {status}" + last_output(running)


def last_output(running: Running) -> str:
    """Return the end of what the bot wrote, to be put behind a sentence of evidence."""
    output = running.output(OUTPUT_BYTES).strip()
    return f"{_advice(output)}; its last output: {output}" if output else "; it wrote no output"


def _advice(output: str) -> str:
    """Say what a bot may lack that has not found a module: what is installed here is not there for bots."""
    missing = _MISSING_MODULE.findall(output)
    if not missing:
        return ""
    return f"; if {missing[-1]} comes with a package, list that under `requirements` in bot.toml"
