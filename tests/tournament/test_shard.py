"""A shard plays jobs: who meets whom in which deal, how many at once, with which instances."""

import asyncio

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import ConfigError
from arena.match.player import Question
from arena.match.record import MatchEnding
from arena.scheduling.schedule import StageSchedule
from arena.tournament.setup import Timing
from arena.tournament.shard import Shard
from tests.tournament.bots_in_process import (
    HostInProcess,
    LinkInProcess,
    deal_of,
    job,
    lowest,
    play_jobs,
    setup_for,
)


def test_a_job_is_played_block_by_block_in_the_seats_of_its_lane() -> None:
    host, setup = HostInProcess(), setup_for(bots=5)
    (result,) = asyncio.run(play_jobs(host, [job(*range(12), lane=2)], setup))

    schedule = StageSchedule("main", (0, 1, 2, 3, 4), 3, 400, None, setup.secret)
    assert {record.id.block for record in result.records} == set(range(12))
    assert all(record.id.rotation == 2 for record in result.records)
    assert all(record.seats == schedule.block(record.id.block).seating(2) for record in result.records)
    assert all(record.ending is MatchEnding.PLAYED and not record.faults for record in result.records)
    assert {link.lane for link in host.links} == {2}


def test_any_cutting_into_jobs_and_any_number_in_flight_gives_the_same_matches() -> None:
    def moves(in_flight: int, *jobs: tuple[int, ...]) -> dict[int, bytes]:
        setup = setup_for(in_flight=in_flight)
        results = asyncio.run(play_jobs(HostInProcess(), [job(*blocks) for blocks in jobs], setup))
        return {record.id.block: record.moves for result in results for record in result.records}

    whole = moves(1, tuple(range(12)))

    assert moves(12, tuple(range(12))) == whole
    assert moves(3, tuple(range(7, 12)), tuple(range(7))) == whole


def test_one_deal_is_played_in_every_lane_with_the_seats_rotated() -> None:
    dealt: dict[int, list[bytes]] = {}

    def note(link: LinkInProcess, question: Question) -> int:
        dealt.setdefault(link.lane, []).append(deal_of(question))
        return lowest(link, question)

    host = HostInProcess(dict.fromkeys(range(3), note))
    results = asyncio.run(play_jobs(host, [job(4, lane=lane) for lane in range(3)]))

    assert dealt[0][0] == dealt[1][0] == dealt[2][0]
    assert {result.records[0].seats for result in results} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)} or {
        result.records[0].seats for result in results
    } == {(0, 2, 1), (2, 1, 0), (1, 0, 2)}


def test_no_instance_sees_a_deal_twice() -> None:
    host = HostInProcess()
    asyncio.run(play_jobs(host, [job(*range(30), lane=lane) for lane in range(3)]))

    assert host.saw_no_deal_twice()
    assert [len(link.deals) for link in host.links] == [30] * 9


@pytest.mark.parametrize("in_flight", [1, 5])
def test_never_more_matches_are_open_than_asked_for(in_flight: int) -> None:
    host = HostInProcess()
    asyncio.run(play_jobs(host, [job()], setup_for(in_flight=in_flight)))

    assert host.most_open == in_flight


def test_in_strict_timing_one_match_is_open_at_a_time() -> None:
    host = HostInProcess()
    asyncio.run(play_jobs(host, [job()], setup_for(timing=Timing.STRICT, in_flight=8)))

    assert host.most_open == 1


def test_instances_stay_warm_from_job_to_job() -> None:
    host = HostInProcess()
    asyncio.run(play_jobs(host, [job(*range(5)), job(*range(5, 10)), job(0, lane=1), job(10)]))

    assert host.attempts == {0: 2, 1: 2, 2: 2}


def test_never_more_instances_live_than_allowed_and_all_matches_are_played() -> None:
    host, setup = HostInProcess(), setup_for(bots=6, max_instances=4)
    (result,) = asyncio.run(play_jobs(host, [job(*range(20))], setup))

    assert len(result.records) == 20
    assert host.most_alive <= 4


def test_the_least_recently_used_instance_is_ended_first() -> None:
    host, setup = HostInProcess(), setup_for(bots=4, max_instances=4, in_flight=1)
    tables = {
        frozenset(StageSchedule("main", (0, 1, 2, 3), 3, 400, None, setup.secret).block(b).table): b
        for b in range(4)
    }
    first, second = tables[frozenset({0, 1, 2})], tables[frozenset({1, 2, 3})]

    async def play() -> list[tuple[int, int]]:
        shard = Shard(setup, host, ManualClock())
        await shard.run(job(first), is_draining=lambda: False)
        await shard.run(job(second), is_draining=lambda: False)
        await shard.run(job(second, lane=1), is_draining=lambda: False)
        alive = sorted((link.entrant, link.lane) for link in host.alive)
        await shard.close()
        return alive

    # Entrant 0 has not been used since the first job, and two of the second job had to go as well.
    alive = asyncio.run(play())
    assert len(alive) == 4
    assert (0, 0) not in alive


def test_a_table_needs_room_for_its_instances() -> None:
    with pytest.raises(ConfigError, match="allow at least 3"):
        Shard(setup_for(max_instances=2), HostInProcess(), ManualClock())


def test_once_draining_nothing_begins_and_what_runs_is_finished() -> None:
    asked = 0

    def is_draining() -> bool:
        nonlocal asked
        asked += 1
        return asked > 10

    (result,) = asyncio.run(play_jobs(HostInProcess(), [job(*range(40))], is_draining=is_draining))

    played = {record.id.block for record in result.records}
    assert played
    assert result.unplayed
    assert played.isdisjoint(result.unplayed)
    assert played | set(result.unplayed) == set(range(40))


def test_names_are_told_unless_the_tournament_is_anonymous() -> None:
    open_host, anonymous_host = HostInProcess(), HostInProcess()
    asyncio.run(play_jobs(open_host, [job(0)]))
    asyncio.run(play_jobs(anonymous_host, [job(0)], setup_for(anonymous=True)))

    (told,) = open_host.links[0].starts.values()
    (not_told,) = anonymous_host.links[0].starts.values()
    assert sorted(told.players) == ["bot0", "bot1", "bot2"]
    assert not_told.players == ()


def test_a_job_counts_its_decisions_and_batches() -> None:
    (result,) = asyncio.run(play_jobs(HostInProcess(), [job(*range(4))]))

    assert result.decisions == sum(len(record.moves) for record in result.records)
    assert result.batches == result.decisions  # the links of this test answer one by one


def test_every_bot_hears_how_each_match_ended() -> None:
    host = HostInProcess()
    (result,) = asyncio.run(play_jobs(host, [job(*range(6))]))

    places = sorted(record.places for record in result.records)
    assert all(sorted(end.places for end in link.ended.values()) == places for link in host.links)
