"""Every call against those who break the rules: the status that league.proto names, and others are served."""

from dataclasses import replace

import grpc
import pytest

from arena.league.policy import POLICY, Openness
from arena.league.tokens import make_token
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.league_store import LeagueStore
from tests.league.reception import ADMIN, LEAGUE, QUICK, Reception, enter, reception, shown

STREAMED = {LEAGUE + name for name in ("SubmitBot", "WatchStandings", "WatchMatch")}
UNARY = sorted(set(POLICY) - STREAMED)
CLOSED = sorted(method for method, openness in POLICY.items() if openness is not Openness.ANYBODY)


async def _stream_code(
    door: Reception, method: str, token: str | None = None, *messages: bytes
) -> grpc.StatusCode:
    """Make a call of any kind with raw messages, and return how it ended."""
    call = door.channel.stream_stream(method)(iter(messages), metadata=shown(token), timeout=20)
    try:
        async for _ in call:
            pass
    except grpc.aio.AioRpcError as error:
        return error.code()
    return await call.code()


async def test_without_a_token_every_call_that_needs_one_is_refused(store: LeagueStore) -> None:
    async with reception(store) as door:
        for method in CLOSED:
            assert await _stream_code(door, method, None, b"") is grpc.StatusCode.UNAUTHENTICATED, method
        assert await door.is_well()


async def test_with_a_wrong_token_every_call_is_refused_and_then_has_to_wait(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        codes = [await _stream_code(door, method, make_token("anna").text, b"") for method in CLOSED]

        assert set(codes[:4]) == {grpc.StatusCode.UNAUTHENTICATED}
        assert set(codes[4:]) == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        assert await door.is_well()
        assert await door.code(LEAGUE + "WhoAmI", token=token) is grpc.StatusCode.RESOURCE_EXHAUSTED
        door.clock.advance(1_000_000)
        await door.call(LEAGUE + "WhoAmI", token=token)


async def test_a_refusal_comes_before_the_message_is_waited_for(store: LeagueStore) -> None:
    async with reception(store, limits=replace(QUICK, message_seconds=1_000)) as door:
        call = door.channel.stream_stream(ADMIN + "AddLeague")(timeout=20)

        assert await call.code() is grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    "method",
    [
        LEAGUE + "Unheard",
        ADMIN + "",
        "/arena.protocol.v1.BotGateway/Play",
        "/grpc.channelz.v1.Channelz/GetServers",
        "/grpc.health.v1.Health/Unheard",
        "/x",
    ],
)
async def test_an_unknown_method_is_unimplemented(store: LeagueStore, method: str) -> None:
    async with reception(store) as door:
        assert await door.code(method) is grpc.StatusCode.UNIMPLEMENTED
        assert await door.is_well()


async def test_bytes_that_are_no_message_are_an_invalid_argument_to_every_call(store: LeagueStore) -> None:
    admin = enter(store, "root", Role.ADMIN)
    async with reception(store) as door:
        for method in POLICY:
            code = await _stream_code(door, method, admin, b"\xff\xff\xff\xff")
            assert code is grpc.StatusCode.INVALID_ARGUMENT, method
        assert await door.is_well()


async def test_a_message_out_of_order_in_an_upload_is_an_invalid_argument(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        good = wire.SubmitBotRequest(chunk=b"x").SerializeToString()
        code = await _stream_code(door, LEAGUE + "SubmitBot", token, good, b"\xff\xff", good)

        assert code is grpc.StatusCode.INVALID_ARGUMENT
        assert await door.is_well()


async def test_a_call_without_its_message_is_an_invalid_argument(store: LeagueStore) -> None:
    admin = enter(store, "root", Role.ADMIN)
    async with reception(store) as door:
        for method in UNARY:
            assert await _stream_code(door, method, admin) is grpc.StatusCode.INVALID_ARGUMENT, method


async def test_a_message_that_never_comes_is_not_waited_for_for_ever(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store, limits=replace(QUICK, message_seconds=0.05)) as door:
        for method in (LEAGUE + "GetStandings", LEAGUE + "WatchStandings", LEAGUE + "SubmitBot"):
            call = door.channel.stream_stream(method)(metadata=shown(token), timeout=20)
            assert await call.code() is grpc.StatusCode.INVALID_ARGUMENT
            assert "no message came for 0.05 s" in await call.details()
        assert await door.is_well()


async def test_an_oversized_message_exhausts_the_resource(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        fits = wire.SubmitBotRequest(chunk=bytes((512 << 10) - 8)).SerializeToString()
        assert await _stream_code(door, LEAGUE + "SubmitBot", token, fits) is grpc.StatusCode.OK
        for method in (LEAGUE + "GetStandings", LEAGUE + "SubmitBot"):
            code = await _stream_code(door, method, token, bytes((512 << 10) + 1))
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED, method
        assert await door.is_well()


async def test_a_small_message_that_unpacks_to_an_oversized_one_is_refused(store: LeagueStore) -> None:
    async with reception(store) as door:
        async with grpc.aio.insecure_channel(
            f"127.0.0.1:{door.port}", compression=grpc.Compression.Gzip
        ) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await channel.unary_unary(LEAGUE + "ListLeagues")(bytes(8 << 20), timeout=20)

        assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert await door.is_well()


async def test_metadata_beyond_its_limit_exhausts_the_resource(store: LeagueStore) -> None:
    async with reception(store) as door:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await door.channel.unary_unary(LEAGUE + "ListLeagues")(
                b"", metadata=[(f"x-flood-{number}", "x" * 1_000) for number in range(100)], timeout=20
            )

        assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert await door.is_well()


async def test_an_upload_that_is_abandoned_is_noticed(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        call = door.channel.stream_stream(LEAGUE + "SubmitBot")(metadata=shown(token))
        await call.write(wire.SubmitBotRequest(chunk=b"x").SerializeToString())
        await call.read()

        call.cancel()
        await door.front.hung_up.wait()

        assert await door.is_well()
