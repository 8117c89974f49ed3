"""Matches, and what bots wrote, as callers of each kind get them."""

import asyncio
import json
from typing import Any

import grpc
import pytest

from arena.core.errors import ConfigError
from arena.league.calls import Caller, Refusal, being_served
from arena.league.hub import Hub
from arena.league.match_calls import MatchCalls
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.league_store import LeagueStore
from tests.cli.filled import HOSTILE_NOTE
from tests.league.played import found_league, play_round


@pytest.fixture
def league(store: LeagueStore) -> LeagueStore:
    found_league(store)
    return store


def calls_of(store: LeagueStore, hub: Hub | None = None) -> MatchCalls:
    return MatchCalls(store, store.archive, hub or Hub(asyncio.get_running_loop()))


async def list_matches(store: LeagueStore, **wanted: Any) -> wire.ListMatchesResponse:
    return await calls_of(store).ListMatches(wire.ListMatchesRequest(league="main", **wanted), None)


async def test_matches_of_complete_blocks_alone_are_listed(league: LeagueStore) -> None:
    play_round(league, blocks=2)

    answer = await list_matches(league)

    assert [match.match for match in answer.matches] == [
        f"color_elevator/{block}/{rotation}" for block in (1, 0) for rotation in (1, 0)
    ]
    assert answer.round == 1


async def test_pages_go_on_where_the_last_ended(league: LeagueStore) -> None:
    play_round(league)
    everything = [match.match for match in (await list_matches(league, limit=100)).matches]

    first = [match.match for match in (await list_matches(league, limit=5)).matches]
    second = [match.match for match in (await list_matches(league, limit=100, before=first[-1])).matches]

    assert first + second == everything
    assert len(everything) == 12


async def test_matches_of_one_bot_are_found(league: LeagueStore) -> None:
    play_round(league)

    answer = await list_matches(league, bot="ann/fox")

    assert len(answer.matches) == 6
    assert all("ann" in {seat.account for seat in match.seats} for match in answer.matches)


async def test_only_matches_with_faults_are_found(league: LeagueStore) -> None:
    play_round(league)

    answer = await list_matches(league, only_faults=True)

    assert [match.match for match in answer.matches] == ["color_elevator/0/0"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"bot": "ann/owl"}, "'ann/owl' does not play in round 1"),
        ({"bot": "\x1b[2J"}, "does not play"),
        ({"before": "rubbish"}, "rubbish"),
        ({"round": 9}, "has no round 9"),
    ],
)
async def test_what_is_asked_wrongly_is_named(
    league: LeagueStore, wanted: dict[str, Any], message: str
) -> None:
    play_round(league, blocks=1)

    with pytest.raises(ConfigError, match=message) as caught:
        await list_matches(league, **wanted)

    assert "\x1b" not in str(caught.value)


async def test_too_many_at_once_are_refused(league: LeagueStore) -> None:
    with pytest.raises(Refusal, match="limit is 1 to 100"):
        await list_matches(league, limit=101)


async def test_match_is_shown_whole_but_for_what_is_its_authors(league: LeagueStore) -> None:
    play_round(league, blocks=1)
    request = wire.GetMatchRequest(league="main", match="color_elevator/0/0")

    answer = await calls_of(league).GetMatch(request, None)

    record = json.loads(answer.record_json)
    assert record["format"] == "arena-match/1"
    assert record["hands"]
    assert [fault["evidence"] for fault in record["faults"]] == [""]
    assert "evil" not in answer.record_json
    assert HOSTILE_NOTE not in answer.record_json
    assert record.get("seed") is None
    assert [seat.account for seat in answer.summary.seats]


async def test_seed_is_shown_once_the_round_is_over(league: LeagueStore) -> None:
    play_round(league)
    request = wire.GetMatchRequest(league="main", match="color_elevator/0/0")

    answer = await calls_of(league).GetMatch(request, None)

    assert len(json.loads(answer.record_json)["seed"]) == 64


async def test_watched_match_is_told_to_its_end(league: LeagueStore) -> None:
    play_round(league, blocks=1)
    request = wire.WatchMatchRequest(league="main", match="color_elevator/0/1")

    told = [message async for message in calls_of(league).WatchMatch(request, None)]

    assert told[0].summary.match == "color_elevator/0/1"
    lines = [line for message in told for line in message.lines]
    assert any("/fox" in line for line in lines)
    assert any("Places" in line for line in lines)
    assert len(told) > 5


async def test_next_match_is_the_first_that_is_complete_after_the_call(league: LeagueStore) -> None:
    hub = Hub(asyncio.get_running_loop())
    play_round(league)
    telling = calls_of(league, hub).WatchMatch(wire.WatchMatchRequest(league="main"), None)
    first = asyncio.ensure_future(anext(telling))
    await asyncio.sleep(0.2)
    assert not first.done()

    play_round(league, blocks=1)
    hub.changed("main")

    assert (await asyncio.wait_for(first, 30)).summary.match == "color_elevator/0/1"


@pytest.mark.parametrize("pace", [0.01, 1e9, float("nan"), -1.0])
async def test_pace_that_can_not_be_is_refused(league: LeagueStore, pace: float) -> None:
    request = wire.WatchMatchRequest(league="main", match="color_elevator/0/1", pace=pace)

    with pytest.raises(Refusal, match="pace is"):
        await anext(calls_of(league).WatchMatch(request, None))


async def test_output_is_for_its_author_and_for_admins(league: LeagueStore) -> None:
    play_round(league, blocks=1)
    request = wire.GetLogsRequest(league="main", bot="ann/fox", match="color_elevator/0/0")
    ann, ben = league.account("ann"), league.account("ben")
    assert ann is not None
    assert ben is not None
    admin = type(ben)("boss", Role.ADMIN, "", 0.0)
    for account, code in (ann, None), (ben, grpc.StatusCode.PERMISSION_DENIED), (admin, None):
        with being_served(Caller(account, "here")):
            if code is None:
                assert "wrote nothing" in (await calls_of(league).GetLogs(request, None)).text
            else:
                with pytest.raises(Refusal) as caught:
                    await calls_of(league).GetLogs(request, None)
                assert caught.value.code is code


async def test_author_names_a_bot_of_its_own_without_the_account(league: LeagueStore) -> None:
    play_round(league, blocks=1)
    with being_served(Caller(league.account("ann"), "here")):
        answer = await calls_of(league).GetLogs(wire.GetLogsRequest(league="main", bot="fox"), None)

    assert answer.text
