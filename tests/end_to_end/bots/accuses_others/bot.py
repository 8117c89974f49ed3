"""Breaks its stream in its turn, and goes on with faults on others, hoping that its opponents are charged."""

import os
import queue
import time

import grpc

from arena.protocol.v1 import bot_pb2

STREAMS = 7


def dial():
    channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"])
    return channel.stream_stream("/arena.protocol.v1.BotGateway/Play")


def hello(token):
    return bot_pb2.BotMessage(hello=bot_pb2.Hello(token=token, protocol_version=1)).SerializeToString()


def main():
    play, words, others = dial(), queue.SimpleQueue(), []
    words.put(hello(os.environ["ARENA_TOKEN"]))
    for raw in play(iter(words.get, None)):
        if bot_pb2.ArenaMessage.FromString(raw).turns:
            for _ in range(STREAMS):
                more = queue.SimpleQueue()
                others.append((more, play(iter(more.get, None))))
            time.sleep(0.1)
            words.put(b"\xff\xff")
            for _ in range(40):
                time.sleep(0.005)
                if others:
                    others.pop()[0].put(hello("bad"))


if __name__ == "__main__":
    main()
