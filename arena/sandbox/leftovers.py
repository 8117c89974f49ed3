"""Processes of arenas that are dead, found by the label in their environment."""

from contextlib import suppress

from arena.sandbox.cgroup import Cgroup, find_cgroup
from arena.sandbox.folders import is_abandoned
from arena.sandbox.instance import end_all
from arena.sandbox.proc import processes, read_label


def end_abandoned() -> set[str]:
    """End what dead arenas of this user left running; return the labels of the instances.

    Raises:
        HostError: something of it can't be ended.
    """
    swept = {label for _, label in _abandoned()}
    end_all(lambda: [_thawed(pid) for pid, _ in _abandoned()], what="leftovers of dead arenas")
    return swept


def _thawed(pid: int) -> int:
    """Thaw the control group of a process, whichever sandbox froze it: in version 1 the frozen don't die."""
    files = find_cgroup(pid)
    with suppress(OSError):
        if files is not None:
            group = Cgroup(files)
            group.thaw()
            group.close()
    return pid


def _abandoned() -> list[tuple[int, str]]:
    """Return pid and label of each process whose arena is dead."""
    labels = ((process.pid, read_label(process.pid)) for process in processes())
    return [(pid, label) for pid, label in labels if label is not None and is_abandoned(label)]
