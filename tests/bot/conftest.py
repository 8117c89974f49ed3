"""An arena's end of the stream that says what a test wants, and bots in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.protocol.v1 import bot_pb2 as wire
from arena.protocol.v1 import bot_pb2_grpc

Script = Callable[[Iterator[wire.BotMessage], grpc.ServicerContext], Iterator[wire.ArenaMessage]]


@dataclass
class Arena(bot_pb2_grpc.BotGatewayServicer):
    """Serves one stream by a script, and starts bots that dial it."""

    folder: Path
    script: Script | None = None
    received: list[wire.BotMessage] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"unix:{self.folder}/bot.sock"

    def Play(self, request_iterator: Any, context: Any) -> Iterator[wire.ArenaMessage]:  # noqa: N802
        """Follow the script, and keep what the bot says."""
        assert self.script is not None
        return self.script(self._kept(request_iterator), context)

    def _kept(self, requests: Iterator[wire.BotMessage]) -> Iterator[wire.BotMessage]:
        for request in requests:
            self.received.append(request)
            yield request

    def run(self, code: str, **changes: Any) -> subprocess.CompletedProcess[str]:
        """Run a bot's program to its end, with the two variables and nothing else."""
        program = self.folder / "bot.py"
        program.write_text(code)
        environment = {"ARENA_ADDRESS": self.address, "ARENA_TOKEN": "secret", "PATH": os.environ["PATH"]}
        options: dict[str, Any] = {"env": environment, "capture_output": True, **changes}
        return subprocess.run([sys.executable, str(program)], text=True, timeout=60, check=False, **options)


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    """An arena that listens."""
    served = Arena(tmp_path)
    with ThreadPoolExecutor() as pool:
        server = grpc.server(pool)
        bot_pb2_grpc.add_BotGatewayServicer_to_server(served, server)  # type: ignore[no-untyped-call]
        server.add_insecure_port(served.address)
        server.start()
        yield served
        server.stop(grace=None).wait()
