"""Whose an instance is: arenas are told apart so that a living one's instances are never swept."""

from dataclasses import dataclass
from os import getpid
from pathlib import Path

from arena.sandbox.proc import read_process


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that started an instance, for good: a pid alone may be given to another one later."""

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


def this_process() -> Owner:
    """Return the owner that the calling process is."""
    process = read_process(getpid())
    if process is None:
        raise RuntimeError("/proc does not know this process; the arena hosts bots on Linux only")
    return Owner(_namespace(), process.pid, process.start)


def parse_owner(text: str) -> Owner | None:
    """Read what `str` writes; None for anything else."""
    numbers = text.split("-")
    if len(numbers) != 3 or not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    return Owner(*map(int, numbers))


def _namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino
