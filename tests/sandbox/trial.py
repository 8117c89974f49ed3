"""Starting scripts as bots, and looking at what is left of them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from arena.sandbox.proc import processes, read_label
from arena.tournament.ports import LaunchSpec, Limits, Running, Sandbox

PATIENCE = 60.0
NUMBERS = count()
"""No two instances of this process have the same name, so that one that can't be stopped fails one test."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens in another process; a wait of a minute is a failure."""
    for _ in range(int(PATIENCE / 0.005)):
        if condition():
            return
        time.sleep(0.005)
    pytest.fail("it did not happen within a minute")


def running_with(marker: str) -> list[int]:
    """Return the programs in Python, in whatever sandbox, that have the word in their command line.

    What a sandbox puts before a program has the word too, and does not count.
    """
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if marker.encode() in words and Path(words[0].decode()).name.startswith("python"):
            found.append(int(entry.name))
    return found


@dataclass(frozen=True)
class Members:
    """All processes of an instance, whatever program they have become."""

    namespaces: frozenset[str]
    """Of process numbers, those that are not our own."""
    labels: frozenset[str]
    """In their environments."""

    @classmethod
    def of(cls, marker: str) -> "Members":
        """Find out what the members have in common by those of them that `running_with` finds."""
        found = running_with(marker)
        namespaces = {_namespace(pid) for pid in found} - {_namespace(os.getpid())}
        labels = {read_label(pid) for pid in found}
        members = cls(frozenset(filter(None, namespaces)), frozenset(filter(None, labels)))
        assert members.living(), "nothing marks them"
        return members

    def living(self) -> list[int]:
        """Return the numbers of those that have not ended."""
        pids = [process.pid for process in processes()]
        return [pid for pid in pids if _namespace(pid) in self.namespaces or read_label(pid) in self.labels]


def _namespace(pid: int) -> str | None:
    try:
        return str(Path(f"/proc/{pid}/ns/pid").readlink())
    except OSError:
        return None


@dataclass
class Trial:
    """Starts scripts as bots in one sandbox, and ends what a test leaves running."""

    sandbox: Sandbox
    folder: Path
    started: list[Running] = field(default_factory=list)

    def spec(self, *command: str, limits: Limits | None = None, core: int | None = None) -> LaunchSpec:
        directory = self.folder / "bot"
        directory.mkdir(exist_ok=True)
        directory.chmod(0o755)
        sockets = self.folder / "socket"
        sockets.mkdir(exist_ok=True)
        sockets.chmod(0o711)
        return LaunchSpec(
            name=f"instance{next(NUMBERS)}",
            directory=directory,
            command=command,
            socket_directory=sockets,
            token="secret-token",
            limits=limits or Limits(),
            core=core,
        )

    def start(
        self, script: str, *arguments: str, limits: Limits | None = None, core: int | None = None
    ) -> Running:
        spec = self.spec("python", "-c", script, *arguments, limits=limits, core=core)
        running = self.sandbox.start(spec)
        self.started.append(running)
        return running

    def run(self, script: str, *arguments: str, limits: Limits | None = None) -> Running:
        """Start a script and wait for its end."""
        running = self.start(script, *arguments, limits=limits)
        wait_until(lambda: running.exit_status() is not None)
        return running

    def run_limited(self, script: str, *, limits: Limits) -> Running:
        """Run a script that begins only when `start` has come back, and wait for its end.

        A backend may set limits on a process that runs already, some microseconds after its start.
        """
        wait = "import os, time\nwhile not os.path.exists('go'): time.sleep(0.01)\n"
        running = self.start(wait + script, limits=limits)
        (self.folder / "bot" / "go").touch()
        wait_until(lambda: running.exit_status() is not None)
        return running

    def stop(self) -> None:
        """Stop all that was started; the first error counts, and keeps none of the others running."""
        with ExitStack() as stopping:
            for running in self.started:
                stopping.callback(running.stop)

    def said(self, running: Running, word: str) -> None:
        """Wait until the bot has written the word."""
        wait_until(lambda: word in running.output())


ARENA = """
import sys, time
from pathlib import Path
from arena.sandbox.backends import make_sandbox
from arena.tournament.ports import LaunchSpec, Limits
name, folder, marker = sys.argv[1:]
bot = "import time; print(__import__('tempfile').gettempdir(), flush=True); time.sleep(600)"
command = ("python", "-c", bot, marker.removeprefix("for "))
spec = LaunchSpec("left-over", Path(folder), command, Path(folder), "token", Limits(), None)
running = make_sandbox(name).start(spec)
while not running.output().endswith("\\n"): time.sleep(0.01)
print(running.output(), end="", flush=True)
time.sleep(600)
"""


@dataclass(frozen=True)
class OtherArena:
    """An arena in a process of its own, with one instance running."""

    process: subprocess.Popen[str]
    temporary: Path
    """The temporary directory of its instance."""


@contextmanager
def another_arena(trial: Trial, marker: str) -> Iterator[OtherArena]:
    """Run another arena whose bot has the marker in its command line; it is killed in the end."""
    directory = trial.spec().directory
    command = [sys.executable, "-c", ARENA, trial.sandbox.name, str(directory), f"for {marker}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield OtherArena(process, Path(process.stdout.readline().strip()))
        finally:
            process.kill()
