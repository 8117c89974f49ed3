"""Tells those who watch a league that something in it has changed; what, they read themselves."""

import asyncio
from collections import Counter


class Hub:
    """Counts the changes of each league. Its methods belong to one event loop, except `changed`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Serve the watchers in a loop."""
        self._loop = loop
        self._changes: Counter[str] = Counter()
        self._next: dict[str, asyncio.Event] = {}

    def changed(self, league: str) -> None:
        """Note that standings, bots or matches of a league have changed; from any thread."""
        self._loop.call_soon_threadsafe(self._note, league)

    def changes(self, league: str) -> int:
        """Return how often it has changed since the server began."""
        return self._changes[league]

    async def wait_beyond(self, league: str, seen: int) -> int:
        """Wait until it has changed more often than `seen` times; return how often."""
        while self._changes[league] <= seen:
            await self._next.setdefault(league, asyncio.Event()).wait()
        return self._changes[league]

    def _note(self, league: str) -> None:
        self._changes[league] += 1
        waiting = self._next.pop(league, None)
        if waiting is not None:
            waiting.set()
