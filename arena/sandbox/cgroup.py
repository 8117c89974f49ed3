"""Control groups, read and written where they lie.

Version 1 has a tree for each controller, version 2 one for all. A machine may have both at once;
the first then has the controllers.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True, slots=True)
class CgroupFiles:
    """The files of one control group that matter to us."""

    cpu: Path
    memory: Path
    freezer: Path
    is_v2: bool


class Cgroup:
    """CPU time, kills for want of memory, and the freezer of one group."""

    def __init__(self, paths: CgroupFiles) -> None:
        """Open it; the file of CPU time is read too often to be opened each time.

        Raises:
            OSError: it is gone.
        """
        self._paths = paths
        self._cpu = os.open(paths.cpu, os.O_RDONLY | os.O_CLOEXEC)

    def cpu_us(self) -> int | None:
        """Return the CPU time that all its processes ever used, in microseconds; None if it is gone."""
        try:
            text = os.pread(self._cpu, 1024, 0)
        except OSError:
            return None
        return _value(text, b"usage_usec") if self._paths.is_v2 else int(text) // 1000

    def memory_bytes(self) -> int | None:
        """Return the memory in use, without files that could be read again; None if the group is gone."""
        use, spare = (
            ("memory.current", b"inactive_file")
            if self._paths.is_v2
            else ("memory.usage_in_bytes", b"total_inactive_file")
        )
        folder = self._paths.memory.parent
        try:
            return int((folder / use).read_bytes()) - _value((folder / "memory.stat").read_bytes(), spare)
        except OSError:
            return None

    def memory_kills(self) -> int:
        """Return how many of its processes were killed for want of memory; 0 if it is gone."""
        with suppress(OSError):
            return _value(self._paths.memory.read_bytes(), b"oom_kill")
        return 0

    def freeze(self) -> None:
        """Let none of its processes run.

        Raises:
            PermissionError: only root may.
        """
        self._write(b"1" if self._paths.is_v2 else b"FROZEN")

    def thaw(self) -> None:
        """Let them run again.

        Raises:
            PermissionError: only root may.
        """
        self._write(b"0" if self._paths.is_v2 else b"THAWED")

    def close(self) -> None:
        """Give the open file back."""
        os.close(self._cpu)

    def _write(self, state: bytes) -> None:
        try:
            descriptor = os.open(self._paths.freezer, os.O_WRONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return  # it has ended, and nothing of it runs
        try:
            with suppress(ProcessLookupError, FileNotFoundError):
                os.write(descriptor, state)
        finally:
            os.close(descriptor)


def find_cgroup(pid: int) -> CgroupFiles | None:
    """Find the control group of a process; None if there is no such process, or not on this machine."""
    return files_of(controller_folders(str(pid)))


def controller_folders(process: str) -> dict[str, Path]:
    """Return the folder of each controller that a process is in, "" for version 2; none without a process.

    Args:
        process: Its number, or "self".
    """
    try:
        lines = Path(f"/proc/{process}/cgroup").read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return locate(lines, dict(_mounts(Path("/proc/self/mountinfo").read_text(encoding="utf-8"))))


def locate(memberships: list[str], mounts: dict[str, tuple[PurePosixPath, PurePosixPath]]) -> dict[str, Path]:
    """Find the folders of a process's groups.

    Args:
        memberships: Lines of /proc/<pid>/cgroup.
        mounts: Per controller, "" for version 2, which part of its tree is mounted, and where.
    """
    folders = {}
    for line in memberships:
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            root, point = mounts.get(controller, (PurePosixPath("/"), None))
            if point is not None and PurePosixPath(path).is_relative_to(root):
                folders[controller] = Path(point / PurePosixPath(path).relative_to(root))
    return folders


def files_of(folders: Mapping[str, Path]) -> CgroupFiles | None:
    """Return the files that matter, of version 1 where that has the controllers; None without any."""
    if {"cpuacct", "memory", "freezer"} <= folders.keys():
        return CgroupFiles(
            cpu=folders["cpuacct"] / "cpuacct.usage",
            memory=folders["memory"] / "memory.oom_control",
            freezer=folders["freezer"] / "freezer.state",
            is_v2=False,
        )
    if "" in folders:
        folder = folders[""]
        return CgroupFiles(
            folder / "cpu.stat", folder / "memory.events", folder / "cgroup.freeze", is_v2=True
        )
    return None


def _mounts(text: str) -> Iterator[tuple[str, tuple[PurePosixPath, PurePosixPath]]]:
    """Yield controller, mounted part and mount point of each tree in a mountinfo file, proc(5)."""
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        root, point = map(PurePosixPath, before.split(" ")[3:5])
        if kind == "cgroup2":
            yield "", (root, point)
        elif kind == "cgroup":
            for option in options.split(","):
                yield option, (root, point)


def _value(text: bytes, name: bytes) -> int:
    """Return a number from lines of a name and a number each; 0 if it isn't there."""
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == name:
            return int(words[1])
    return 0
