"""Attacks on the gateway, by what a bot says or doesn't say. Where it can, the bot plays legally beside."""

import asyncio
import os
from contextlib import suppress

import grpc

from arena.protocol.v1 import bot_pb2, color_elevator_pb2

PEERS = {}
PLAY = "/arena.protocol.v1.BotGateway/Play"
ADDRESS = os.environ.get("ARENA_ADDRESS", "")
SOCKET = ADDRESS.removeprefix("unix:")
ESCAPES = "\x1b[2J\x1b]0;owned\x07\x1b[31m\x9b2J\r\x00\u202eevil\u2066 [red]markup[/red] "
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How a client of HTTP/2 begins, with its settings."""
ENDED = (grpc.aio.AioRpcError, asyncio.InvalidStateError, asyncio.CancelledError)


def peer(function):
    """Enter an attack under the name of its function."""
    PEERS[function.__name__] = function
    return function


class Stream:
    """One stream to the gateway, by hand."""

    def __init__(self, **options):
        arguments = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1)]
        self.channel = grpc.aio.insecure_channel(ADDRESS, options=arguments, **options)
        self.call = self.channel.stream_stream(PLAY)()

    async def say(self, raw):
        await self.call.write(raw)

    async def say_and_stay(self, raw):
        """Say something, and live on when the stream is ended for it."""
        with suppress(*ENDED):
            await self.say(raw)
            await self.call.read()
        await asyncio.sleep(600)

    async def hello(self, **changes):
        fields = {"token": os.environ["ARENA_TOKEN"], "protocol_version": 1, "games": ["color_elevator"]}
        await self.say(bot_pb2.BotMessage(hello=bot_pb2.Hello(**(fields | changes))).SerializeToString())

    async def hear(self):
        """Return the next message; the end of the stream ends the bot."""
        raw = await self.call.read()
        if raw is grpc.aio.EOF:
            print("the stream ended:", (await self.call.code()).name, await self.call.details(), flush=True)
            raise SystemExit(0)
        return bot_pb2.ArenaMessage.FromString(raw)

    async def turns(self):
        """Return the turns of the next message that has any."""
        while True:
            message = await self.hear()
            if message.turns:
                return list(message.turns)

    async def answer(self, turns, **changes):
        await self.say(answers(turns, **changes))

    async def play(self, **changes):
        """Play on legally."""
        while True:
            await self.answer(await self.turns(), **changes)


def choice(turn, turn_id=None, note=""):
    """Choose the first legal placement."""
    card, pile = divmod(turn.color_elevator.legal[0], 2)
    move = color_elevator_pb2.ColorElevatorMove(card=card, pile=pile)
    return bot_pb2.Choice(
        turn_id=turn.turn_id if turn_id is None else turn_id, note=note, color_elevator=move
    )


def answers(turns, **changes):
    return bot_pb2.BotMessage(choices=[choice(turn, **changes) for turn in turns]).SerializeToString()


async def begin(**options):
    """Return a stream that is welcome."""
    stream = Stream(**options)
    await stream.hello()
    await stream.hear()
    return stream


def run(name):
    try:
        asyncio.run(PEERS[name]())
    except ENDED as error:
        print("the stream ended:", repr(error), flush=True)
