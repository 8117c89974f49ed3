"""Runs one attack in one instance, and looks at it from outside while it holds what it took."""

import shutil
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.cgroup import controller_folders
from arena.tournament.ports import LaunchSpec, Limits, Running, Sandbox
from tests.sandbox.trial import running_with

BOT = Path(__file__).parent / "bot"
LIMITS = Limits()
OBSERVED = "observed: "
SECRET = "the host's secret"
CORE = 0
PATIENCE = 60.0


@dataclass(frozen=True)
class Caged:
    """An attack that has said what it observed, or has ended."""

    running: Running
    marker: str
    """A word in the command lines of its processes."""

    @property
    def said(self) -> str:
        """What it observed; if it ended before, how."""
        _, found, rest = self.running.output(LIMITS.file_bytes).rpartition(OBSERVED)
        return rest.partition("\n")[0] if found else str(self.running.exit_status())

    def is_over(self) -> bool:
        """Tell whether it has said it, or ended."""
        _, found, rest = self.running.output().rpartition(OBSERVED)
        return bool(found and "\n" in rest) or self.running.exit_status() is not None

    def wait(self) -> None:
        """Wait until it is over; an attack on memory may keep the kernel busy for long."""
        end = time.monotonic() + PATIENCE
        while not self.is_over():
            assert time.monotonic() < end, f"not over after {PATIENCE:g} s: {self.running.output()}"
            time.sleep(0.01)

    def pids(self) -> list[int]:
        """Its processes, as numbers of the host's."""
        return running_with(self.marker)

    def status(self, pid: int) -> dict[str, list[str]]:
        """What the kernel says of one of its processes; nothing if that has ended."""
        try:
            text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return {}
        return {name: rest.split() for name, _, rest in (line.partition(":") for line in text.splitlines())}

    def group(self, controller: str, name: str) -> int:
        """Read a number from a file of its control group, by its name in version 1 or in version 2."""
        folders = controller_folders(str(self.pids()[0]))
        return int((folders.get(controller) or folders[""]).joinpath(name).read_text(encoding="ascii"))


class Keeper:
    """Starts attacks in one sandbox, beside a neighbour that they must not disturb."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.code = copy_bot(folder / "bot")
        self.secret = folder / "secret"
        self.secret.write_text(SECRET, encoding="utf-8")
        self.sockets = folder / "socket"
        self.sockets.mkdir(mode=0o711)
        self._started = 0

    @property
    def socket(self) -> Path:
        """Where a gateway would listen."""
        return self.sockets / "bot.sock"

    @contextmanager
    def neighbour(self) -> Iterator[Caged]:
        """Run a bot that does nothing, with a token of its own."""
        yield from self._run("nothing", token="the-neighbours-token")

    @contextmanager
    def caged(self, attack: str) -> Iterator[Caged]:
        """Run an attack until it has said what it observed, or ended; it is stopped in the end."""
        yield from self._run(attack, token="its-own-token")

    def _run(self, attack: str, token: str) -> Iterator[Caged]:
        marker = f"zoo-{uuid.uuid4().hex}"
        self._started += 1
        running = self.sandbox.start(
            LaunchSpec(
                name=f"zoo-{self.sandbox.name}-{self._started}",
                directory=self.code,
                command=("python", "bot.py", attack, "alone", str(self.secret), marker),
                socket_directory=self.sockets,
                token=token,
                limits=LIMITS,
                core=CORE,
            )
        )
        try:
            caged = Caged(running, marker)
            caged.wait()
            yield caged
        finally:
            running.stop()


@contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    """Listen where a gateway would, as a gateway would."""
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(path))
        path.chmod(0o666)
        server.listen()
        try:
            yield server
        finally:
            path.unlink()


def copy_bot(folder: Path) -> Path:
    """Copy the hostile bot, so that what it may do to its code it does to a copy."""
    shutil.copytree(BOT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    folder.chmod(0o755)
    return folder


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return mode and content of each file in a folder."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }
