"""One peer of the ping-pong: connects to a Unix socket and answers each message with another.

Run as `python -m arena.bench.echo_peer ADDRESS`; it ends when its stream does.
"""

import asyncio
import sys

import grpc

METHOD = "/arena.bench.Echo/Play"
QUESTION = bytes(150)
"""As long as a real turn."""
ANSWER = bytes(12)
"""As long as a real choice."""


async def answer(address: str) -> None:
    """Answer until the stream ends."""
    async with grpc.aio.insecure_channel(address) as channel:
        call = channel.stream_stream(METHOD)()
        await call.write(b"hello")
        while await call.read() is not grpc.aio.EOF:
            await call.write(ANSWER)


if __name__ == "__main__":
    asyncio.run(answer(sys.argv[1]))
