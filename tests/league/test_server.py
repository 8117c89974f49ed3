"""The server as those see it who call it properly, and those who run it."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2

from arena.core.clock import ManualClock
from arena.core.errors import StorageBusy
from arena.league.call_log import LINES_A_MINUTE
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.league_store import LeagueStore
from tests.league.reception import ADMIN, LEAGUE, SECRET_PATH, Reception, enter, reception, shown

HEALTH = "/grpc.health.v1.Health/"
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICES = ("", "arena.protocol.v1.League", "arena.protocol.v1.Admin")


async def test_anybody_asks_without_a_token(store: LeagueStore) -> None:
    async with reception(store) as door:
        assert await door.is_well()


async def test_a_wrong_token_does_no_harm_where_anybody_may_call(store: LeagueStore) -> None:
    async with reception(store) as door:
        await door.call(LEAGUE + "ListLeagues", token="anna.wrong")


async def test_whoever_has_a_token_is_told_who_that_is(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        answer = wire.WhoAmIResponse.FromString(await door.call(LEAGUE + "WhoAmI", token=token))

    assert (answer.account, answer.role, answer.bots) == ("anna", "author", 3)


async def test_a_call_knows_its_caller_in_threads_too(store: LeagueStore) -> None:
    async with reception(store) as door:
        assert (await door.standings("who")).league.startswith("ipv4:127.0.0.1:")


@pytest.mark.parametrize(
    ("league", "code", "words"),
    [
        ("unheard", grpc.StatusCode.NOT_FOUND, "there is no league 'unheard'"),
        ("wrong", grpc.StatusCode.INVALID_ARGUMENT, "say linger_longer"),
        ("spent", grpc.StatusCode.RESOURCE_EXHAUSTED, "come again in 3 h"),
        ("busy", grpc.StatusCode.UNAVAILABLE, "try again later"),
        ("host", grpc.StatusCode.UNAVAILABLE, "try again later"),
        ("bug", grpc.StatusCode.INTERNAL, "its operator finds the reason in its log"),
    ],
)
async def test_every_error_is_a_status_and_no_answer_names_a_path(
    store: LeagueStore, league: str, code: grpc.StatusCode, words: str
) -> None:
    async with reception(store) as door:
        error = await door.failure(LEAGUE + "GetStandings", wire.GetStandingsRequest(league=league))

    assert error.code() is code
    assert words in error.details()
    assert SECRET_PATH not in error.details()


async def test_a_method_that_nobody_has_written_is_unimplemented(store: LeagueStore) -> None:
    async with reception(store) as door:
        assert await door.code(LEAGUE + "GetMatch") is grpc.StatusCode.UNIMPLEMENTED


async def test_what_caller_sent_comes_back_harmless_and_short(store: LeagueStore) -> None:
    league = "\x1b[31m" + "ä" * 100_000
    async with reception(store) as door:
        error = await door.failure(LEAGUE + "GetStandings", wire.GetStandingsRequest(league=league))

    assert error.code() is grpc.StatusCode.NOT_FOUND
    assert "\x1b" not in error.details()
    assert len(error.details()) < 1_000


async def test_a_bug_is_logged_with_its_traceback_and_a_refusal_with_who_and_why(
    store: LeagueStore, caplog: pytest.LogCaptureFixture
) -> None:
    token = enter(store, "anna")
    caplog.set_level(logging.INFO, logger="arena.league")
    async with reception(store) as door:
        await door.code(LEAGUE + "GetStandings", wire.GetStandingsRequest(league="bug"))
        await door.code(ADMIN + "ListAccounts", token=token)

    bug, refused = [record for record in caplog.records if record.name == "arena.league"]
    assert bug.levelno == logging.ERROR
    assert "ZeroDivisionError" in bug.getMessage()
    assert "Traceback" in bug.getMessage()
    assert refused.levelno == logging.WARNING
    fields = {key: refused.__dict__[key] for key in ("who", "method", "code", "why")}
    assert fields == {
        "who": "anna",
        "method": ADMIN + "ListAccounts",
        "code": "PERMISSION_DENIED",
        "why": "this call is for admins, and anna is an author",
    }
    assert refused.__dict__["peer"].startswith("ipv4:127.0.0.1:")


async def test_a_flood_of_refusals_is_logged_as_their_number(
    store: LeagueStore, caplog: pytest.LogCaptureFixture
) -> None:
    clock = ManualClock()
    async with reception(store, clock=clock) as door:
        for _ in range(LINES_A_MINUTE + 7):
            await door.code(LEAGUE + "WhoAmI")
        assert len(_lines(caplog)) == LINES_A_MINUTE
        clock.advance(60_000_000)
        await door.code(LEAGUE + "WhoAmI")

    assert len(_lines(caplog)) == LINES_A_MINUTE + 2
    assert _lines(caplog)[-2] == "refused 7 more calls of 127.0.0.1 than are logged"


def _lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "arena.league"]


async def test_no_log_and_no_answer_ever_holds_a_token(
    store: LeagueStore, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = {name: enter(store, name, role) for name, role in (("anna", Role.AUTHOR), ("root", Role.ADMIN))}
    secrets = [token.partition(".")[2] for token in tokens.values()]
    wrong = tokens["anna"][:-1] + ("A" if tokens["anna"][-1] != "A" else "B")
    answers = []
    async with reception(store) as door:
        for token in (*tokens.values(), wrong, wrong, wrong, wrong, wrong):
            leaky = wire.GetStandingsRequest(league=token)
            answers += [
                await _outcome(door.call(LEAGUE + "WhoAmI", token=token)),
                await _outcome(door.call(LEAGUE + "GetLogs", token=token)),
                await _outcome(door.call(LEAGUE + "GetStandings", leaky, token=token)),
                await _outcome(door.call(ADMIN + "ListAccounts", token=token)),
            ]
    logged = "\n".join(
        caplog.handler.format(record) + repr(record.__dict__) for record in caplog.records
    ) + "".join(capfd.readouterr())

    assert "arena.league" in {record.name for record in caplog.records}
    for secret in (*secrets, wrong.partition(".")[2]):
        assert secret not in logged
        # Who sends a token as a league's name reads it again, in its own answer.
        assert sum(secret in answer for answer in answers) == sum(
            secret in a and "no league" in a for a in answers
        )


async def _outcome(call: Awaitable[bytes]) -> str:
    try:
        return repr(await call)
    except grpc.aio.AioRpcError as error:
        return f"{error.code()} {error.details()}"


async def test_health_is_told_for_the_server_and_each_service(store: LeagueStore) -> None:
    async with reception(store) as door:
        for service in SERVICES:
            assert await _health(door, service) == SERVING
        unknown = health_pb2.HealthCheckRequest(service="arena.protocol.v1.Unheard")
        assert await door.code(HEALTH + "Check", unknown) is grpc.StatusCode.NOT_FOUND


async def test_a_store_that_fails_is_told_as_not_serving_until_it_works_again(store: LeagueStore) -> None:
    state = {"is_busy": False}

    def probe() -> None:
        if state["is_busy"]:
            raise StorageBusy("locked")

    async with reception(store, probe=probe) as door:
        watch = _watch(door)
        assert await _next(watch) == SERVING
        state["is_busy"] = True
        assert await door.code(LEAGUE + "GetStandings", wire.GetStandingsRequest(league="busy")) is (
            grpc.StatusCode.UNAVAILABLE
        )
        assert await _next(watch) == NOT_SERVING
        assert await _health(door, "arena.protocol.v1.League") == NOT_SERVING
        state["is_busy"] = False
        assert await _next(watch) == SERVING
        assert await door.is_well()


async def test_a_store_is_looked_at_even_if_nobody_calls(store: LeagueStore) -> None:
    state = {"is_busy": False}

    def probe() -> None:
        if state["is_busy"]:
            raise StorageBusy("locked")

    async with reception(store, probe=probe) as door:
        watch = _watch(door)
        assert await _next(watch) == SERVING
        state["is_busy"] = True
        assert await _next(watch) == NOT_SERVING


async def test_stopping_is_told_ends_watchers_at_once_and_waits_for_work(store: LeagueStore) -> None:
    async with reception(store) as door:
        health = _watch(door)
        assert await _next(health) == SERVING
        watcher = door.channel.unary_stream(LEAGUE + "WatchStandings")(b"")
        await watcher.read()
        work = asyncio.ensure_future(door.standings("slow"))
        await door.front.at_work.wait()

        stopping = asyncio.ensure_future(door.server.stop(20))

        assert await _next(health) == NOT_SERVING
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await watcher.read()
        assert ended.value.code() is grpc.StatusCode.UNAVAILABLE
        assert "is stopping" in (ended.value.details() or "")
        assert await door.code(LEAGUE + "ListLeagues") is grpc.StatusCode.UNAVAILABLE
        assert not stopping.done()
        door.front.go_on.set()
        assert (await work).league == "main"
        await stopping


async def test_work_that_takes_too_long_is_ended_with_the_server(store: LeagueStore) -> None:
    async with reception(store) as door:
        work = asyncio.ensure_future(
            door.code(LEAGUE + "GetStandings", wire.GetStandingsRequest(league="slow"))
        )
        await door.front.at_work.wait()

        await door.server.stop(0.01)

        assert await work is grpc.StatusCode.UNAVAILABLE
        assert not door.front.go_on.is_set()


async def test_a_watcher_that_hangs_up_is_noticed(store: LeagueStore) -> None:
    async with reception(store) as door:
        watcher = door.channel.unary_stream(LEAGUE + "WatchStandings")(b"")
        await watcher.read()
        assert door.front.watchers == 1

        watcher.cancel()
        await door.front.hung_up.wait()

        assert door.front.watchers == 0


async def test_an_upload_streams_both_ways(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        call = door.channel.stream_stream(LEAGUE + "SubmitBot")(metadata=shown(token))
        sizes = []
        for _ in range(3):
            await call.write(wire.SubmitBotRequest(chunk=bytes(256 << 10)).SerializeToString())
            sizes.append(int(wire.SubmitBotResponse.FromString(await call.read()).text))
        await call.done_writing()
        last = wire.SubmitBotResponse.FromString(await call.read())

        assert sizes == [256 << 10, 512 << 10, 768 << 10]
        assert last.stage == wire.SUBMISSION_STAGE_DECIDED
        assert await call.code() is grpc.StatusCode.OK


async def _health(door: Reception, service: str) -> int:
    request = health_pb2.HealthCheckRequest(service=service)
    return int(health_pb2.HealthCheckResponse.FromString(await door.call(HEALTH + "Check", request)).status)


def _watch(door: Reception) -> Any:
    """Watch the server's health; each `read` of it is a change."""
    return door.channel.unary_stream(HEALTH + "Watch")(b"")


async def _next(watch: Any) -> int:
    return int(health_pb2.HealthCheckResponse.FromString(await watch.read()).status)
