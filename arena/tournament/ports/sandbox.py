"""Running programs: what the gateway needs of a sandbox."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Protocol


class Bound(Enum):
    """Something that a backend holds a hostile bot to; what is not in its `bounds` it does not promise."""

    FILES = "files"  # it sees no file of the host's but its code, its packages and the kit, and changes none
    NETWORK = "network"  # it reaches nothing but its socket
    NEIGHBOURS = "neighbours"  # it neither sees nor signals any process but its own
    SYSTEM_CALLS = "system calls"  # those that a bot has no use for are refused
    PROCESSES = "processes"  # no more than `Limits.processes`, threads included
    MEMORY = "memory"  # all its processes together, what they keep in temporary files included
    TEMPORARY = "temporary files"  # no more than `Limits.temporary_bytes` in all
    OUTPUT = "output"  # no more than `Limits.file_bytes`
    CPU = "cpu"  # no more than one core's worth, whatever it starts
    CHILDREN = "children"  # none of its processes outlives it, whatever they do


@dataclass(frozen=True, slots=True)
class Limits:
    """What one instance may use."""

    memory_bytes: int = 256 << 20
    processes: int = 64
    """Threads count; gRPC alone needs about ten."""
    temporary_bytes: int = 16 << 20
    open_files: int = 64
    file_bytes: int = 16 << 20
    """The largest file it may write, its output included."""


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """One instance to be started."""

    name: str
    """Unique in this arena and opaque: it shows in the bot's own view of its mounts."""
    directory: Path
    """The bot's code; read-only to it where the backend can do that."""
    command: tuple[str, ...]
    socket_directory: Path
    """Holds the gateway's socket, `bot.sock`; the only way out of the sandbox."""
    token: str = field(repr=False)
    """Handed to the bot as ARENA_TOKEN; ARENA_ADDRESS is made by the backend."""
    limits: Limits
    core: int | None
    """The core to be pinned to, or None."""
    packages: Path | None = None
    """The folder of its installed requirements, read-only to it and on its module path; None for none."""


class EndCause(Enum):
    """Why an instance ended."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    OUT_OF_MEMORY = "out_of_memory"
    STOPPED = "stopped"  # by us


@dataclass(frozen=True, slots=True)
class ExitStatus:
    """How an instance ended."""

    cause: EndCause
    code: int
    """Exit code, or the signal's number."""

    def __str__(self) -> str:
        """Say it in words, for evidence."""
        what = {EndCause.EXITED: "exit code", EndCause.SIGNALLED: "signal"}.get(self.cause, "code")
        return f"{self.cause.value}, {what} {self.code}"


class Running(Protocol):
    """One started instance. Methods are quick; only `stop` waits, and not for long."""

    output_file: Path
    """What it writes to stdout and stderr, as long as it isn't stopped; the arena may read it."""

    def cpu_us(self) -> int:
        """Return the CPU time that all its processes have used, in microseconds."""
        ...

    def memory_bytes(self) -> int | None:
        """Return the memory that all its processes use now, in bytes; None if that can't be read."""
        ...

    def has_ended(self) -> bool:
        """Tell whether its first process has ended, though it may take a moment until it is known how."""
        ...

    def exit_status(self) -> ExitStatus | None:
        """Return how it ended, or None while it runs or while that is not known.

        Raises:
            HostError: it was ended from outside its sandbox, or the sandbox can't tell.
        """
        ...

    def freeze(self) -> Future[None] | None:
        """Keep it from running until `thaw`; a future, if that goes on after the return."""
        ...

    def thaw(self) -> Future[None] | None:
        """Let it run again, after what `freeze` has begun; a future, if that goes on after the return."""
        ...

    def output(self, most: int = 4096) -> str:
        """Return the end of what it wrote to stdout and stderr: foreign text, not yet harmless."""
        ...

    def stop(self) -> ExitStatus:
        """End it with all its children, remove what it left, and say how it had ended."""
        ...


class Sandbox(Protocol):
    """A way to run programs apart. One contract suite tests every backend."""

    name: str
    promise: str
    """What it keeps in and what it does not, in one sentence for the operator."""
    bounds: frozenset[Bound]
    """What it holds a hostile bot to; the contract suite tries every one."""

    def prepare(self, tell: Callable[[str], None]) -> None:
        """Make what all instances need, such as an image, before a run; quick if it is there.

        `tell` is given a line for the operator for each step that takes long.

        Raises:
            HostError: it can't be made; the message says what to do.
        """
        ...

    def start(self, spec: LaunchSpec) -> Running:
        """Start an instance.

        Raises:
            BotError: the bot can't be started, for example its command does not exist.
            HostError: the sandbox itself failed.
        """
        ...

    def sweep(self) -> int:
        """End the instances, and remove the leftovers, of arenas that no longer live; return how many.

        Never touches those of another arena that lives.
        """
        ...
