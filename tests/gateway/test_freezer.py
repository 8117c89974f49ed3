"""Freezing that takes a while keeps nobody waiting; thawing is waited for."""

import asyncio
from concurrent.futures import Future
from pathlib import Path

import pytest

from arena.core.errors import HostError
from arena.gateway.freezer import Freezer
from tests.gateway.raw_bot import StagedProcess, greeted


class SlowlyFrozen(StagedProcess):
    """A process that somebody else freezes and thaws, who says when that is done."""

    freezing: Future[None]
    thawing: Future[None]

    def freeze(self) -> Future[None]:  # type: ignore[override]
        return self.freezing

    def thaw(self) -> Future[None]:  # type: ignore[override]
        return self.thawing


def slowly_frozen() -> SlowlyFrozen:
    process = SlowlyFrozen()
    process.freezing, process.thawing = Future(), Future()
    return process


async def test_thawing_waits_until_it_runs() -> None:
    process = slowly_frozen()
    freezer = Freezer(process)
    freezer.freeze()
    thawing = asyncio.ensure_future(freezer.thaw())

    process.freezing.set_result(None)
    await asyncio.sleep(0)
    assert not thawing.done()

    process.thawing.set_result(None)
    await thawing


async def test_what_could_not_be_frozen_is_told_when_it_is_thawed() -> None:
    process = slowly_frozen()
    freezer = Freezer(process)
    freezer.freeze()
    process.freezing.set_exception(HostError("unable to freeze"))

    with pytest.raises(HostError, match="unable to freeze"):
        await freezer.thaw()


async def test_a_question_waits_until_the_bot_runs(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        scene.process.__class__ = SlowlyFrozen
        scene.process.__dict__.update(vars(slowly_frozen()))
        scene.link._freezer.freeze()
        scene.table.ask()
        process = scene.process
        assert isinstance(process, SlowlyFrozen)
        process.freezing.set_result(None)
        await asyncio.sleep(0.01)
        assert scene.link.batches == 0

        process.thawing.set_result(None)

        assert await scene.bot.turns()
