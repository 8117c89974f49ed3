"""Runs a bot on the caller's own terminal, so that a debugger in it can be talked to.

As seen from the gateway it is a sandbox, which holds nothing.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import arena
from arena.core.errors import BotError
from arena.roster.manifest import PYTHON
from arena.sandbox.environment import SOCKET
from arena.tournament.ports import Bound, EndCause, ExitStatus, LaunchSpec, Running

LEAVE_SECONDS = 10.0
"""How long a bot without a terminal may take to end when its stream has."""


class TerminalBot:
    """One bot with stdin, stdout and stderr of the caller; nothing limits it and its time is not taken."""

    output_file = Path(os.devnull)
    """Its output goes to the terminal and is not kept."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Look after a process that was just started."""
        self._process = process

    def cpu_us(self) -> int:
        """Return 0: its time is not taken."""
        return 0

    def memory_bytes(self) -> int | None:
        """Return None: its memory is not measured."""
        return None

    def has_ended(self) -> bool:
        """Tell whether it has ended."""
        return self._process.poll() is not None

    def exit_status(self) -> ExitStatus | None:
        """Return how it ended, or None while it runs."""
        code = self._process.poll()
        if code is None:
            return None
        return ExitStatus(EndCause.SIGNALLED if code < 0 else EndCause.EXITED, abs(code))

    def freeze(self) -> None:
        """Do nothing: somebody may be typing."""

    def thaw(self) -> None:
        """Do nothing."""

    def output(self, most: int = 4096) -> str:
        """Return nothing: it went to the terminal."""
        del most
        return ""

    def stop(self) -> ExitStatus:
        """Wait for it to end by itself, on a terminal for as long as that takes, and say how it did."""
        try:
            self._process.wait(None if sys.stdin.isatty() else LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        status = self.exit_status()
        return status or ExitStatus(EndCause.STOPPED, 0)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()


class Terminal:
    """Starts one bot on the caller's terminal; it isolates nothing."""

    name = "terminal"
    promise = "isolates nothing and limits nothing: for your own bot, under a debugger"
    bounds: frozenset[Bound] = frozenset()

    def __init__(self) -> None:
        """Start nothing yet."""
        self._bot: TerminalBot | None = None

    def prepare(self, tell: Callable[[str], None]) -> None:
        """Do nothing."""
        del tell

    def sweep(self) -> int:
        """Do nothing: it ends with its terminal."""
        return 0

    def start(self, spec: LaunchSpec) -> Running:
        """Start the bot in the caller's process group, so that the terminal is its own too.

        Raises:
            BotError: its command can't be started.
        """
        command = [sys.executable if spec.command[0] == PYTHON else spec.command[0], *spec.command[1:]]
        packages = [spec.packages] if spec.packages is not None else []
        environment = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": os.pathsep.join(map(str, [Path(arena.__file__).parent.parent, *packages])),
            "ARENA_ADDRESS": f"unix:{spec.socket_directory.absolute() / SOCKET}",
            "ARENA_TOKEN": spec.token,
        }
        try:
            process = subprocess.Popen(command, cwd=spec.directory, env=environment)  # noqa: S603 -- its purpose
        except OSError as error:
            raise BotError(
                f"can't start {spec.command[0]!r} in {spec.directory}: {error.strerror}; the command in "
                "bot.toml must name a program on the PATH or in the bot's folder"
            ) from error
        self._bot = TerminalBot(process)
        return self._bot

    @contextmanager
    def interrupts(self) -> Iterator[None]:
        """Leave Ctrl-C to the bot, whose debugger may want it; the second ends the bot."""
        times = 0

        def count(signum: int, frame: FrameType | None) -> None:
            nonlocal times
            del signum, frame
            times += 1
            if times > 1 and self._bot is not None:
                self._bot.kill()

        # A handler, not SIG_IGN, which the bot would inherit.
        before = signal.signal(signal.SIGINT, count)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
