"""Control groups of our own: they bound what all processes of an instance use together.

They are made beside or below the arena's own, so that whatever bounds the arena bounds its bots
too. Version 1 has a tree for each controller. In version 2, a group's children have the controllers
that it hands down, which a group with processes in it can't do: so they go into the nearest group
above ours that does, if we may write there (root may; a user may below `systemd-run --user --scope`).
"""

import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from arena.core.errors import HostError
from arena.sandbox.cgroup import Cgroup, controller_folders, files_of
from arena.sandbox.folders import is_abandoned
from arena.tournament.ports import Limits

PREFIX = "arena:"
"""What the names of our groups begin with; the rest is the label, with ':' for its '/'."""
_NEEDED_V1 = ("memory", "pids", "cpu", "cpuacct", "freezer")
_NEEDED_V2 = frozenset({"memory", "pids", "cpu"})
_PERIOD_US = 20_000
"""Short, so that a bot with many threads is never kept waiting for long."""
_OWN_PROCESSES = 2
"""bwrap outside the namespaces, and the first inside."""
_PAUSES = [0.0005] * 20 + [0.005] * 98 + [0.1] * 295


@dataclass(frozen=True, slots=True)
class Place:
    """Where groups can be made."""

    folders: Mapping[str, Path]
    """Per controller; for version 2 only "", which stands for all."""

    @property
    def is_v2(self) -> bool:
        """Tell which version it is."""
        return "" in self.folders

    def make(self, label: str, limits: Limits) -> "Groups":
        """Make an instance's groups and set their limits.

        Raises:
            HostError: they can't be made.
        """
        name = PREFIX + label.replace("/", ":")
        folders = {controller: folder / name for controller, folder in self.folders.items()}
        try:
            for folder in folders.values():
                folder.mkdir()
            for file, value in (_limits_v2 if self.is_v2 else _limits_v1)(folders, limits):
                _write(file, value)
            return Groups(folders)
        except OSError as error:
            _remove(folders)
            raise HostError(f"can't make control group {error.filename or name}: {error.strerror}") from error

    def sweep(self) -> set[str]:
        """End what is in groups of dead arenas, and remove them; return the labels of their instances."""
        swept = set()
        for folder in self.folders.values():
            for group in folder.glob(PREFIX + "*"):
                label = group.name.removeprefix(PREFIX).replace(":", "/")
                if is_abandoned(label):
                    swept.add(label)
                    _end({controller: each / group.name for controller, each in self.folders.items()})
        return swept


class Groups(Cgroup):
    """The groups of one instance."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Take over groups that were just made."""
        files = files_of(folders)
        assert files is not None  # noqa: S101 -- a place has all of a version's controllers
        super().__init__(files)
        self._folders = folders

    @property
    def doors(self) -> list[str]:
        """The files by which a process joins."""
        return [str(folder / "cgroup.procs") for folder in self._folders.values()]

    def remove(self) -> None:
        """End what is still in them, and remove them.

        Raises:
            HostError: something in them can't be ended.
        """
        _end(self._folders)
        self.close()


def find_place(folders: Mapping[str, Path] | None = None) -> Place | None:
    """Find where this process may make groups; None if nowhere.

    Args:
        folders: The arena's own groups per controller; by default they are looked up.
    """
    folders = controller_folders("self") if folders is None else folders
    if all(controller in folders for controller in _NEEDED_V1):
        chosen = {controller: folders[controller] for controller in _NEEDED_V1}
    elif "" in folders:
        nearest = filter(_hands_down, (folders[""], *folders[""].parents))
        chosen = {"": folder for folder in islice(nearest, 1)}  # noqa: B035 -- one or none
    else:
        chosen = {}
    may_write = all(os.access(folder, os.W_OK) for folder in chosen.values())
    return Place(chosen) if chosen and may_write else None


def _hands_down(folder: Path) -> bool:
    """Tell whether the children of a group of version 2 have the controllers that we need."""
    try:
        return set((folder / "cgroup.subtree_control").read_text(encoding="ascii").split()) >= _NEEDED_V2
    except OSError:
        return False


def _limits_v1(folders: Mapping[str, Path], limits: Limits) -> list[tuple[Path, int | str]]:
    """List what is to be written where. Memory with swap can only be as much as memory if that is less."""
    memory = folders["memory"]
    values: list[tuple[Path, int | str]] = [
        (memory / "memory.limit_in_bytes", limits.memory_bytes),
        (folders["pids"] / "pids.max", limits.processes + _OWN_PROCESSES),
        (folders["cpu"] / "cpu.cfs_period_us", _PERIOD_US),
        (folders["cpu"] / "cpu.cfs_quota_us", _PERIOD_US),
    ]
    if (memory / "memory.memsw.limit_in_bytes").exists():
        values.append((memory / "memory.memsw.limit_in_bytes", limits.memory_bytes))
    return values


def _limits_v2(folders: Mapping[str, Path], limits: Limits) -> list[tuple[Path, int | str]]:
    """List what is to be written where."""
    group = folders[""]
    values: list[tuple[Path, int | str]] = [
        (group / "memory.max", limits.memory_bytes),
        (group / "pids.max", limits.processes + _OWN_PROCESSES),
        (group / "cpu.max", f"{_PERIOD_US} {_PERIOD_US}"),
    ]
    if (group / "memory.swap.max").exists():
        values.append((group / "memory.swap.max", 0))
    return values


def _write(file: Path, value: int | str) -> None:
    file.write_text(str(value), encoding="ascii")


def _end(folders: Mapping[str, Path]) -> None:
    """Kill what is in groups until they can be removed. What is frozen dies when it thaws."""
    for pause in _PAUSES:
        for pid in _members(folders):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if "freezer" in folders:
            with suppress(OSError):
                _write(folders["freezer"] / "freezer.state", "THAWED")
        if _remove(folders):
            return
        time.sleep(pause)
    raise HostError(f"control groups can't be removed: {', '.join(map(str, folders.values()))}")


def _members(folders: Mapping[str, Path]) -> set[int]:
    members = set()
    for folder in folders.values():
        with suppress(OSError):
            members |= set(map(int, (folder / "cgroup.procs").read_text(encoding="ascii").split()))
    return members - {0}


def _remove(folders: Mapping[str, Path]) -> bool:
    """Remove groups; tell whether all are gone."""
    for folder in folders.values():
        with suppress(OSError):
            folder.rmdir()
    return not any(folder.exists() for folder in folders.values())
