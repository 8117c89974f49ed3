"""Answers its own turns, and for every turn one that was never put to it."""

import os
import queue

import grpc

from arena.protocol.v1 import bot_pb2, bot_pb2_grpc, color_elevator_pb2, linger_longer_pb2


def choice(turn, turn_id):
    """Answer a turn with its last legal move, under some turn id."""
    if turn.HasField("linger_longer"):
        code = turn.linger_longer.legal[-1]
        move = linger_longer_pb2.LingerLongerMove(card=code)
        return bot_pb2.Choice(turn_id=turn_id, linger_longer=move)
    card, pile = divmod(turn.color_elevator.legal[-1], 2)
    move = color_elevator_pb2.ColorElevatorMove(card=card, pile=pile)
    return bot_pb2.Choice(turn_id=turn_id, color_elevator=move)


def main():
    waiting = queue.SimpleQueue()
    hello = bot_pb2.Hello(token=os.environ["ARENA_TOKEN"], protocol_version=1)
    waiting.put(bot_pb2.BotMessage(hello=hello))
    with grpc.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel:
        for message in bot_pb2_grpc.BotGatewayStub(channel).Play(iter(waiting.get, None)):
            choices = []
            for turn in message.turns:
                choices += [choice(turn, turn.turn_id + 1_000_003), choice(turn, turn.turn_id)]
            if choices:
                waiting.put(bot_pb2.BotMessage(choices=choices))
    waiting.put(None)


if __name__ == "__main__":
    main()
