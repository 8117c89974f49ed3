"""Starting and greeting: who is turned away with which words, and what is whose fault."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import grpc
import pytest

from arena.core.clock import SystemClock
from arena.core.errors import BotError, HostError
from arena.gateway.host import GatewayHost
from arena.gateway.socket_folders import PREFIX, SocketFolders
from arena.protocol.v1 import bot_pb2 as wire
from arena.tournament.ports import EndCause, ExitStatus, LaunchSpec
from tests.gateway.raw_bot import (
    Owner,
    RawBot,
    StagedProcess,
    StagedSandbox,
    choice,
    gateway,
    greeted,
    setup_for,
)


async def say_wrong_token(bot: RawBot) -> None:
    await bot.hello(token="guessed")


async def say_wrong_version(bot: RawBot) -> None:
    await bot.hello(version=2)


async def say_choices_first(bot: RawBot) -> None:
    await bot.say(choices=(wire.Choice(turn_id=1),))


async def say_garbage(bot: RawBot) -> None:
    await bot.call.write(b"\xff\xff")


async def say_too_much(bot: RawBot) -> None:
    await bot.say(hello=wire.Hello(name="x" * 600_000))


@pytest.mark.parametrize(
    ("say", "status", "words"),
    [
        (say_wrong_token, grpc.StatusCode.UNAUTHENTICATED, "ARENA_TOKEN"),
        (say_wrong_version, grpc.StatusCode.FAILED_PRECONDITION, "send 1 as hello.protocol_version"),
        (say_choices_first, grpc.StatusCode.FAILED_PRECONDITION, "a hello and nothing else"),
        (say_garbage, grpc.StatusCode.INVALID_ARGUMENT, "no BotMessage"),
        (say_too_much, grpc.StatusCode.INVALID_ARGUMENT, "at most 524288"),
    ],
)
async def test_a_wrong_first_message_is_answered_with_what_to_change_and_is_the_bots_fault(
    tmp_path: Path, say: Callable[[RawBot], Awaitable[None]], status: grpc.StatusCode, words: str
) -> None:
    async with gateway(tmp_path, setup_for()) as (host, sandbox, owner):
        starting = asyncio.create_task(host.start(0, 0, owner))
        bot = RawBot(await sandbox.spec.get())
        await say(bot)
        code, details = await bot.status()
        sandbox.process.status = ExitStatus(EndCause.EXITED, 3)

        with pytest.raises(BotError, match="before its hello: exited, exit code 3; it was turned away"):
            await starting
        await bot.hang_up()

        assert code is status
        assert words in details
        assert list(tmp_path.iterdir()) == []


async def test_a_bot_that_was_turned_away_may_try_again(tmp_path: Path) -> None:
    async with gateway(tmp_path, setup_for()) as (host, sandbox, owner):
        starting = asyncio.create_task(host.start(0, 0, owner))
        spec = await sandbox.spec.get()
        bad = RawBot(spec)
        await bad.hello(version=7)
        await bad.status()

        good = RawBot(spec)
        await good.hello()
        link = await starting
        await link.close()
        await bad.hang_up()
        await good.hang_up()


async def test_a_bot_that_never_says_hello_is_ended_when_its_start_limit_is_over(tmp_path: Path) -> None:
    async with gateway(tmp_path, setup_for(start_us=50_000)) as (host, sandbox, owner):
        sandbox.process.printed = "loading…"

        with pytest.raises(BotError, match=r"no valid hello within 0.05 s; its last output: loading"):
            await host.start(0, 0, owner)

        assert sandbox.process.is_stopped
        assert list(tmp_path.iterdir()) == []


async def test_a_bot_that_ends_before_its_hello_is_noticed_long_before_the_limit(tmp_path: Path) -> None:
    async with gateway(tmp_path, setup_for(start_us=3_600_000_000)) as (host, sandbox, owner):
        sandbox.process.status = ExitStatus(EndCause.SIGNALLED, 11)
        sandbox.process.printed = "Segmentation fault"

        with pytest.raises(BotError, match=r"signalled, signal 11; its last output: Segmentation fault"):
            await host.start(0, 0, owner)


class RefusingSandbox:
    """A sandbox that starts nothing."""

    name = "refusing"
    promise = ""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def start(self, spec: LaunchSpec) -> None:  # noqa: ARG002
        raise self.error

    def sweep(self) -> int:
        return 0


@pytest.mark.parametrize("error", [BotError("no such command"), HostError("no more processes")])
async def test_why_nothing_could_be_started_is_passed_on_and_nothing_stays(
    tmp_path: Path, error: Exception
) -> None:
    host = GatewayHost(setup_for(), RefusingSandbox(error), SystemClock(), parent=tmp_path)  # type: ignore[arg-type]

    with pytest.raises(type(error), match=str(error)):
        await host.start(0, 0, Owner())

    assert list(tmp_path.iterdir()) == []


class SlowSandbox(StagedSandbox):
    """A sandbox that starts a program when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_starting, self.may_start = threading.Event(), threading.Event()

    def start(self, spec: LaunchSpec) -> StagedProcess:
        self.is_starting.set()
        assert self.may_start.wait(60)
        return super().start(spec)


