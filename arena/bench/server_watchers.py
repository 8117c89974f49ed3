"""Many spectators in one process: each has a connection of its own and reads standings as they come.

Run as `python -m arena.bench.server_watchers ADDRESS LEAGUE COUNT`. It prints `ready` once all have the first
standings, and ends when its stdin does: then it prints how many standings came in all.
"""

import asyncio
import sys
from typing import Any

import grpc
from google.protobuf.descriptor_pool import Default
from google.protobuf.message_factory import GetMessageClass

import arena.league.client  # noqa: F401 -- makes the messages known

METHOD = "/arena.protocol.v1.League/WatchStandings"
AT_ONCE = 50
"""Connections that are made at the same time."""


class Crowd:
    """The spectators of one league."""

    def __init__(self, address: str, league: str, count: int) -> None:
        """Watch nothing yet."""
        self._address = address
        self._count = count
        self._request = _message("GetStandingsRequest")(league=league)
        self._answer = _message("Standings")
        self._places = asyncio.Semaphore(AT_ONCE)
        self._seeing = 0
        self._all_see = asyncio.Event()
        self.seen = 0

    async def watch(self) -> None:
        """Watch until stdin ends."""
        watchers = [asyncio.create_task(self._one()) for _ in range(self._count)]
        async with asyncio.timeout(600):
            await self._all_see.wait()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        broken = sum(watcher.done() for watcher in watchers)
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)
        print(self.seen, broken, flush=True)

    async def _one(self) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]  # or all would share one connection
        async with grpc.aio.insecure_channel(self._address, options) as channel:
            call = channel.unary_stream(
                METHOD,
                request_serializer=type(self._request).SerializeToString,
                response_deserializer=self._answer.FromString,
            )
            async with self._places:
                answers = call(self._request)
                await answers.read()
            self._note(is_first=True)
            while await answers.read() is not grpc.aio.EOF:
                self._note(is_first=False)

    def _note(self, *, is_first: bool) -> None:
        self.seen += 1
        self._seeing += is_first
        if self._seeing == self._count:
            self._all_see.set()


def _message(name: str) -> Any:
    return GetMessageClass(Default().FindMessageTypeByName(f"arena.protocol.v1.{name}"))


if __name__ == "__main__":
    asyncio.run(Crowd(sys.argv[1], sys.argv[2], int(sys.argv[3])).watch())
