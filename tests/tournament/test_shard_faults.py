"""Bots and hosts that fail under a shard: whose fault it is, and who pays for it (docs/architecture.md)."""

import asyncio
from itertools import repeat

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import BotError
from arena.match.faults import Fault, FaultKind
from arena.match.player import Question
from arena.match.record import MatchEnding
from arena.tournament.job import JobResult
from arena.tournament.match_run import MAX_NOTED, MatchRun
from arena.tournament.shard import Shard
from tests.tournament.bots_in_process import (
    Dies,
    HostInProcess,
    LinkInProcess,
    Malformed,
    Play,
    deal_of,
    dies_once,
    job,
    lowest,
    play_jobs,
    setup_for,
)


def faults_of(result: JobResult) -> list[Fault]:
    return [fault for record in result.records for fault in record.faults]


def forfeited(result: JobResult) -> set[int]:
    return {record.id.block for record in result.records if record.ending is MatchEnding.FORFEITED}


def dies_in_deal(number: int) -> Play:
    """A bot that ends whenever it is asked in the so-manieth deal that it has seen."""
    deals: list[bytes] = []

    def play(link: LinkInProcess, question: Question) -> int:
        deal = deal_of(question)
        if deal not in deals:
            deals.append(deal)
        if deals.index(deal) == number:
            raise Dies
        return lowest(link, question)

    return play


def always(error: type[Exception]) -> Play:
    def play(_link: LinkInProcess, _question: Question) -> int:
        raise error

    return play


def test_a_crash_is_one_incident_however_many_matches_were_open_and_nobody_forfeits() -> None:
    host = HostInProcess({1: dies_once()})
    (result,) = asyncio.run(play_jobs(host, [job()]))

    (fault,) = faults_of(result)
    assert len(host.links_of(1)[0].open) > 1
    assert (fault.kind, fault.is_incident, fault.is_forfeit) == (FaultKind.CRASH, True, False)
    assert (fault.evidence, fault.wall_us, fault.cpu_us) == ("exit code 1", 7, 5)
    assert len(result.records) == 20
    assert forfeited(result) == set()


def test_after_a_crash_open_matches_are_resumed_in_a_fresh_process_and_asked_one_at_a_time() -> None:
    host = HostInProcess({1: dies_once(12)})
    asyncio.run(play_jobs(host, [job(*range(8))]))

    lost, fresh = host.links_of(1)
    resumed = {number for number, start in fresh.starts.items() if start.resumed}
    assert resumed == lost.open
    assert lost.most_asked_at_once > 1
    assert fresh.most_asked_at_once <= lost.most_asked_at_once
    assert all(fresh.starts[number].events for number in resumed)


def test_a_resumed_bot_is_sent_every_event_once() -> None:
    crashing, calm = HostInProcess({1: dies_once(12)}), HostInProcess()
    asyncio.run(play_jobs(crashing, [job(*range(8))]))
    asyncio.run(play_jobs(calm, [job(*range(8))]))

    (whole,) = calm.links_of(1)
    _, fresh = crashing.links_of(1)
    resumed = [number for number, start in fresh.starts.items() if start.resumed]
    assert resumed
    assert [fresh.events[number] for number in resumed] == [whole.events[number] for number in resumed]


def test_a_crash_changes_no_move_of_bots_that_depend_on_the_match_alone() -> None:
    (crashed,) = asyncio.run(play_jobs(HostInProcess({1: dies_once()}), [job()]))
    (calm,) = asyncio.run(play_jobs(HostInProcess(), [job()]))

    def moves(result: JobResult) -> dict[int, bytes]:
        return {record.id.block: record.moves for record in result.records}

    assert moves(crashed) == moves(calm)


def test_the_match_in_which_it_fails_again_is_the_one_it_forfeits() -> None:
    host = HostInProcess({1: dies_in_deal(3)})
    (result,) = asyncio.run(play_jobs(host, [job()]))

    incident, forfeit = sorted(faults_of(result), key=lambda fault: fault.is_forfeit)
    assert (incident.kind, incident.is_incident) == (FaultKind.CRASH, True)
    assert (forfeit.kind, forfeit.is_forfeit) == (FaultKind.CRASH, True)
    assert len(forfeited(result)) == 1
    assert len(result.records) == 20
    assert len(host.links_of(1)) == 3


def test_the_house_plays_on_for_it_and_it_has_the_last_place() -> None:
    (result,) = asyncio.run(play_jobs(HostInProcess({1: dies_in_deal(3)}), [job()]))

    (record,) = [record for record in result.records if record.forfeits]
    seat = record.seats.index(1)
    assert record.forfeits == (seat,)
    assert record.places[seat] == 3
    assert record.substitutes


