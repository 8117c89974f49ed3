"""Whose an instance is: arenas are told apart so that a living one's instances are never swept."""

from dataclasses import dataclass
from os import getpid
from pathlib import Path

from arena.sandbox.proc import read_process


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """One process for good: a pid alone may be given to another one later."""

    namespace: int
    """Its pid namespace; an arena in a container counts its pids apart."""
    pid: int
    start: int

    def __str__(self) -> str:
        return f"{self.namespace}-{self.pid}-{self.start}"

    def is_alive(self) -> bool:
        """Tell whether it lives; one of another namespace can't be judged and counts as alive."""
        if self.namespace != _namespace():
            return True
        process = read_process(self.pid)
        return process is not None and not process.is_dead and process.start == self.start


@dataclass(frozen=True, slots=True)
class Owner:
    """The processes that an instance depends on: the arena, and the worker of it that started it."""

    processes: tuple[ProcessIdentity, ...]

    def __str__(self) -> str:
        return ".".join(map(str, self.processes))

    def is_alive(self) -> bool:
        """Tell whether all of them live; with one gone nobody looks after the instance any more."""
        return all(process.is_alive() for process in self.processes)


def this_process() -> ProcessIdentity:
    """Return the identity of the calling process."""
    process = read_process(getpid())
    if process is None:
        raise RuntimeError("/proc does not know this process; the arena hosts bots on Linux only")
    return ProcessIdentity(_namespace(), process.pid, process.start)


def owner_of(arena: ProcessIdentity | None = None) -> Owner:
    """Return the owner that the calling process is, as a worker of `arena` or as the arena itself."""
    here = this_process()
    return Owner((here,) if arena is None or arena == here else (arena, here))


def parse_owner(text: str) -> Owner | None:
    """Read what `str` writes; None for anything else."""
    identities = []
    for part in text.split("."):
        numbers = part.split("-")
        if len(numbers) != 3 or not all(number.isascii() and number.isdigit() for number in numbers):
            return None
        identities.append(ProcessIdentity(*map(int, numbers)))
    return Owner(tuple(identities))


def _namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino
