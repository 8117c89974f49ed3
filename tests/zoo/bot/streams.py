"""Attacks on the gateway by further streams, connections and frames, and by what becomes of its own."""

import asyncio
import os
import signal
import socket
import struct
import time
from contextlib import suppress

import grpc
from peers import ADDRESS, ENDED, PLAY, PREFACE, SOCKET, Stream, begin, peer


@peer
async def no_http():
    """Bytes that are not even HTTP/2, before its own stream."""
    for _ in range(50):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as raw:
            raw.connect(SOCKET)
            raw.sendall(b"GET / HTTP/1.1\r\n\r\n" + os.urandom(4096))
    await (await begin()).play()


@peer
async def second_stream():
    """A further stream with its own token."""
    stream = await begin()
    turns = await stream.turns()
    second = Stream()
    await second.hello()
    print("second stream:", (await second.call.code()).name, flush=True)
    await stream.answer(turns)
    await stream.play()


@peer
async def hundreds_of_streams():
    """Hundreds of streams over one connection."""
    stream = await begin()
    others = [stream.channel.stream_stream(PLAY)() for _ in range(300)]
    ended = asyncio.as_completed([call.code() for call in others])
    print("a further stream:", (await next(ended)).name, flush=True)
    for call in others:
        call.cancel()
    await stream.play()


@peer
async def hang_up():
    """Breaks its connection, and lives on."""
    stream = await begin()
    await stream.turns()
    await stream.channel.close()
    await asyncio.sleep(600)


@peer
async def half_a_frame():
    """Holds connections open in the middle of a frame, before its own stream."""
    held = []
    for _ in range(20):
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].connect(SOCKET)
        held[-1].sendall(PREFACE + struct.pack(">I", 16384)[1:] + b"\x01\x04\0\0\0\x01" + b"x" * 100)
    await (await begin()).play()


@peer
async def many_connections():
    """Opens thousands of connections, from many processes since each has 64 files."""
    for _ in range(30):
        if os.fork() == 0:
            held = []
            with suppress(OSError):
                for _ in range(50):
                    held.append(socket.socket(socket.AF_UNIX))
                    held[-1].setblocking(False)
                    held[-1].connect(SOCKET)
                    held[-1].send(PREFACE)
            time.sleep(4)
            os._exit(0)
    await (await begin()).play()


@peer
async def connections_in_a_row():
    """Opens and breaks connections, over and over, while it plays."""
    stream = await begin()
    while True:
        turns = await stream.turns()
        for _ in range(20):
            with suppress(OSError), socket.socket(socket.AF_UNIX) as raw:
                raw.connect(SOCKET)
                raw.sendall(PREFACE)
        await stream.answer(turns)


@peer
async def flood_of_pings():
    """Sends HTTP/2 pings and settings on a connection beside its own."""
    stream = await begin()
    frames = bytes([0, 0, 8, 6, 0, 0, 0, 0, 0]) + bytes(8) + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
    with suppress(OSError), socket.socket(socket.AF_UNIX) as raw:
        raw.connect(SOCKET)
        raw.settimeout(0.2)
        raw.sendall(PREFACE)
        for _ in range(2000):
            raw.sendall(frames * 10)
    await stream.play()


@peer
async def reset_streams():
    """Opens streams and takes them back at once, thousands of times."""
    stream = await begin()
    for _ in range(20):
        calls = [stream.channel.stream_stream(PLAY)() for _ in range(50)]
        await asyncio.sleep(0)
        for call in calls:
            call.cancel()
    await stream.play()


@peer
async def huge_header():
    """Metadata of a megabyte."""
    channel = grpc.aio.insecure_channel(ADDRESS, options=[("grpc.use_local_subchannel_pool", 1)])
    with suppress(*ENDED):
        call = channel.stream_stream(PLAY)(metadata=[("x", "y" * 1_000_000)])
        print("huge header:", (await call.code()).name, flush=True)
    await (await begin()).play()


@peer
async def never_reads():
    """Asks, and never reads what it is told."""
    stream = await begin()
    os.kill(os.getpid(), signal.SIGSTOP)
    await stream.play()


@peer
async def stop_itself():
    """Lets a child stop it in the middle of a match."""
    stream = await begin()
    await stream.answer(await stream.turns())
    bot = os.getpid()
    if os.fork() == 0:
        os.kill(bot, signal.SIGSTOP)
        time.sleep(600)
    await stream.play()


@peer
async def fork_in_the_middle():
    """Forks with its stream open, and lets the children speak too."""
    stream = await begin()
    turns = await stream.turns()
    for _ in range(3):
        if os.fork() == 0:
            with suppress(OSError), socket.socket(socket.AF_UNIX) as raw:
                raw.connect(SOCKET)
                raw.sendall(PREFACE)
            os._exit(0)
    await stream.answer(turns)
    await stream.play()