@pytest.mark.parametrize(("starts", "words"), [(1, "after 1 failure;"), (4, "after 4 failures;")])
def test_a_bot_that_always_fails_is_given_up_after_a_few_starts_and_the_others_play_on(
    starts: int, words: str
) -> None:
    host = HostInProcess({1: always(Dies)})
    (result,) = asyncio.run(play_jobs(host, [job(*range(40))], setup_for(bench_after=starts)))

    assert len(result.records) == 40
    assert forfeited(result) == set(range(40))
    assert len(host.links_of(1)) == starts
    assert sum(fault.is_incident for fault in faults_of(result)) == 1
    assert f"given up {words}" in faults_of(result)[-1].evidence


def test_two_bots_that_fail_at_once_do_not_stop_the_third() -> None:
    host = HostInProcess({0: dies_in_deal(2), 1: dies_once(), 2: dies_once(31)})
    (result,) = asyncio.run(play_jobs(host, [job()]))

    assert len(result.records) == 20
    assert len(forfeited(result)) == 1


def test_a_crash_between_matches_is_recorded_in_the_next_one() -> None:
    host = HostInProcess()

    async def play() -> JobResult:
        shard = Shard(setup_for(), host, ManualClock())
        await shard.run(job(0), is_draining=lambda: False)
        host.links_of(1)[0].crash()
        result = await shard.run(job(1), is_draining=lambda: False)
        await shard.close()
        return result

    (fault,) = faults_of(asyncio.run(play()))
    assert fault.is_incident


def test_malformed_moves_are_the_houses_to_replace_until_there_are_too_many() -> None:
    (result,) = asyncio.run(play_jobs(HostInProcess({1: always(Malformed)}), [job(*range(3))]))

    for record in result.records:
        kinds = [fault.kind for fault in record.faults]
        assert kinds == [FaultKind.MALFORMED_MOVE] * 3
        assert [fault.is_forfeit for fault in record.faults] == [False, False, True]


def test_faults_noted_while_a_question_is_open_are_bounded() -> None:
    kept = []

    def floods(link: LinkInProcess, question: Question) -> int:
        for asker in link.asked.values():
            for _ in range(1000):
                asker.noted(FaultKind.UNKNOWN_TURN, "turn 99")
            assert isinstance(asker, MatchRun)
            kept.append(len(asker._noted))
        return lowest(link, question)

    (result,) = asyncio.run(play_jobs(HostInProcess({1: floods}), [job(0)]))

    assert max(kept) == MAX_NOTED
    assert len(faults_of(result)) == 3


def test_faults_that_answer_no_question_count_in_the_match_they_were_noted_in() -> None:
    def chatter(link: LinkInProcess, question: Question) -> int:
        for asker in list(link.asked.values())[:1]:
            asker.noted(FaultKind.UNKNOWN_TURN, "turn 99")
        return lowest(link, question)

    (result,) = asyncio.run(play_jobs(HostInProcess({1: chatter}), [job(0)]))

    faults = faults_of(result)
    assert [fault.kind for fault in faults] == [FaultKind.UNKNOWN_TURN] * 3
    assert faults[-1].is_forfeit


@pytest.mark.parametrize("failures", [1, 2])
def test_a_bot_that_does_not_start_is_tried_again_a_little(failures: int) -> None:
    host = HostInProcess(failing={1: [BotError("no hello")] * failures})
    (result,) = asyncio.run(play_jobs(host, [job(*range(4))]))

    assert host.attempts[1] == 2
    assert forfeited(result) == (set() if failures == 1 else set(range(4)))


def test_a_bot_that_never_starts_forfeits_with_the_reason_and_the_others_play() -> None:
    host = HostInProcess(failing={1: repeat(BotError("it said no valid hello within 10 s"))})
    (result,) = asyncio.run(play_jobs(host, [job(*range(6))]))

    assert len(result.records) == 6
    for record in result.records:
        (fault,) = record.faults
        assert (fault.kind, fault.is_forfeit) == (FaultKind.START_FAILURE, True)
        assert "no valid hello" in fault.evidence


def test_a_bot_that_was_given_up_is_tried_again_in_ever_fewer_jobs() -> None:
    host = HostInProcess(failing={1: repeat(BotError("no hello"))})
    results = asyncio.run(play_jobs(host, [job(block) for block in range(16)]))

    assert all(forfeited(result) for result in results)
    assert host.attempts[1] == 2 * 4  # in jobs 0, 2, 5 and 10


def test_a_bot_lost_while_it_is_brought_back_without_a_question_blames_no_match() -> None:
    host = HostInProcess({1: dies_once()}, stillborn=(1, 2))
    (result,) = asyncio.run(play_jobs(host, [job()]))

    assert host.attempts[1] == 3
    assert forfeited(result) == set()
    assert [fault.is_incident for fault in faults_of(result)] == [True, True]
