"""What the kernel counts for the whole machine, which no bot may read.

One that opens a terminal or a thousand files changes such a count exactly, and another reads it: two
instances could pass each other words. So of /proc and /sys a bot sees what it has a use for, and all
else is covered, whatever this kernel has.
"""

from collections.abc import Iterator
from pathlib import Path

_SEEN = frozenset(
    {
        *("self", "thread-self", "net", "mounts"),  # of the asking process, or of its network alone
        *("cpuinfo", "filesystems", "meminfo", "uptime", "version"),  # runtimes ask for them at their start
        "cgroups",  # without it older Java machines believe that all of this machine's memory is theirs
        "sys",
    }
)
_SEEN_SETTINGS = frozenset({"kernel", "net", "user", "vm"})
_COUNTING = ("/proc/sys/kernel/pty", "/proc/sys/kernel/random/entropy_avail", "/proc/sys/vm/stat_refresh")
"""What counts among the settings that are seen."""


def covered_proc() -> tuple[Path, ...]:
    """Return the files and folders of /proc that are to be covered."""
    return (
        *_others(Path("/proc"), _SEEN),
        *_others(Path("/proc/sys"), _SEEN_SETTINGS),
        *(path for path in map(Path, _COUNTING) if path.exists()),
    )


def covered_sys() -> tuple[Path, ...]:
    """Return the files and folders of /sys that are to be covered: all but control groups, its own."""
    return (*_others(Path("/sys"), frozenset({"fs"})), *_others(Path("/sys/fs"), frozenset({"cgroup"})))


def _others(folder: Path, seen: frozenset[str]) -> Iterator[Path]:
    """Yield what is in a folder but not to be seen; processes are of the bot's own namespace."""
    if folder.is_dir():
        yield from (
            each for each in sorted(folder.iterdir()) if not (each.name.isdigit() or each.name in seen)
        )
