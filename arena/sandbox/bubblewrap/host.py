"""What this machine lets bubblewrap do, found out once: nothing is promised that it doesn't."""

import os
import platform
import re
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.core.errors import HostError
from arena.sandbox.bubblewrap.groups import Place, find_place
from arena.tournament.ports import Bound

_TOOLS = ("sh", "taskset", "prlimit", "setpriv", "bwrap")
_SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_FREE_USERS = range(0x7000_0000, 0x7FFF_FFFF)
"""Uids that systemd's registry leaves free: no user, no service and no container has them."""
_COUNTS_APART = (5, 14)
"""The first Linux that counts the processes of a user namespace by themselves."""
_ALWAYS = frozenset(
    {
        Bound.FILES,
        Bound.NETWORK,
        Bound.NEIGHBOURS,
        Bound.SYSTEM_CALLS,
        Bound.TEMPORARY,
        Bound.OUTPUT,
        Bound.CHILDREN,
    }
)
_WITH_GROUPS = frozenset({Bound.PROCESSES, Bound.MEMORY, Bound.CPU})
_IN_WORDS = {
    Bound.PROCESSES: "number of processes",
    Bound.MEMORY: "total memory",
    Bound.CPU: "share of the cpu",
}
_WAYS_OUT = {
    "/proc/sys/kernel/unprivileged_userns_clone": (
        "0",
        "sysctl kernel.unprivileged_userns_clone=1 allows them",
    ),
    "/proc/sys/user/max_user_namespaces": ("0", "sysctl user.max_user_namespaces=10000 allows them"),
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "an AppArmor profile with `userns,` for bwrap allows them, "
        "or sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    ),
}


@dataclass(frozen=True, slots=True)
class Means:
    """What there is to work with."""

    tools: Mapping[str, str]
    """Where programs are; those that are missing are not in it."""
    is_root: bool
    """We are the machine's own root, so that every bot can be a user of its own."""
    counts_processes: bool
    """A limit on a bot's processes counts its own alone, without a control group too."""
    place: Place | None
    """Where control groups can be made."""

    @property
    def bounds(self) -> frozenset[Bound]:
        """What a bot is held to here."""
        counted = {Bound.PROCESSES} if self.counts_processes else set()
        return _ALWAYS | (_WITH_GROUPS if self.place is not None else counted)

    @property
    def promise(self) -> str:
        """The same, in a sentence for the operator."""
        kept = (
            "bots have no network, see none of your files and no other process, and have few system calls; "
            "they share this machine's kernel, so a hole in that is a way out"
        )
        missing = ", ".join(sorted(_IN_WORDS[bound] for bound in _WITH_GROUPS - self.bounds))
        if not missing:
            return f"{kept}; control groups bound their memory, processes and cpu"
        return (
            f"{kept}; not bounded, for want of a control group: {missing} (there is a limit per process); "
            "to have one, run the arena as root, or by `systemd-run --user --scope`"
        )

    def tool(self, name: str) -> str:
        """Return where a program is.

        Raises:
            HostError: it is not installed.
        """
        found = self.tools.get(name)
        if found is None:
            package = "bubblewrap" if name == "bwrap" else "util-linux"
            raise HostError(
                f"the sandbox bubblewrap needs {name}, which is not in {_SEARCH_PATH}: install {package} "
                f"(apt install {package}), or choose another sandbox"
            )
        return found


def find_means() -> Means:
    """Find out what there is here; nothing is started."""
    places = {name: shutil.which(name, path=_SEARCH_PATH) for name in _TOOLS}
    return Means(
        tools={name: place for name, place in places.items() if place is not None},
        is_root=is_machines_root(),
        counts_processes=is_machines_root() or kernel_version(platform.release()) >= _COUNTS_APART,
        place=find_place(),
    )


def is_machines_root() -> bool:
    """Tell whether we are the machine's own root, and not that of some user namespace."""
    return os.geteuid() == 0 and _has_all_users(Path("/proc/self/uid_map").read_text(encoding="ascii"))


def kernel_version(release: str) -> tuple[int, ...]:
    """Read the two numbers that a release begins with; none of another form."""
    found = re.match(r"(\d+)\.(\d+)", release)
    return tuple(map(int, found.groups())) if found else ()


def free_user() -> int:
    """Return a uid that nobody has; by chance alone, which is enough among so many."""
    return secrets.choice(_FREE_USERS)


def reason_for(said: str) -> str:
    """Say why bwrap failed, and what to do.

    Args:
        said: What it wrote.
    """
    said = " ".join(said.split()) or "it said nothing"
    if "Unknown option" in said:
        return f"{said}: bubblewrap 0.8 or newer is needed"
    if "namespace" in said or "uid map" in said or "Operation not permitted" in said:
        hints = [hint for file, (value, hint) in _WAYS_OUT.items() if _read(file) == value]
        advice = "; ".join(hints) or "a container that the arena runs in must allow them (unshare, mount)"
        return f"{said}: this system refuses to make namespaces; {advice}; or choose another sandbox"
    return said


def _read(file: str) -> str | None:
    try:
        return Path(file).read_text(encoding="ascii").strip()
    except OSError:
        return None


def _has_all_users(uid_map: str) -> bool:
    """Tell whether we may become any user of the machine; in a user namespace there are few."""
    spans = (tuple(map(int, line.split())) for line in uid_map.splitlines())
    return any(first <= _FREE_USERS[0] and first + count > _FREE_USERS[-1] for first, _, count in spans)
