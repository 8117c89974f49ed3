"""What runs in a worker process: importable functions, a gateway, a sandbox and one shard.

A worker is spawned, never forked (gRPC does not survive a fork), ignores Ctrl-C and SIGTERM (the
parent decides when to stop), and ends itself when the parent has died.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from dataclasses import dataclass
from typing import Any

from arena.core.clock import SystemClock
from arena.gateway.host import GatewayHost
from arena.sandbox.backends import make_sandbox
from arena.tournament.job import Job, JobResult
from arena.tournament.ports import Sandbox
from arena.tournament.setup import TournamentSetup
from arena.tournament.shard import Shard

IGNORED = (signal.SIGINT, signal.SIGTERM)
"""The parent decides when to stop. They are blocked when the process starts."""
BEAT_SECONDS = 0.5
"""How often the parent is shown that the loop still turns, at least."""


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What a worker is given when it starts."""

    tournament: TournamentSetup
    core: int | None
    """The core it is pinned to, with its instances."""
    draining: Any
    """A multiprocessing event: set when no new match is to begin."""
    heartbeat: Any
    """A shared counter that moves while a job runs."""


class Worker:
    """One worker's loop, shard and sandbox, kept warm between jobs."""

    def __init__(self, setup: WorkerSetup) -> None:
        """Build the shard; instances start with the first job that needs them."""
        clock = SystemClock()
        self._setup = setup
        self._loop = asyncio.new_event_loop()
        self.sandbox: Sandbox = make_sandbox(setup.tournament.sandbox)
        host = GatewayHost(setup.tournament, self.sandbox, clock, core=setup.core)
        self._shard = Shard(setup.tournament, host, clock)
        self._under_way: set[asyncio.Task[JobResult]] = set()

    def exchange(self, job: Job | None) -> list[JobResult]:
        """Begin a job, and turn the loop until one more would be of use; return the jobs that have ended.

        Without a job, turn the loop until one of those under way has ended.
        """
        return self._loop.run_until_complete(self._exchange(job))

    async def _exchange(self, job: Job | None) -> list[JobResult]:
        if job is not None:
            playing = self._shard.run(job, is_draining=self._setup.draining.is_set)
            self._under_way.add(self._loop.create_task(playing))
            await asyncio.sleep(0)  # so that it has begun
            enough: set[asyncio.Task[Any]] = {self._loop.create_task(self._shard.until_all_begun())}
        else:
            enough = set(self._under_way)
        while enough and not any(task.done() for task in enough):
            await asyncio.wait(enough, timeout=BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            self._setup.heartbeat.value += 1
        ended = {task for task in self._under_way if task.done()}
        self._under_way -= ended
        errors = [error for task in ended if (error := task.exception()) is not None]
        if errors:
            raise errors[0]
        return [task.result() for task in ended]

    def close(self) -> None:
        """End all instances."""
        self._loop.run_until_complete(self._shard.close())
        self._loop.close()


_current: list[Worker] = []


def start(setup: WorkerSetup) -> None:
    """Make this process a worker; the executor calls it once, before the first job."""
    os.setsid()  # none of its bots has a terminal, and Ctrl-C reaches none of them
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, IGNORED)  # bots would inherit the mask
    if setup.core is not None:
        os.sched_setaffinity(0, {setup.core})
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    _current.append(Worker(setup))


def exchange(job: Job | None) -> list[JobResult]:
    """Give this process's shard a job, if there is one, and take those that have ended."""
    (worker,) = _current
    return worker.exchange(job)


def close() -> None:
    """End this process's instances, before the process itself is ended."""
    while _current:
        _current.pop().close()


def _end_with_parent() -> None:
    """Wait for the parent to die; then end at once. Bots notice by the end of their streams."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
