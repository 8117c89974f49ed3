"""CPU time that is used while nothing is asked (docs/protocol.md, "Time")."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from arena.core.clock import ManualClock
from arena.gateway import pondering
from arena.gateway.pondering import Pondering, Reputation
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd
from arena.tournament.setup import Timing
from tests.gateway.raw_bot import DEFAULT_TIME, Asker, RawBot, Scene, StagedProcess, Table, choice, greeted

BUSY_US = 60_000
"""CPU time in a pause that makes suspect."""


@pytest.fixture(autouse=True)
def _short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pondering, "LOOK_US", 2_000)
    monkeypatch.setattr(pondering, "REST_US", 20_000)


class Spinning(StagedProcess):
    """A process that has used more CPU time whenever it is looked at, so many times."""

    def __init__(self, looks: int = 1 << 30) -> None:
        super().__init__()
        self.looks = looks

    def cpu_us(self) -> int:
        self.looks -= 1
        if self.looks >= 0:
            self.cpu += 1_000
        return self.cpu


def pauses(*used: int, wall: int = 100_000) -> bool:
    """Tell whether one is suspect after pauses of such a length in which it used so much."""
    clock, process = ManualClock(), StagedProcess()
    watched = Pondering(clock, process, Reputation())
    for each in used:
        watched.begin(process.cpu)
        clock.advance(wall)
        process.cpu += each
        watched.end()
    return watched.is_suspect


@pytest.mark.parametrize(
    ("used", "wall", "is_suspect"),
    [
        ([BUSY_US], 100_000, True),
        ([6_000] * 10, 100_000, True),
        ([50] * 100_000, 1_000, False),
        ([4_900] * 10, 100_000, False),
        ([40_000], 40_000, False),
    ],
    ids=["at once", "by and by", "one part in twenty", "a little", "for a moment"],
)
def test_much_cpu_time_in_pauses_makes_suspect(used: list[int], wall: int, is_suspect: bool) -> None:
    assert pauses(*used, wall=wall) is is_suspect


def test_no_more_is_used_in_a_pause_than_it_was_long_so_that_what_is_found_out_late_is_not_counted() -> None:
    assert not pauses(10_000_000, wall=10_000)


def test_what_is_used_after_a_match_was_told_to_be_over_is_in_no_pause() -> None:
    clock, process = ManualClock(), StagedProcess()
    watched = Pondering(clock, process, Reputation())
    watched.begin(0)
    watched.end()
    clock.advance(1_000_000)
    process.cpu = 1_000_000
    watched.end()

    assert not watched.is_suspect


async def test_who_comes_to_rest_does_not_ponder() -> None:
    assert await Pondering(ManualClock(), Spinning(looks=8), Reputation()).watch() is None


async def test_who_never_comes_to_rest_ponders() -> None:
    incident = await Pondering(ManualClock(), Spinning(), Reputation()).watch()

    assert incident is not None
    assert incident.kind is FaultKind.PONDERING
    assert incident.cpu_us == 10_000
    assert "never resting" in incident.evidence


async def answer(scene: Scene, asker: Asker) -> int:
    (turn,) = await scene.bot.turns()
    await scene.bot.say(choices=(choice(turn),))
    await asker.told.wait()
    return turn.match


@pytest.mark.parametrize("timing", Timing)
async def test_a_bot_that_computes_on_is_lost_by_pondering_before_it_is_asked_again(
    tmp_path: Path, timing: Timing
) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, timing=timing, clock=clock, process=Spinning()) as scene:
        await answer(scene, scene.table.ask())
        clock.advance(1_000_000)
        scene.process.cpu += BUSY_US
        unasked = scene.table.ask()

        incident = await scene.owner.incident()

        assert incident.kind is FaultKind.PONDERING
        assert not unasked.told.is_set()


async def test_a_suspect_that_rested_is_asked_and_frozen_in_its_pauses_from_then_on(tmp_path: Path) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, clock=clock) as scene:
        await answer(scene, scene.table.ask())
        was_frozen = scene.process.is_frozen
        clock.advance(1_000_000)
        scene.process.cpu += BUSY_US
        await answer(scene, scene.table.ask())
        while not scene.process.is_frozen:
            await asyncio.sleep(0.001)
        await answer(scene, scene.table.ask())

        assert not was_frozen
        assert scene.owner.incidents == []


async def test_who_ponders_is_lost_once_and_its_bot_is_frozen_in_every_pause_from_then_on(
    tmp_path: Path,
) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, clock=clock, process=Spinning()) as scene:
        await answer(scene, scene.table.ask())
        clock.advance(1_000_000)
        scene.process.cpu += BUSY_US
        scene.table.ask()
        await scene.owner.incident()

        later = await greet_another(scene)
        await answer(later, later.table.ask())
        was_frozen = later.process.is_frozen
        clock.advance(1_000_000)
        later.process.cpu += BUSY_US
        await answer(later, later.table.ask())

        assert was_frozen
        assert len(scene.owner.incidents) == 1
        await later.link.close()
        await later.bot.hang_up()


async def greet_another(scene: Scene) -> Scene:
    """Start one more instance of the same bot."""
    starting = asyncio.create_task(scene.host.start(0, 0, scene.owner))
    bot = RawBot(await scene.sandbox.spec.get())
    await bot.hello()
    await bot.hear()
    link = await starting
    return replace(scene, bot=bot, link=link, table=Table(link, DEFAULT_TIME))


async def test_learning_from_the_end_of_a_match_is_not_pondering(tmp_path: Path) -> None:
    clock = ManualClock()
    async with greeted(tmp_path, clock=clock, process=Spinning()) as scene:
        match = await answer(scene, scene.table.ask())
        scene.table.begin()
        scene.link.finish(match, MatchEnd((1, 2, 3), (0, 0, 0), b""))
        await scene.bot.hear()
        clock.advance(1_000_000)
        scene.process.cpu += 1_000_000
        await answer(scene, scene.table.ask())

        assert scene.owner.incidents == []
