"""A host that fails under a shard: what is void, what is merely unplayed, and that no deal is met twice."""

import asyncio
from itertools import repeat

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import HostError
from arena.match.player import Question
from arena.scheduling.schedule import StageSchedule
from arena.tournament.job import JobResult
from arena.tournament.shard import Shard
from tests.tournament.bots_in_process import (
    HostBreaks,
    HostInProcess,
    LinkInProcess,
    dies_once,
    job,
    lowest,
    play_jobs,
    setup_for,
)


def test_a_start_that_fails_for_our_reasons_voids_the_matches_and_scores_none() -> None:
    host = HostInProcess(failing={1: [HostError("no more processes")]})
    first, second = asyncio.run(play_jobs(host, [job(*range(6)), job(*range(6))]))

    assert first.unplayed == ()
    assert first.records == ()
    assert dict(first.void) == dict.fromkeys(range(6), "no more processes")
    assert len(second.records) == 6


def test_a_start_that_fails_for_our_reasons_leaves_the_matches_unplayed_that_nobody_has_heard_of() -> None:
    host, setup = HostInProcess(failing={0: repeat(HostError("no more processes"))}), setup_for(bots=5)
    (result,) = asyncio.run(play_jobs(host, [job(*range(20))], setup))

    schedule = StageSchedule("main", (0, 1, 2, 3, 4), 3, 400, None, setup.secret)
    with_it = {block for block in range(20) if 0 in schedule.block(block).table}
    assert with_it
    assert result.void == ()
    assert set(result.unplayed) == with_it
    assert {record.id.block for record in result.records} == set(range(20)) - with_it


def test_a_crashed_bot_that_cannot_be_started_again_for_our_reasons_voids_what_was_begun_alone() -> None:
    host = HostInProcess({1: dies_once(12)}, failing={1: [None, HostError("no more processes")]})
    (result,) = asyncio.run(play_jobs(host, [job(*range(20))], setup_for(in_flight=4)))

    void = {block for block, _ in result.void}
    assert len(void) + len(result.records) == len(host.links_of(1)[0].starts)
    assert void
    assert len(void) + len(result.records) + len(result.unplayed) == 20


def test_a_sandbox_that_breaks_voids_the_open_matches_and_no_instance_sees_them_again() -> None:
    broken = False

    def breaks_once(link: LinkInProcess, question: Question) -> int:
        nonlocal broken
        if not broken and len(link.deals) > 3:
            broken = True
            raise HostBreaks
        return lowest(link, question)

    host = HostInProcess({1: breaks_once})

    async def play() -> tuple[JobResult, JobResult]:
        shard = Shard(setup_for(), host, ManualClock())
        first = await shard.run(job(*range(10)), is_draining=lambda: False)
        left = (*(block for block, _ in first.void), *first.unplayed)
        again = await shard.run(job(*left), is_draining=lambda: False)
        await shard.close()
        return first, again

    first, again = asyncio.run(play())
    assert first.void
    assert all(reason == "the sandbox is gone" for _, reason in first.void)
    assert {record.id.block for record in (*first.records, *again.records)} == set(range(10))
    assert host.saw_no_deal_twice()


def test_a_bug_ends_the_job_with_its_traceback() -> None:
    def bug(link: LinkInProcess, _question: Question) -> int:
        link.is_over = True
        link.owner.failed(link, ZeroDivisionError("a bug"))
        return 0

    async def play() -> None:
        await Shard(setup_for(), HostInProcess({1: bug}), ManualClock()).run(job(), is_draining=lambda: False)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(play())
