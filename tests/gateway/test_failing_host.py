"""What fails on our own side of a stream is told, whatever else was going on; nothing is left behind."""
# ruff: noqa: ARG002 - these serve interfaces

import asyncio
from pathlib import Path

import grpc
import pytest

from arena.core.clock import SystemClock
from arena.core.errors import HostError
from arena.gateway.link import Link
from arena.gateway.output_log import OutputLog
from arena.gateway.pondering import Reputation
from arena.gateway.server import BotServer
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, TimeControl
from arena.protocol.v1 import bot_pb2 as wire
from arena.tournament.ports import BotLink, ExitStatus, Incident
from arena.tournament.setup import Timing
from tests.gateway.raw_bot import Owner, Scene, StagedProcess, Table, greeted


class BrokenMeter(StagedProcess):
    """A process whose CPU time can't be read any more."""

    error: Exception = HostError("the meter is gone")

    def cpu_us(self) -> int:
        raise self.error


class Unobservable(StagedProcess):
    """A process that nobody can look at."""

    error: Exception = HostError("no such group")

    def exit_status(self) -> ExitStatus | None:
        raise self.error


class BuggyOwner(Owner):
    """An owner that trips over the news."""

    def lost(self, link: BotLink, incident: Incident) -> None:
        raise ZeroDivisionError("a bug")


async def error_told(scene: Scene) -> Exception:
    await scene.owner.told.wait()
    assert scene.owner.incidents == []
    (error,) = scene.owner.errors
    return error


async def test_an_incident_is_told_even_if_its_cpu_time_cannot_be_read(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        scene.table.ask()
        await scene.bot.turns()
        scene.process.__class__ = BrokenMeter

        await scene.bot.call.write(b"\xff\xff\xff this is no message")
        incident = await scene.owner.incident()

        assert incident.kind is FaultKind.MALFORMED_MESSAGE
        assert incident.cpu_us == 0
        assert "its CPU time can't be read: the meter is gone" in incident.evidence


async def test_a_bug_in_taking_an_incident_is_told(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        scene.owner.__class__ = BuggyOwner

        await scene.bot.hello()

        assert isinstance(await error_told(scene), ZeroDivisionError)


@pytest.mark.parametrize("error", [HostError("no such group"), ZeroDivisionError("a bug")])
async def test_an_error_in_looking_at_a_batch_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(Unobservable, "error", error)
    async with greeted(tmp_path) as scene:
        scene.table.ask(limit_us=20_000)
        scene.process.__class__ = Unobservable

        assert await error_told(scene) is error
        scene.process.__class__ = StagedProcess


async def test_an_instance_that_cannot_be_observed_is_stopped_all_the_same(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        scene.process.__class__ = Unobservable

        await scene.link.close()  # what matters is that it is ended, so this is no error

        assert scene.process.is_stopped
        assert list(tmp_path.iterdir()) == []
        scene.process.__class__ = StagedProcess


async def test_a_server_that_is_closed_while_it_welcomes_serves_nobody(tmp_path: Path) -> None:
    server = BotServer(tmp_path, "token")
    await server.open()

    class ClosesMeanwhile:
        async def read(self) -> bytes:
            return wire.BotMessage(hello=wire.Hello(token="token", protocol_version=1)).SerializeToString()

        async def write(self, _raw: bytes) -> None:
            await server.close()

    async with asyncio.timeout(10):
        await server._play(None, ClosesMeanwhile())

    assert server.greeted.cancelled()


async def test_a_bot_that_does_not_read_what_asks_nothing_is_lost_by_a_time_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.gateway.link.UNREAD_SECONDS", 0.05)
    owner, process, is_writing = Owner(), StagedProcess(), asyncio.Event()

    class Full:
        async def read(self) -> None:
            await asyncio.get_running_loop().create_future()

        async def write(self, _raw: bytes) -> None:
            is_writing.set()
            await asyncio.get_running_loop().create_future()

    async def clean_up() -> None:
        process.printed = "cleaned up"

    link = Link(
        process,
        owner,
        SystemClock(),
        move_us=100_000,
        timing=Timing.THROUGHPUT,
        log=OutputLog(process.output_file, entrant=0, lane=0, instance="raw", most_bytes=1 << 20),
        reputation=Reputation(),
        clean_up=clean_up,
    )
    serving = asyncio.create_task(link.serve(Full()))
    table = Table(link, TimeControl())
    number, _, _ = table.begin()
    link.finish(number, MatchEnd((1, 2, 3), (0, 0, 0), b""))
    await is_writing.wait()
    table.ask()

    incident = await owner.incident()
    await serving
    await link.close()

    assert incident.kind is FaultKind.TIME_OUT
    assert "did not read its stream" in incident.evidence


async def test_streams_that_are_turned_away_in_bulk_are_a_flood(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        await scene.bot.turns()
        hello = wire.BotMessage(hello=wire.Hello(token="wrong", protocol_version=1)).SerializeToString()

        while not scene.owner.incidents:
            call = scene.bot.channel.stream_stream("/arena.protocol.v1.BotGateway/Play")()
            await call.write(hello)
            assert await call.code() in {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.CANCELLED}

        assert scene.owner.incidents[0].kind is FaultKind.FLOOD
        assert len(asker.faults) == 256
