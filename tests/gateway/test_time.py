"""Whose time is counted, and what is late (docs/protocol.md, "Time")."""

import asyncio
from pathlib import Path

from arena.core.clock import ManualClock
from arena.gateway.batch_time import BatchTime
from arena.match.faults import FaultKind
from arena.match.player import TimeControl
from arena.tournament.ports import EndCause, ExitStatus
from arena.tournament.setup import Timing
from tests.gateway.raw_bot import StagedProcess, choice, greeted

MOVE_US = 500_000
SHORT = TimeControl(move_us=20_000, bank_us=20_000)


def batch(
    *, strict: bool = False, turns: int = 4, limit_us: int = 1_000_000
) -> tuple[BatchTime, ManualClock, StagedProcess]:
    clock, process = ManualClock(), StagedProcess()
    time = BatchTime(clock, process, move_us=MOVE_US, is_strict=strict)
    time.hand_over(turns, limit_us)
    return time, clock, process


def test_each_answer_of_a_message_is_charged_its_share() -> None:
    time, clock, _ = batch(turns=4)
    clock.advance(4_000)

    assert time.share(4) == (1_000, 1_000, 0)


def test_answers_in_a_later_message_are_charged_from_the_one_before() -> None:
    time, clock, _ = batch(turns=4)
    clock.advance(4_000)
    time.share(2)
    clock.advance(1_000)

    assert time.share(2) == (500, 500, 0)


def test_cpu_time_is_told_of_the_answers_of_each_message_alone() -> None:
    time, _, process = batch(turns=4)
    process.cpu = 300
    first = time.share(3)
    process.cpu = 500
    second = time.share(1)

    assert (first.cpu_us, second.cpu_us) == (100, 200)


def test_in_throughput_timing_waiting_for_the_core_costs_no_bank() -> None:
    time, clock, process = batch(turns=1)
    clock.advance(900_000)
    process.cpu = 30_000

    assert time.share(1) == (900_000, 30_000, 30_000)


def test_in_strict_timing_the_wall_clock_is_charged() -> None:
    time, clock, process = batch(strict=True, turns=1)
    clock.advance(900_000)
    process.cpu = 30_000

    assert time.share(1) == (900_000, 900_000, 30_000)


def test_in_throughput_timing_a_batch_is_late_by_cpu_time_alone() -> None:
    time, clock, process = batch(turns=4)
    clock.advance(5_000_000)
    was_late_by_wall = time.is_late()
    process.cpu = 4_000_001

    assert (was_late_by_wall, time.is_late()) == (False, True)


def test_evidence_names_the_limit_that_was_passed() -> None:
    by_wall, clock, process = batch(turns=1, limit_us=5_500_000)
    process.cpu = 4_249_300
    clock.advance(60_000_000)
    by_cpu, clock, process = batch(turns=2, limit_us=5_500_000)
    process.cpu = 6_249_300
    clock.advance(60_000_000)

    assert by_wall.account("no answer in time") == (
        "no answer in time: 1 turn, with a limit of 55000 ms by the wall clock, 10 times that of CPU; "
        "60000 ms passed, 4249 ms of CPU time were used"
    )
    assert "2 turns, with a limit of 6000 ms of CPU time; 60000 ms passed, 6249 ms" in by_cpu.account("late")


def test_in_throughput_timing_ten_times_the_wall_time_is_the_backstop() -> None:
    time, clock, _ = batch(turns=4)
    clock.advance(25_000_001)

    assert time.is_late()


def test_a_batch_that_thinks_is_waited_for_until_its_limit_of_cpu_time() -> None:
    time, clock, process = batch(turns=4)
    verdicts = []
    for _ in range(8):
        clock.advance(time.due - clock.micros())
        process.cpu += 600_000
        verdicts.append(time.look())

    assert verdicts[:4] == [None] * 4
    assert verdicts[4] is not None
    assert "4 turns, with a limit of 2500 ms of CPU time" in verdicts[4]


