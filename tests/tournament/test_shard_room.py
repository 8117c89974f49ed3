"""Few instances for many bots: whatever becomes of one, its place is free for another."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import repeat

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import BotError, HostError
from arena.match.player import Question
from arena.scheduling.schedule import StageSchedule
from arena.tournament.job import JobResult
from arena.tournament.setup import TournamentSetup
from arena.tournament.shard import Shard
from tests.tournament.bots_in_process import (
    HANGS_SECONDS,
    Dies,
    HostInProcess,
    LinkInProcess,
    job,
    lowest,
    play_jobs,
    setup_for,
)

TIGHT = setup_for(bots=7, max_instances=3, in_flight=1, bench_after=1000)


def block_without(entrant: int, setup: TournamentSetup) -> int:
    schedule = StageSchedule("main", setup.stages[0].entrants, 3, 400, None, setup.secret)
    return next(block for block in range(400) if entrant not in schedule.block(block).table)


def in_a_shard(
    host: HostInProcess, work: Callable[[Shard], Awaitable[None]], setup: TournamentSetup | None = None
) -> None:
    async def run() -> None:
        async with asyncio.timeout(HANGS_SECONDS):
            await work(Shard(setup or setup_for(), host, ManualClock()))

    asyncio.run(run())


def play(shard: Shard, *blocks: int) -> Awaitable[JobResult]:
    return shard.run(job(*blocks), is_draining=lambda: False)


@pytest.mark.parametrize("in_flight", [1, 8])
def test_a_bot_that_was_given_up_holds_no_place(in_flight: int) -> None:
    host = HostInProcess(failing={0: repeat(BotError("no hello"))})
    setup = setup_for(bots=7, max_instances=3, in_flight=in_flight)
    (result,) = asyncio.run(play_jobs(host, [job(*range(40))], setup))

    assert len(result.records) == 40
    assert host.attempts[0] == 2, "ending what was given up does not make anybody forget that it was"


def test_a_bot_that_we_cannot_start_holds_no_place() -> None:
    host = HostInProcess(failing={0: repeat(HostError("no more processes"))})
    (result,) = asyncio.run(play_jobs(host, [job(*range(40))], TIGHT))

    assert len(result.records) + len(result.unplayed) == 40


@pytest.mark.parametrize("start_turns", [1, 50])
def test_a_bot_that_dies_after_each_match_holds_no_place(start_turns: int) -> None:
    host = HostInProcess(dying_between_matches=[0], start_turns=start_turns)
    (result,) = asyncio.run(play_jobs(host, [job(*range(40))], TIGHT))

    assert len(result.records) == 40


def test_a_bot_that_comes_up_with_no_match_waiting_for_it_lets_others_have_its_place() -> None:
    host = HostInProcess(start_turns=500)

    def let_it_die(link: LinkInProcess, question: Question) -> int:
        for other in list(host.alive):
            if other.entrant == 0 and other.open and not (other.is_over or other.asked):
                other.crash()
        return lowest(link, question)

    host.bots = dict.fromkeys(range(1, 7), let_it_die)
    (result,) = asyncio.run(play_jobs(host, [job(*range(40))], TIGHT))

    assert host.attempts[0] > 1
    assert len(result.records) == 40


def test_a_job_of_which_nothing_can_ever_begin_ends_with_an_error() -> None:
    async def work(shard: Shard) -> None:
        shard._pool._max_instances = 2  # a bug

        with pytest.raises(RuntimeError, match=r"no match can begin of blocks \[0, 1\]"):
            await play(shard, 0, 1)

    in_a_shard(HostInProcess(), work)


def test_nobody_waits_for_a_job_that_failed_before_all_its_matches_had_begun() -> None:
    host = HostInProcess(failing={1: [ZeroDivisionError("a bug")]})

    async def work(shard: Shard) -> None:
        playing = asyncio.ensure_future(play(shard, *range(20)))
        await asyncio.sleep(0)
        await shard.until_all_begun()

        with pytest.raises(ZeroDivisionError):
            await playing

    in_a_shard(host, work)


def test_a_process_that_is_coming_up_when_the_shard_closes_is_ended() -> None:
    host = HostInProcess(dying_between_matches=[0], start_turns=50)

    async def work(shard: Shard) -> None:
        await play(shard, 0)
        while host.attempts[0] < 2:
            await asyncio.sleep(0)

        await shard.close()

        assert len(host.links_of(0)) == 2
        assert not host.alive

    in_a_shard(host, work)


def test_a_process_that_is_being_resumed_when_the_shard_closes_is_ended() -> None:
    host = HostInProcess()

    def dies_then_hangs(link: LinkInProcess, _question: Question) -> int:
        if link is host.links_of(1)[0]:
            raise Dies
        link.is_over = True  # it never answers; the test's links know no time
        return 0

    host.bots = {1: dies_then_hangs}

    async def work(shard: Shard) -> None:
        playing = asyncio.ensure_future(play(shard, 0))
        while len(host.links_of(1)) < 2 or not host.links_of(1)[1].asked:
            await asyncio.sleep(0)

        await shard.close()
        playing.cancel()

        assert not host.alive

    in_a_shard(host, work)


def test_a_process_that_dies_as_it_is_ended_is_not_started_again() -> None:
    host = HostInProcess()

    async def work(shard: Shard) -> None:
        await play(shard, 0)
        closing = asyncio.ensure_future(shard.close())
        asyncio.get_running_loop().call_soon(host.links_of(1)[0]._die)
        await closing
        await asyncio.sleep(0)

        assert host.attempts[1] == 1
        assert not host.alive

    in_a_shard(host, work)


@pytest.mark.parametrize("max_instances", [3, 16])
def test_a_crash_between_matches_outlives_its_instance_and_is_recorded_in_the_next_match(
    max_instances: int,
) -> None:
    host = HostInProcess()
    setup = setup_for(bots=4, max_instances=max_instances, bench_after=1)
    without_it = block_without(1, setup)
    assert without_it != 0

    async def work(shard: Shard) -> None:
        with_it = next(block for block in range(without_it + 1) if block != without_it)
        await play(shard, with_it)
        host.links_of(1)[0].crash()  # once too often: it is given up, and ended after the job
        await play(shard, without_it)
        await play(shard, without_it)
        result = await play(shard, with_it)

        (record,) = result.records
        assert [(record.seats[fault.seat], fault.is_incident) for fault in record.faults] == [(1, True)]
        await shard.close()

    in_a_shard(host, work, setup)


def test_two_crashes_between_matches_are_two_incidents() -> None:
    host = HostInProcess()

    async def work(shard: Shard) -> None:
        await play(shard, 0)
        for number in (1, 2):
            host.links_of(1)[-1].crash()
            while len(host.links_of(1)) == number:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
        result = await play(shard, 1)

        assert [fault.is_incident for record in result.records for fault in record.faults] == [True, True]
        await shard.close()

    in_a_shard(host, work)


def test_an_instance_that_cannot_be_ended_fails_the_job_that_ended_it() -> None:
    host = HostInProcess(dying_between_matches=[1])
    host.unending = {1}

    with pytest.raises(HostError, match="can't be ended"):
        asyncio.run(play_jobs(host, [job(0)]))


def test_an_instance_that_cannot_be_ended_at_the_close_is_told_after_all_others_are_ended() -> None:
    host = HostInProcess()
    host.unending = {0}

    async def work(shard: Shard) -> None:
        await play(shard, 0)

        with pytest.raises(HostError, match="can't be ended"):
            await shard.close()
        assert not host.alive

    in_a_shard(host, work)


def test_a_bug_between_jobs_fails_the_next_one() -> None:
    host = HostInProcess()

    async def work(shard: Shard) -> None:
        await play(shard, 0)
        link = host.links_of(1)[0]
        link.owner.failed(link, ZeroDivisionError("a bug"))

        with pytest.raises(ZeroDivisionError):
            await play(shard, 1)

    in_a_shard(host, work)
