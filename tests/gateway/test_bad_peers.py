"""Bots that break the protocol: each is a named fault with its evidence, and nobody else notices."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path

import grpc
import pytest

from arena.gateway import loss
from arena.gateway.server import MAX_CONNECTIONS
from arena.match.faults import FaultKind
from arena.protocol.mapping.envelopes import choice_to_proto
from arena.protocol.v1 import bot_pb2 as wire
from arena.protocol.v1 import color_elevator_pb2, linger_longer_pb2
from arena.tournament.ports import EndCause, ExitStatus
from tests.gateway.raw_bot import GAME, PLAY, RawBot, Scene, choice, greeted


async def send_garbage(scene: Scene) -> None:
    await scene.bot.call.write(b"\xff\xff\xff this is no message")


async def send_second_hello(scene: Scene) -> None:
    await scene.bot.hello()


async def send_oversized(scene: Scene) -> None:
    (turn,) = await scene.bot.turns()
    await scene.bot.say(choices=(choice(turn, note="x" * 600_000),))


async def send_flood_of_choices(scene: Scene) -> None:
    unasked = choice_to_proto(99, game=GAME, move=1)
    for _ in range(3):
        await scene.bot.say(choices=(unasked,) * 100)


async def send_flood_of_empty_messages(scene: Scene) -> None:
    await scene.bot.turns()
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # it ends before all are sent
        for _ in range(300):
            await scene.bot.say()


async def hang_up(scene: Scene) -> None:
    scene.process.printed = "bye"
    await scene.bot.hang_up()


async def close_politely(scene: Scene) -> None:
    await scene.bot.call.done_writing()


async def crash(scene: Scene) -> None:
    scene.process.printed = "ZeroDivisionError: division by zero"
    scene.process.status = ExitStatus(EndCause.EXITED, 1)
    await scene.bot.hang_up()


async def run_out_of_memory(scene: Scene) -> None:
    scene.process.status = ExitStatus(EndCause.OUT_OF_MEMORY, 137)
    await scene.bot.hang_up()


@pytest.mark.parametrize(
    ("misbehave", "kind", "evidence"),
    [
        (send_garbage, FaultKind.MALFORMED_MESSAGE, "bytes that are no BotMessage; they begin with ff ff ff"),
        (send_second_hello, FaultKind.MALFORMED_MESSAGE, "a second hello"),
        (send_oversized, FaultKind.OVERSIZED_MESSAGE, "at most 524288 are read"),
        (send_flood_of_choices, FaultKind.FLOOD, "300 choices"),
        (send_flood_of_empty_messages, FaultKind.FLOOD, "257 choices, messages or streams"),
        (hang_up, FaultKind.DISCONNECT, "its last output: bye"),
        (close_politely, FaultKind.DISCONNECT, "closed its stream and went on running"),
        (crash, FaultKind.CRASH, "exited, exit code 1; its last output: ZeroDivisionError"),
        (run_out_of_memory, FaultKind.RESOURCE_LIMIT, "out_of_memory"),
    ],
)
async def test_a_broken_protocol_loses_the_instance_once_under_its_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    misbehave: Callable[[Scene], Awaitable[None]],
    kind: FaultKind,
    evidence: str,
) -> None:
    monkeypatch.setattr(loss, "_PAUSES", (0.001,))
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()

        await misbehave(scene)
        incident = await scene.owner.incident()

        assert incident.kind is kind
        assert evidence in incident.evidence
        assert asker.moves == []


async def test_a_choice_for_an_unknown_turn_is_noted_with_the_open_question_which_stays_open(
    tmp_path: Path,
) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()

        await scene.bot.say(choices=(choice_to_proto(turn.turn_id + 7, game=GAME, move=1),))
        await scene.bot.say(choices=(choice(turn),))
        await asker.told.wait()

        assert [kind for kind, _ in asker.faults] == [FaultKind.UNKNOWN_TURN]
        assert len(asker.moves) == 1


async def test_a_second_choice_for_one_turn_is_noted_and_only_the_first_counts(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()

        await scene.bot.say(choices=(choice(turn), choice_to_proto(turn.turn_id, game=GAME, move=51)))
        await asker.told.wait()

        assert [kind for kind, _ in asker.faults] == [FaultKind.UNKNOWN_TURN]
        assert asker.moves == [turn.linger_longer.legal[0]]


async def test_what_nobody_asked_for_between_batches_is_noted_with_the_next_question(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        first = scene.table.ask()
        (turn,) = await scene.bot.turns()
        await scene.bot.say(choices=(choice(turn),))
        await scene.bot.say(choices=(choice(turn),))
        await first.told.wait()
        second = scene.table.ask()

        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await second.told.wait()

        assert [kind for kind, _ in (*first.faults, *second.faults)] == [FaultKind.UNKNOWN_TURN]


@pytest.mark.parametrize(
    "move",
    [
        wire.Choice(),
        wire.Choice(color_elevator=color_elevator_pb2.ColorElevatorMove(card=1, pile=0)),
        wire.Choice(linger_longer=linger_longer_pb2.LingerLongerMove()),
        wire.Choice(linger_longer=linger_longer_pb2.LingerLongerMove(card=52)),
    ],
)
async def test_a_choice_without_a_move_of_its_game_is_malformed_and_the_stream_goes_on(
    tmp_path: Path, move: wire.Choice
) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()

        move.turn_id = turn.turn_id
        await scene.bot.say(choices=(move,))
        await asker.told.wait()
        next_asker = scene.table.ask()
        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await next_asker.told.wait()

        assert [kind for kind, _ in asker.refusals] == [FaultKind.MALFORMED_MOVE]
        assert len(next_asker.moves) == 1


async def test_a_second_stream_is_turned_away_and_the_first_goes_on(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        second = RawBot(scene.bot.spec)
        await second.hello()

        code, words = await second.status()
        asker = scene.table.ask()
        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await asker.told.wait()
        await second.hang_up()

        assert code is grpc.StatusCode.ALREADY_EXISTS
        assert "keep that stream" in words
        assert len(asker.moves) == 1
        assert [kind for kind, _ in asker.faults] == [FaultKind.MALFORMED_MESSAGE]


async def test_hundreds_of_streams_are_turned_away_and_the_first_goes_on(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        others = [scene.bot.channel.stream_stream(PLAY)() for _ in range(200)]
        ended = [asyncio.ensure_future(call.code()) for call in others]
        codes = [await code for code in islice(asyncio.as_completed(ended), 190)]

        asker = scene.table.ask()
        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await asker.told.wait()
        for call in others:
            call.cancel()
        await asyncio.gather(*ended)

        assert set(codes) == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        assert len(asker.moves) == 1


async def test_hundreds_of_connections_are_closed_and_the_stream_goes_on(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        path = f"{scene.bot.spec.socket_directory}/bot.sock"
        others = [await asyncio.open_unix_connection(path) for _ in range(100)]
        ends = [asyncio.ensure_future(reader.read()) for reader, _ in others]
        for end in islice(asyncio.as_completed(ends), 101 - MAX_CONNECTIONS):
            with suppress(ConnectionError):
                await end

        asker = scene.table.ask()
        await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await asker.told.wait()
        for _, writer in others:
            writer.close()
        await asyncio.gather(*ends, return_exceptions=True)

        assert len(asker.moves) == 1


async def test_one_bots_garbage_disturbs_no_other_bot(tmp_path: Path) -> None:
    async with greeted(tmp_path) as bad, greeted(tmp_path) as good:
        bad.table.ask()
        asker = good.table.ask()

        await send_garbage(bad)
        await bad.owner.incident()
        await good.bot.say(choices=tuple(choice(turn) for turn in await good.bot.turns()))
        await asker.told.wait()

        assert len(asker.moves) == 1
        assert good.owner.incidents == []


async def test_one_bot_cannot_answer_another_bots_turn(tmp_path: Path) -> None:
    async with greeted(tmp_path) as thief, greeted(tmp_path) as victim:
        victim_asker = victim.table.ask()
        (turn,) = await victim.bot.turns()
        thief_asker = thief.table.ask()
        (own,) = await thief.bot.turns()

        stolen = choice_to_proto(turn.turn_id + 1000, game=GAME, move=51)
        await thief.bot.say(choices=(stolen, choice(own)))
        await thief_asker.told.wait()
        await victim.bot.say(choices=(choice(turn),))
        await victim_asker.told.wait()

        assert [kind for kind, _ in thief_asker.faults] == [FaultKind.UNKNOWN_TURN]
        assert victim_asker.moves == [turn.linger_longer.legal[0]]
        assert victim_asker.faults == []
