"""Processes of arenas that are dead, found by the label in their environment."""

from arena.sandbox.folders import is_abandoned
from arena.sandbox.instance import end_all
from arena.sandbox.proc import processes, read_label


def end_abandoned() -> set[str]:
    """End what dead arenas of this user left running; return the labels of the instances.

    Raises:
        HostError: something of it can't be ended.
    """
    swept = {label for _, label in _abandoned()}
    end_all(lambda: [pid for pid, _ in _abandoned()], what="leftovers of dead arenas")
    return swept


def _abandoned() -> list[tuple[int, str]]:
    """Return pid and label of each process whose arena is dead."""
    labels = ((process.pid, read_label(process.pid)) for process in processes())
    return [(pid, label) for pid, label in labels if label is not None and is_abandoned(label)]