def test_a_bot_that_neither_speaks_nor_computes_is_silent_after_the_limit_of_one_turn() -> None:
    time, clock, _ = batch(turns=64)
    clock.advance(time.due - clock.micros())

    verdict = time.look()

    assert clock.micros() == 1_000_000
    assert verdict is not None
    assert "not thinking" in verdict


def test_a_bot_that_answers_piece_by_piece_is_not_silent() -> None:
    time, clock, _ = batch(turns=64)
    verdicts = []
    for _ in range(5):
        clock.advance(time.due - clock.micros())
        time.share(1)
        verdicts.append(time.look())

    assert verdicts == [None] * 5


def test_the_arenas_own_lateness_is_not_the_bots() -> None:
    time, clock, _ = batch(strict=True, turns=1)
    clock.advance(time.due - clock.micros() + 700_000)  # the loop was busy elsewhere
    verdict = time.look()

    assert verdict is None
    assert not time.is_late()
    assert time.share(1) == (1_700_000, 1_000_000, 0)


def test_a_single_turn_is_given_a_moves_time_more_before_it_is_given_up() -> None:
    time, clock, _ = batch(strict=True, turns=1)
    clock.advance(time.due - clock.micros())
    first = time.look()
    clock.advance(time.due - clock.micros())
    second = time.look()
    clock.advance(1_000)
    time.due = clock.micros()
    third = time.look()

    assert first is None
    assert clock.micros() == 1_501_000
    assert second is None
    assert third is not None


async def test_a_silent_bot_is_lost_by_a_time_out(tmp_path: Path) -> None:
    async with greeted(tmp_path, time=SHORT) as scene:
        scene.table.ask()
        scene.table.ask()

        incident = await scene.owner.incident()

        assert incident.kind is FaultKind.TIME_OUT
        assert "no answer" in incident.evidence
        assert incident.wall_us >= 40_000


async def test_a_late_batch_is_one_incident_and_none_of_its_answers_counts(tmp_path: Path) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, clock=clock) as scene:
        askers = [scene.table.ask(), scene.table.ask()]
        turns = await scene.bot.turns()
        clock.advance(20_000_000)
        scene.process.cpu = 19_000_000

        await scene.bot.say(choices=tuple(choice(turn) for turn in turns))
        incident = await scene.owner.incident()

        assert incident.kind is FaultKind.TIME_OUT
        assert incident.cpu_us == 19_000_000
        assert [asker.moves for asker in askers] == [[], []]


async def test_a_late_answer_to_a_single_turn_is_refused_with_the_answer_as_evidence(tmp_path: Path) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, timing=Timing.STRICT, clock=clock) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()
        clock.advance(5_600_000)

        await scene.bot.say(choices=(choice(turn),))
        await asker.told.wait()
        next_asker = scene.table.ask()
        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await next_asker.told.wait()

        ((kind, evidence),) = asker.refusals
        assert kind is FaultKind.TIME_OUT
        assert f"answered move code {turn.linger_longer.legal[0]} too late" in evidence
        assert len(next_asker.moves) == 1
        assert scene.owner.incidents == []


async def test_a_process_that_ended_while_something_kept_its_stream_open_is_noticed(tmp_path: Path) -> None:
    async with greeted(tmp_path, time=SHORT) as scene:
        scene.table.ask()
        await scene.bot.turns()
        scene.process.status = ExitStatus(EndCause.SIGNALLED, 9)

        incident = await scene.owner.incident()

        assert incident.kind is FaultKind.CRASH


async def test_the_next_batchs_time_begins_when_it_is_handed_over(tmp_path: Path) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, clock=clock) as scene:
        first = scene.table.ask()
        (turn,) = await scene.bot.turns()
        second = scene.table.ask()  # waits for the first batch
        clock.advance(300_000)
        await scene.bot.say(choices=(choice(turn),))
        (turn,) = await scene.bot.turns()
        clock.advance(1_000)
        await scene.bot.say(choices=(choice(turn),))
        await asyncio.gather(first.told.wait(), second.told.wait())

        assert (first.walls, second.walls) == ([300_000], [1_000])
