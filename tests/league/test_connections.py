"""Connections and streams that break the rules: they are limited, and others are served."""

import asyncio
import random
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace

import grpc
import pytest

from arena.storage.league_store import LeagueStore
from tests.league import raw_http2 as http2
from tests.league.raw_http2 import raw_peer
from tests.league.reception import LEAGUE, QUICK, Reception, reception

MANY = 1_000


async def test_the_limits_of_http_2_are_announced(store: LeagueStore) -> None:
    async with reception(store) as door, raw_peer(door.port) as peer:
        await peer.greet()
        first = await peer.read_until(http2.SETTINGS)

        assert first is not None
        settings = http2.settings_of(first)
        assert settings[http2.MAX_CONCURRENT_STREAMS] == QUICK.streams
        assert settings[http2.MAX_HEADER_LIST_SIZE] <= 2 * QUICK.metadata_bytes


async def test_a_stream_too_many_is_refused_and_the_others_go_on(store: LeagueStore) -> None:
    async with reception(store, limits=replace(QUICK, streams=5)) as door, raw_peer(door.port) as peer:
        await peer.greet()
        for number in range(6):
            await peer.call(2 * number + 1, LEAGUE + "ListLeagues")
        refused = await peer.read_until(http2.RST_STREAM)

        assert refused is not None
        assert refused.stream == 11
        assert refused.number() in {http2.REFUSED_STREAM, http2.ENHANCE_YOUR_CALM}
        await peer.send(http2.frame(http2.DATA, http2.END_STREAM, 1, bytes(5)))
        answer = await peer.read_until(http2.DATA)
        assert answer is not None
        assert answer.stream == 1
        assert await door.is_well()


async def test_a_flood_of_pings_ends_its_connection_alone(store: LeagueStore) -> None:
    async with reception(store) as door, raw_peer(door.port) as peer:
        await peer.greet()
        await peer.send(http2.frame(http2.PING, 0, 0, bytes(8)) * 1_000)
        end = await peer.read_until(http2.GOAWAY)

        assert end is not None
        assert end.number(4) == http2.ENHANCE_YOUR_CALM
        assert await door.is_well()


async def test_a_flood_of_resets_disturbs_nobody(store: LeagueStore) -> None:
    async with reception(store) as door, raw_peer(door.port) as peer:
        await peer.greet()
        cancel = http2.CANCEL.to_bytes(4)
        for stream in range(1, 4_001, 2):
            await peer.call(stream, LEAGUE + "WatchStandings")
            await peer.send(http2.frame(http2.RST_STREAM, 0, stream, cancel))
            if stream % 500 == 1:
                assert await door.is_well()

        assert await door.is_well()


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        http2.PREFACE + b"\xff" * 64,
        http2.PREFACE + http2.frame(http2.SETTINGS, 0, 0) + http2.frame(http2.HEADERS, 4, 1, b"\xff" * 40),
        http2.PREFACE + http2.frame(http2.SETTINGS, 0, 0) + b"\xff\xff\xff\x00\x00\x00\x00\x00\x01",
        random.Random(5).randbytes(4_096),
    ],
    ids=["http1", "tls", "no-frame", "bad-headers", "huge-frame", "random"],
)
async def test_garbage_on_the_port_disturbs_nobody(store: LeagueStore, garbage: bytes) -> None:
    async with reception(store) as door, raw_peer(door.port) as peer:
        await peer.send(garbage)

        assert await door.is_well()


async def test_a_call_that_is_cut_off_within_its_message_leaves_nothing_behind(store: LeagueStore) -> None:
    async with reception(store, limits=replace(QUICK, calls_an_address=2)) as door:
        for _ in range(4):
            async with raw_peer(door.port) as peer:
                await peer.greet()
                await peer.call(1, LEAGUE + "GetStandings")
                await peer.send(http2.frame(http2.DATA, 0, 1, b"\0\0\0\0\x20abc"))
                await peer.read_until(http2.SETTINGS)
        while not await _is_served(door):
            await asyncio.sleep(0.01)


