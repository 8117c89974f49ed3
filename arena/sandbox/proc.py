"""Reading /proc: which processes there are, and which instance of which arena each belongs to."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from os import sysconf
from pathlib import Path

LABEL_VARIABLE = "ARENA_LABEL"
"""The environment variable that marks a process, and all it starts, as part of an instance."""
_LABEL_PREFIX = f"{LABEL_VARIABLE}=".encode()
_TICK_US = 1_000_000 // sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Process:
    """What /proc says of one process."""

    pid: int
    state: str
    group: int
    reaped_us: int
    """CPU time of the children that it has waited for; exact to a tick, 10 ms."""
    start: int
    """Ticks from the machine's start to its own; with the pid it names a process for good."""

    @property
    def is_dead(self) -> bool:
        """Tell whether it is only waiting to be reaped."""
        return self.state in "ZX"


def read_process(pid: int) -> Process | None:
    """Read one process; None if there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text[text.rindex(b")") + 2 :].split()  # the name before it may hold spaces and brackets
    return Process(
        pid=pid,
        state=fields[0].decode("ascii"),
        group=int(fields[2]),
        reaped_us=(int(fields[13]) + int(fields[14])) * _TICK_US,
        start=int(fields[19]),
    )


def read_label(pid: int) -> str | None:
    """Return the label in a process's environment; None without one, or if it isn't ours to read."""
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return None
    for variable in environment.split(b"\0"):
        if variable.startswith(_LABEL_PREFIX):
            return variable[len(_LABEL_PREFIX) :].decode("ascii", "replace")
    return None


def processes() -> Iterator[Process]:
    """Yield the processes of the machine that are not dead."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            process = read_process(int(entry.name))
            if process is not None and not process.is_dead:
                yield process


def members(leader: int, label: str) -> list[Process]:
    """Find the living processes of an instance: by its group, and by the label where they left that."""
    return [p for p in processes() if p.group == leader or read_label(p.pid) == label]


def descendants(pid: int) -> dict[int, Process]:
    """Find the living processes that a process has started, and those that they have, by pid."""
    found: dict[int, Process] = {}
    waiting = [pid]
    while waiting:
        for task in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                for child in map(int, task.read_text(encoding="ascii").split()):
                    process = read_process(child)
                    if process is not None and not process.is_dead and child not in found:
                        found[child] = process
                        waiting.append(child)
    return found
