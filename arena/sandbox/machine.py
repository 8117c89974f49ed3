"""What the kernel counts for the whole machine, which no bot may read.

One that opens a terminal or a thousand files changes such a count exactly, and another reads it: two
instances could pass each other words. So of /proc and /sys a bot sees what it has a use for, and all
else is covered, whatever this kernel has. What is for root alone needs no cover, and neither does what
never changes: each cover is a mount at every start, of about half a millisecond in bubblewrap.
"""

from collections.abc import Iterator
from pathlib import Path

_SEEN = frozenset(
    {
        *("self", "thread-self", "net", "mounts"),  # of the asking process, or of its network alone
        *("cpuinfo", "filesystems", "meminfo", "uptime", "version"),  # runtimes ask for them at their start
        *("cmdline", "config.gz", "consoles", "devices", "dma", "execdomains", "iomem", "ioports", "misc"),
        "sysvipc",  # of its own namespace
        "cgroups",  # without it older Java machines believe that all of this machine's memory is theirs
        "sys",
    }
)
_SEEN_SETTINGS = frozenset({"kernel", "net", "user", "vm"})
_FOR_OTHERS = 0o005
_COUNTING = ("/proc/sys/kernel/pty", "/proc/sys/kernel/random/entropy_avail")
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
    """Yield what is in a folder and could be seen but is not to be; processes are of its own namespace."""
    for each in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not (each.name.isdigit() or each.name in seen) and each.stat().st_mode & _FOR_OTHERS:
            yield each