async def test_one_address_can_not_take_all_calls(store: LeagueStore) -> None:
    async with reception(store, limits=replace(QUICK, calls_an_address=3)) as door:
        watchers = [door.channel.unary_stream(LEAGUE + "WatchStandings")(b"") for _ in range(3)]
        for watcher in watchers:
            await watcher.read()

        error = await door.failure(LEAGUE + "ListLeagues")
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "3 calls are open from this address" in error.details()
        watchers[0].cancel()
        await door.front.hung_up.wait()
        while not await _is_served(door):
            await asyncio.sleep(0.01)


async def test_a_full_server_says_so(store: LeagueStore) -> None:
    async with reception(store, limits=replace(QUICK, calls=1)) as door:
        watcher = door.channel.unary_stream(LEAGUE + "WatchStandings")(b"")
        await watcher.read()

        error = await door.failure(LEAGUE + "ListLeagues")

        assert error.code() is grpc.StatusCode.UNAVAILABLE
        assert "full" in error.details()


async def test_a_connection_too_many_is_closed(store: LeagueStore) -> None:
    async with reception(store, limits=replace(QUICK, connections=3)) as door, AsyncExitStack() as stack:
        for _ in range(3):
            peer = await stack.enter_async_context(raw_peer(door.port))
            await (await peer.greet()).read_until(http2.SETTINGS)

        async with raw_peer(door.port) as peer:
            await peer.wait_for_end()


async def test_a_connection_without_calls_is_closed(store: LeagueStore) -> None:
    async with (
        reception(store, limits=replace(QUICK, idle_seconds=0.2)) as door,
        raw_peer(door.port) as peer,
    ):
        await peer.greet()
        assert await peer.read_until(http2.GOAWAY) is not None


async def test_a_connection_that_has_lasted_long_is_asked_to_begin_anew_and_its_watcher_goes_on(
    store: LeagueStore,
) -> None:
    async with reception(store, limits=replace(QUICK, age_seconds=0.2)) as door, raw_peer(door.port) as peer:
        await peer.greet()
        await peer.call(1, LEAGUE + "WatchStandings")
        await peer.send(http2.frame(http2.DATA, http2.END_STREAM, 1, bytes(5)))

        assert await peer.read_until(http2.GOAWAY) is not None
        assert door.front.watchers == 1


async def test_whoever_says_nothing_is_hung_up_on(store: LeagueStore) -> None:
    async with (
        reception(store, limits=replace(QUICK, handshake_seconds=0.2)) as door,
        raw_peer(door.port) as peer,
    ):
        await peer.wait_for_end()


async def test_a_thousand_connections_that_say_nothing_disturb_nobody(
    store: LeagueStore, silent: list[socket.socket]
) -> None:
    async with reception(store) as door:
        for connection in silent:
            connection.connect(("127.0.0.1", door.port))
        began = time.monotonic()
        for _ in range(20):
            assert await door.is_well()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{door.port}") as newcomer:
            await newcomer.unary_unary(LEAGUE + "ListLeagues")(b"", timeout=20)

        assert time.monotonic() - began < 20


@pytest.fixture
def silent(capsys: pytest.CaptureFixture[str]) -> Iterator[list[socket.socket]]:
    """Sockets: a thousand, or as many as this process may open on both sides, which is said."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(MANY, (files - 256) // 4)
    if count < MANY:
        with capsys.disabled():
            print(f"\nonly {count} silent connections, for `ulimit -n` is {files}")
    sockets = [socket.socket() for _ in range(count)]
    yield sockets
    for opened in sockets:
        opened.close()


async def _is_served(door: Reception) -> bool:
    """Tell whether a good call is served, and not refused because too many are open."""
    call = door.channel.unary_unary(LEAGUE + "ListLeagues")(b"", timeout=20)
    return await call.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED
