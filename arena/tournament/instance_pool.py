"""The instances of a shard: warm from job to job, never too many, the least recently used ended first."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from arena.tournament.instance import Instance
from arena.tournament.ports import BotHost, BotLink, Incident

Key = tuple[int, int]
"""Entrant and lane."""


@dataclass(slots=True)
class _Offender:
    """An instance that was given up: it is tried again after 1, 2, 4, … jobs."""

    absence: Incident
    pause: int
    jobs_left: int


class InstancePool:
    """Keeps instances by entrant and lane (instance.Keeper)."""

    def __init__(
        self, host: BotHost, *, max_instances: int, bench_after: int, on_settled: Callable[[], None]
    ) -> None:
        """Start nothing yet. `on_settled` is called when matches may begin that could not before."""
        self.bench_after = bench_after
        self._host = host
        self._max_instances = max_instances
        self._on_settled = on_settled
        self._places = asyncio.Semaphore(max_instances)
        self._instances: dict[Key, Instance] = {}  # in the order of their last use
        self._offenders: dict[Key, _Offender] = {}
        self._retiring: set[asyncio.Task[None]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._owed: defaultdict[Key, list[Incident]] = defaultdict(list)
        self._batches_of_retired = 0
        self._unheard: BaseException | None = None
        self._on_crash: list[Callable[[BaseException], None]] = []

    # --- a job's view -----------------------------------------------------------------------------

    def begin_job(self, on_crash: Callable[[BaseException], None]) -> None:
        """Serve one more job, which is told of errors that are bugs."""
        self._on_crash.append(on_crash)
        if self._unheard is not None:
            self.crashed(self._unheard)
        for offender in self._offenders.values():
            offender.jobs_left -= 1

    def claim(self, keys: Sequence[Key]) -> list[Instance] | None:
        """Return the instances of a match, started if need be; None if there is no room for them now.

        One that was sent a part of a void match may not meet that deal again: it is used no more, and
        replaced when its last match is over.
        """
        for key in keys:
            spent = self._instances.get(key)
            if spent is not None and spent.is_tainted:
                if spent.claims:
                    return None
                self._drop(key)
        missing = [key for key in keys if key not in self._instances]
        if missing and not self._make_room(len(missing), kept=keys):
            return None
        claimed = []
        for key in keys:
            instance = self._instances.pop(key, None) or self._new(key)
            self._instances[key] = instance
            instance.claims += 1
            claimed.append(instance)
        return claimed

    def are_up(self, keys: Sequence[Key]) -> bool:
        """Tell whether a match could begin at once with the instances that are there."""
        there = [self._instances.get(key) for key in keys]
        return all(instance is not None and instance.is_up for instance in there)

    @property
    def is_busy(self) -> bool:
        """Tell whether there is room to be had, by the end of a match or of a start."""
        return any(instance.claims or not instance.is_settled for instance in self._instances.values())

    async def end_job(self, on_crash: Callable[[BaseException], None]) -> None:
        """Give bots that were given up another chance, and wait for all that are being ended.

        Counts of failures begin anew.
        """
        for key, instance in list(self._instances.items()):
            self._remember(key, instance)
            is_gone = instance.absence is not None or instance.error is not None
            if is_gone or (instance.is_tainted and not instance.claims):
                self._drop(key)
            instance.failures = 0
        await _all_done(self._retiring)
        self._on_crash.remove(on_crash)

    async def close(self) -> None:
        """End all instances, those that are just coming up too.

        Raises:
            HostError: one of them can't be ended; the others are.
        """
        for key in list(self._instances):
            self._drop(key)
        await _all_done(self._tasks)
        await _all_done(self._retiring)
        if self._unheard is not None:
            raise self._unheard

    @property
    def batches(self) -> int:
        """How many messages with questions were sent so far, by all instances that ever were."""
        links = (instance.link for instance in self._instances.values())
        return self._batches_of_retired + sum(link.batches for link in links if link is not None)

    # --- what instances need (instance.Keeper) ----------------------------------------------------

    def run_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; an error of it ends the job."""
        self._watch(self._tasks, work)

    async def start(self, instance: Instance) -> BotLink | None:
        """Start a process when there is a place for it; None if the instance is dropped meanwhile."""
        await self._places.acquire()
        link = None
        try:
            if not instance.is_dropped:
                link = await self._host.start(instance.entrant, instance.lane, instance)
        finally:
            if link is None:
                self._places.release()
        return link

    def retire(self, link: BotLink) -> None:
        """Close a link in the background."""
        self._batches_of_retired += link.batches
        self._watch(self._retiring, self._close(link))

    def settled(self) -> None:
        """Hear that an instance came up, or never will."""
        self._on_settled()

    def crashed(self, error: BaseException) -> None:
        """Take a bug, or an instance that can't be ended; if no job is under way, the next hears of it."""
        self._unheard = None if self._on_crash else error
        for tell in tuple(self._on_crash):
            tell(error)

    # --- inside -----------------------------------------------------------------------------------

    async def _close(self, link: BotLink) -> None:
        try:
            await link.close()
        finally:
            self._places.release()

    def _watch(self, tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
        def see_to(task: asyncio.Task[None]) -> None:
            tasks.discard(task)
            error = None if task.cancelled() else task.exception()
            if error is not None:
                self.crashed(error)

        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(see_to)

    def _new(self, key: Key) -> Instance:
        offender = self._offenders.get(key)
        absence = offender.absence if offender is not None and offender.jobs_left > 0 else None
        return Instance(*key, self, absence=absence, owed=self._owed[key])

    def _make_room(self, wanted: int, *, kept: Sequence[Key]) -> bool:
        """End idle instances until there is room for so many more; tell whether there is."""
        excess = len(self._instances) + wanted - self._max_instances
        if excess <= 0:
            return True
        idle = [key for key, instance in self._instances.items() if instance.is_idle and key not in kept]
        if len(idle) < excess:
            return False
        for key in idle[:excess]:
            self._drop(key)
        return True

    def _drop(self, key: Key) -> None:
        instance = self._instances.pop(key)
        self._remember(key, instance)
        instance.drop()

    def _remember(self, key: Key, instance: Instance) -> None:
        """Keep in mind that an instance was given up, or that it no longer need be."""
        known = self._offenders.get(key)
        if instance.absence is None:
            if instance.link is not None:
                self._offenders.pop(key, None)
        elif known is None:
            self._offenders[key] = _Offender(instance.absence, pause=1, jobs_left=2)
        elif known.jobs_left <= 0:
            pause = 2 * known.pause
            self._offenders[key] = _Offender(instance.absence, pause=pause, jobs_left=pause + 1)


async def _all_done(tasks: set[asyncio.Task[None]]) -> None:
    """Wait until none of these tasks is left, nor any that was added meanwhile."""
    while tasks:
        await asyncio.wait(tasks)
