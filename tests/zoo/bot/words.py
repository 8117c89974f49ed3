"""Attacks on the gateway by what a bot says, or does not say, on its stream."""

import asyncio
import os
import sys

import grpc
from peers import ESCAPES, Stream, answers, begin, peer

from arena.protocol.v1 import bot_pb2, color_elevator_pb2


@peer
async def garbage():
    """Bytes that are no message."""
    stream = await begin()
    await stream.turns()
    await stream.say(b"\xff\xff\xff this is no message")
    await stream.play()


@peer
async def garbage_for_a_hello():
    """Bytes that are no message, to begin with."""
    stream = Stream()
    await stream.say(b"\xff" * 100)
    await stream.hear()


@peer
async def oversized():
    """A note that makes a message too long."""
    stream = await begin()
    await stream.answer(await stream.turns(), note="x" * 600_000)
    await stream.play()


@peer
async def oversized_for_grpc():
    """A message of 5 MB."""
    stream = await begin()
    await stream.turns()
    await stream.say_and_stay(bytes(5_000_000))


@peer
async def bomb():
    """A message that is short and becomes very long when it is unpacked."""
    stream = await begin(compression=grpc.Compression.Gzip)
    await stream.turns()
    await stream.say_and_stay(bytes(48 << 20))


@peer
async def flood_of_choices():
    """Thousands of answers to nothing."""
    stream = await begin()
    turns = await stream.turns()
    for _ in range(20):
        await stream.say(answers(turns[:1] * 500, turn_id=99))
    await stream.play()


@peer
async def flood_of_empty_messages():
    """Thousands of messages with nothing in them."""
    stream = await begin()
    for _ in range(5000):
        await stream.say(b"")
    await stream.play()


@peer
async def unasked():
    """A second answer to every turn, and one to a turn of nobody's."""
    stream = await begin()
    while True:
        turns = await stream.turns()
        await stream.say(
            answers(turns[:1], turn_id=turns[0].turn_id + 1_000_003) + answers(turns + turns[:1])
        )


@peer
async def choice_before_hello():
    """An answer to begin with."""
    stream = Stream()
    await stream.say(bot_pb2.BotMessage(choices=[bot_pb2.Choice(turn_id=1)]).SerializeToString())
    await stream.hear()


@peer
async def second_hello():
    """A hello where an answer is due."""
    stream = await begin()
    await stream.turns()
    await stream.hello()
    await stream.play()


@peer
async def wrong_token():
    """The token of somebody else, as far as it can guess."""
    stream = Stream()
    await stream.hello(token="x" * 32)
    await stream.hear()


@peer
async def silence_before_hello():
    """Nothing at all."""
    await asyncio.sleep(600)


@peer
async def silence():
    """No answer."""
    stream = await begin()
    await stream.turns()
    await asyncio.sleep(600)


@peer
async def close_politely():
    """Says that it will say no more."""
    stream = await begin()
    await stream.turns()
    await stream.call.done_writing()
    await asyncio.sleep(600)


@peer
async def exit_in_a_message():
    """Ends while a message is under way."""
    stream = await begin()
    turns = await stream.turns()
    writing = asyncio.ensure_future(stream.answer(turns, note="x" * 400_000))
    await asyncio.sleep(0)
    os._exit(3 if writing else 0)


@peer
async def notes_of_escapes():
    """Notes, name and output that would take over a terminal."""
    stream = Stream()
    await stream.hello(name=ESCAPES * 100, language=ESCAPES)
    await stream.hear()
    while True:
        print(ESCAPES, flush=True)
        await stream.answer(await stream.turns(), note=ESCAPES * 10)


@peer
async def evidence_of_escapes():
    """Ends with last words that would take over a terminal."""
    stream = await begin()
    await stream.turns()
    print(ESCAPES * 20, flush=True)
    print("\x1b[8m", file=sys.stderr, flush=True)
    os._exit(7)


@peer
async def huge_notes():
    """A note of 100 KB with every answer."""
    stream = await begin()
    while True:
        turns = await stream.turns()
        for turn in turns:
            await stream.answer([turn], note=ESCAPES * 2000)


@peer
async def illegal():
    """A card that it does not have, every time."""
    stream = await begin()
    while True:
        moves = [
            bot_pb2.Choice(
                turn_id=turn.turn_id, color_elevator=color_elevator_pb2.ColorElevatorMove(card=51, pile=1)
            )
            for turn in await stream.turns()
        ]
        await stream.say(bot_pb2.BotMessage(choices=moves).SerializeToString())


@peer
async def answer_byte_by_byte():
    """Answers one turn a message, and waits in between."""
    stream = await begin()
    while True:
        for turn in await stream.turns():
            await stream.answer([turn])
            await asyncio.sleep(0.001)
