"""Shards on this machine: one spawned single-process executor each.

One executor with many workers won't do: a killed worker breaks all of it, and it can't pin.
"""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from threading import Lock

from arena.bootstrap import worker_entry
from arena.core.clock import Clock
from arena.core.errors import HostError
from arena.sandbox.backends import make_sandbox
from arena.tournament.job import Job, JobResult
from arena.tournament.setup import TournamentSetup

STUCK_US = 60_000_000
CLOSE_SECONDS = 10
_STARTING = Lock()
"""Held while a process starts, since it is told by being the only new one."""


class LocalShard:
    """A worker process on a core of its own (ports.ShardProcess)."""

    def __init__(self, setup: TournamentSetup, clock: Clock, *, core: int | None) -> None:
        """Prepare the worker; its process starts with the first job."""
        spawn = multiprocessing.get_context("spawn")
        self._clock = clock
        self._sandbox_name = setup.sandbox
        self._draining = spawn.Event()
        self._heartbeat = spawn.RawValue("Q", 0)
        self._seen = (0, clock.micros())
        worker = worker_entry.WorkerSetup(setup, core, self._draining, self._heartbeat)
        self._executor = ProcessPoolExecutor(
            max_workers=1, mp_context=spawn, initializer=worker_entry.start, initargs=(worker,)
        )
        self._process: BaseProcess | None = None

    def exchange(self, job: Job | None) -> Future[list[JobResult]]:
        """Give it a job and get the results of jobs that have ended; without a job, wait for one to end."""
        self._seen = (self._heartbeat.value, self._clock.micros())
        if self._process is not None:
            return self._executor.submit(worker_entry.exchange, job)
        with _STARTING:  # a server plays and checks in several threads
            before = set(multiprocessing.active_children())
            with _signals_blocked():
                call = self._executor.submit(worker_entry.exchange, job)
            (self._process,) = set(multiprocessing.active_children()) - before
        return call

    def drain(self) -> None:
        """Start no new match from now on."""
        self._draining.set()

    def is_stuck(self) -> bool:
        """Tell whether its loop has not turned for a minute, although it has work."""
        beats, now = self._heartbeat.value, self._clock.micros()
        if beats != self._seen[0]:
            self._seen = (beats, now)
        return now - self._seen[1] > STUCK_US

    def close(self) -> None:
        """End its instances, then the process; one that does not end by itself is killed."""
        if self._process is None:
            return
        try:
            self._executor.submit(worker_entry.close).result(timeout=CLOSE_SECONDS)
        except (BrokenProcessPool, TimeoutError, HostError):
            self.kill()
            return
        self._executor.shutdown(wait=False)
        self._process.join(CLOSE_SECONDS)
        if self._process.is_alive():
            self.kill()

    def kill(self) -> None:
        """End the process at once, and everything it started."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._executor.shutdown(wait=True, cancel_futures=True)
            with suppress(HostError):  # what can't be removed now is when the sandbox has recovered
                make_sandbox(self._sandbox_name).sweep()


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Let a worker that is started meanwhile never hear of a stop: only once it runs can it ignore it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, worker_entry.IGNORED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_local_shard(setup: TournamentSetup, clock: Clock, number: int) -> LocalShard:
    """Start shard `number`, pinned to one of the cores this process may use, in turn."""
    cores = sorted(os.sched_getaffinity(0))
    return LocalShard(setup, clock, core=cores[number % len(cores)])
