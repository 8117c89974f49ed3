"""The tasks of one stream, and whom it is to be told that one ends: nobody, the bot's judge, or us."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import grpc

from arena.core.errors import HostError


class StreamTasks:
    """Tasks that run until they end or are all cancelled."""

    __slots__ = ("_ended", "_failed", "_tasks", "_timed_out")

    def __init__(
        self,
        *,
        ended: Callable[[], None],
        timed_out: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Begin with none.

        Args:
            ended: Is called when one is done, or its stream broke, which is the bot's doing.
            timed_out: Is called when one has waited for too long.
            failed: Is called with any other error, which is ours.
        """
        self._ended = ended
        self._timed_out = timed_out
        self._failed = failed
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return how many run."""
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def cancel(self) -> None:
        """Cancel all, and wait until they have ended; nobody is told."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None or isinstance(error, grpc.aio.BaseError):
            self._ended()
        elif isinstance(error, TimeoutError):
            self._timed_out()
        else:
            self._failed(error if isinstance(error, Exception) else HostError(repr(error)))
