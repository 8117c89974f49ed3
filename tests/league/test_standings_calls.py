"""Standings for many at once: read once a change, told when they have changed, the latest to the slow."""

import asyncio

import grpc
import pytest

from arena.core.errors import ConfigError
from arena.league.calls import Refusal
from arena.league.hub import Hub
from arena.league.standings import StandingsReader
from arena.league.standings_calls import StandingsCalls
from arena.protocol.v1 import league_pb2 as wire
from arena.storage.league_store import LeagueStore
from tests.league.played import enter, found_league, play_round

MAIN = wire.GetStandingsRequest(league="main")


class CountingReader(StandingsReader):
    """Counts how often the store is read."""

    reads = 0

    def standings(self, name: str, number: int = 0) -> wire.Standings:
        self.reads += 1
        return super().standings(name, number)


@pytest.fixture
def league(store: LeagueStore) -> LeagueStore:
    found_league(store)
    return store


def calls_of(store: LeagueStore) -> tuple[StandingsCalls, CountingReader, Hub]:
    hub = Hub(asyncio.get_running_loop())
    reader = CountingReader(store, store.archive)
    return StandingsCalls(store, reader, hub, pause=0.01), reader, hub


async def test_hundred_askers_make_one_reading(league: LeagueStore) -> None:
    calls, reader, hub = calls_of(league)

    answers = await asyncio.gather(*(calls.GetStandings(MAIN, None) for _ in range(100)))

    assert reader.reads == 1
    assert len({answer.SerializeToString() for answer in answers}) == 1
    hub.changed("main")
    await asyncio.sleep(0)
    await calls.GetStandings(MAIN, None)
    assert reader.reads == 2


async def test_watcher_gets_a_snapshot_at_once_and_the_next_when_it_has_changed(league: LeagueStore) -> None:
    calls, _, hub = calls_of(league)
    watching = calls.WatchStandings(MAIN, None)
    first = await anext(watching)
    following = asyncio.ensure_future(anext(watching))
    await asyncio.sleep(0.1)
    assert not following.done()

    play_round(league, blocks=1)
    hub.changed("main")

    assert (first.round, (await asyncio.wait_for(following, 30)).blocks) == (0, 1)


async def test_changes_that_change_nothing_are_not_told(league: LeagueStore) -> None:
    calls, reader, hub = calls_of(league)
    watching = calls.WatchStandings(MAIN, None)
    await anext(watching)
    following = asyncio.ensure_future(anext(watching))
    for _ in range(3):
        hub.changed("main")
        await asyncio.sleep(0.05)

    assert not following.done()
    assert reader.reads > 1
    following.cancel()


async def test_many_changes_while_a_watcher_reads_are_told_as_one(league: LeagueStore) -> None:
    calls, _, hub = calls_of(league)
    watching = calls.WatchStandings(MAIN, None)
    await anext(watching)
    play_round(league, blocks=3)
    for _ in range(50):
        hub.changed("main")

    assert (await asyncio.wait_for(anext(watching), 30)).blocks == 3
    following = asyncio.ensure_future(anext(watching))
    await asyncio.sleep(0.1)
    assert not following.done()
    following.cancel()


async def test_one_who_hangs_up_takes_nothing_from_the_others(league: LeagueStore) -> None:
    calls, _, _ = calls_of(league)
    impatient = asyncio.ensure_future(calls.GetStandings(MAIN, None))
    patient = asyncio.ensure_future(calls.GetStandings(MAIN, None))
    await asyncio.sleep(0)

    impatient.cancel()

    assert (await patient).league == "main"


async def test_names_that_do_not_exist_leave_nothing_behind(league: LeagueStore) -> None:
    calls, _, _ = calls_of(league)
    for number in range(20):
        with pytest.raises(ConfigError):
            await calls.GetStandings(wire.GetStandingsRequest(league=f"no-{number}"), None)

    assert not calls._latest


async def test_leagues_and_bots_are_listed(league: LeagueStore) -> None:
    calls, _, _ = calls_of(league)
    play_round(league)

    (info,) = (await calls.ListLeagues(wire.ListLeaguesRequest(), None)).leagues
    bots = (await calls.ListBots(wire.ListBotsRequest(league="main"), None)).bots

    assert (info.name, list(info.games), info.bots, info.rounds) == ("main", ["color_elevator"], 4, 1)
    assert info.is_anonymous
    assert {(bot.account, bot.name, bot.version) for bot in bots} == {
        (author, "fox", 1) for author in ("ann", "ben", "cat", "dot")
    }


async def test_bot_is_shown_with_all_its_versions_and_their_ratings(league: LeagueStore) -> None:
    calls, _, _ = calls_of(league)
    play_round(league)
    enter(league, "ann", content="new")

    answer = await calls.GetBot(wire.GetBotRequest(league="main", account="ann", bot="fox"), None)

    assert answer.bot.version == 2
    assert [version.version for version in answer.versions] == [2, 1]
    assert [len(version.ratings) for version in answer.versions] == [0, 1]


async def test_bot_that_is_not_there_is_not_found(league: LeagueStore) -> None:
    calls, _, _ = calls_of(league)

    with pytest.raises(Refusal) as caught:
        await calls.GetBot(wire.GetBotRequest(league="main", account="ann", bot="owl"), None)

    assert caught.value.code is grpc.StatusCode.NOT_FOUND