async def test_what_nobody_waits_for_any_more_is_stopped_as_soon_as_it_runs(tmp_path: Path) -> None:
    sandbox = SlowSandbox()
    starting = asyncio.create_task(
        GatewayHost(setup_for(), sandbox, SystemClock(), parent=tmp_path).start(0, 0, Owner())
    )
    await asyncio.to_thread(sandbox.is_starting.wait)

    starting.cancel()
    await asyncio.sleep(0)
    sandbox.may_start.set()

    with pytest.raises(asyncio.CancelledError):
        await starting
    assert sandbox.process.is_stopped
    assert list(tmp_path.iterdir()) == []


async def test_the_socket_can_be_reached_by_another_user_and_its_folder_shows_nothing(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        async with greeted(tmp_path) as scene:
            folder = scene.bot.spec.socket_directory

            assert folder.stat().st_mode & 0o777 == 0o711
            assert folder.parent.stat().st_mode & 0o777 == 0o711
            assert (folder / "bot.sock").stat().st_mode & 0o777 == 0o666
    finally:
        os.umask(old)


async def test_at_most_three_instances_start_at_once(tmp_path: Path) -> None:
    async with gateway(tmp_path, setup_for()) as (host, sandbox, owner):
        starts = [asyncio.create_task(host.start(0, lane, owner)) for lane in range(5)]
        specs = [await sandbox.spec.get() for _ in range(3)]
        await asyncio.sleep(0.05)
        started_at_first = 3 + sandbox.spec.qsize()

        bots = []
        for index in range(5):
            spec = specs[index] if index < 3 else await sandbox.spec.get()
            bots.append(RawBot(spec))
            await bots[-1].hello()
        links = await asyncio.gather(*starts)
        await asyncio.gather(*(link.close() for link in links))
        await asyncio.gather(*(bot.hang_up() for bot in bots))

        assert started_at_first == 3


def test_the_folders_of_a_killed_arena_are_removed_and_those_of_a_living_one_are_not(tmp_path: Path) -> None:
    living = SocketFolders(tmp_path)
    kept = living.make()
    dead = tmp_path / f"{PREFIX}dead"
    (dead / "abc").mkdir(parents=True)
    (dead / "lock").touch()
    half_made = tmp_path / f"{PREFIX}new"
    half_made.mkdir()

    SocketFolders(tmp_path).make()

    assert kept.is_dir()
    assert not dead.exists()
    assert half_made.is_dir()


def test_a_path_too_long_for_a_socket_is_our_fault_and_says_what_to_do(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 90)
    deep.mkdir()

    with pytest.raises(HostError, match="set TMPDIR"):
        SocketFolders(deep).make()

    assert list(deep.iterdir()) == []


async def test_every_instance_has_a_token_of_its_own(tmp_path: Path) -> None:
    async with greeted(tmp_path) as one, greeted(tmp_path) as two:
        tokens = {one.bot.spec.token, two.bot.spec.token}
        asker = one.table.ask()
        await one.bot.say(choices=tuple(choice(turn) for turn in await one.bot.turns()))
        await asker.told.wait()

        assert len(tokens) == 2
