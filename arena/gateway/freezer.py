"""Keeps an instance from running while nothing is wanted of it."""

import asyncio
from concurrent.futures import Future

from arena.tournament.ports import Running


class Freezer:
    """Freezes and thaws one instance, however often it is asked to.

    Mostly both are a write to a file. Where they take a while, freezing goes on by itself, and thawing
    is waited for, so that a bot's time begins when it runs.
    """

    __slots__ = ("_freezing", "_is_frozen", "_running")

    def __init__(self, running: Running) -> None:
        self._running = running
        self._is_frozen = False
        self._freezing: Future[None] | None = None

    def freeze(self) -> None:
        """See to it that it does not run; that it can't be frozen is told when it is to be thawed.

        Raises:
            HostError: it can't be frozen, and that is known at once.
        """
        if not self._is_frozen:
            self._is_frozen = True
            self._freezing = self._running.freeze()

    async def thaw(self) -> None:
        """See to it that it runs.

        Raises:
            HostError: it can't be thawed, or could not be frozen before.
        """
        if self._is_frozen:
            self._is_frozen = False
            for work in (self._freezing, self._running.thaw()):
                if work is not None:
                    await asyncio.wrap_future(work)
