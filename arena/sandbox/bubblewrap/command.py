"""The words that start a bot in bubblewrap, outermost program first.

A shell joins the control groups, `taskset` and `prlimit` set core and limits, `bwrap` makes the
namespaces, and inside them `setpriv` makes it another user and `prlimit` limits its processes; each
becomes the next. bwrap stays outside, and inside a shell as the first process, of our own user, since
bwrap's death, which ends it, is a signal that bwrap must be allowed to send. As the first process a
bot would be deaf to signals, its own abort() included, and would have to reap its orphans; and
bwrap's own lets bwrap end before all in the namespaces have. bwrap reads its options from a file,
because a command line is for everybody to read, and the bot's token is among them.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from arena.sandbox.bubblewrap.host import Means
from arena.sandbox.bubblewrap.view import (
    BOT,
    KIT,
    PACKAGES,
    SEARCH_PATH,
    SOCKETS,
    TEMPORARY,
    View,
    parents,
)
from arena.sandbox.environment import bot_environment
from arena.sandbox.proc import LABEL_VARIABLE
from arena.tournament.ports import LaunchSpec, Limits

NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup")
USER_INSIDE = "10001"
"""Who a bot is in a user namespace of its own."""
SHARED_MEMORY_BYTES = 1 << 20
"""Of the temporary files, those in /dev/shm."""
_BEGIN = """trap '' XFSZ
{ echo 500 >/proc/self/oom_score_adj; } 2>/dev/null
while [ "$1" != -- ]; do echo 0 >"$1" || exit 1; shift; done
shift
exec "$@\""""
"""A program whose share of output is used up gets an error, not its end. When the machine's memory is short,
bots go before the arena does; one can set that back to the arena's own, unless we have CAP_SYS_RESOURCE."""
_FIRST = """exec 3>&1 4>&2 >/dev/null 2>&1
(exec "$@" >&3 2>&4 3>&- 4>&-)
exit $?"""
"""Says nothing itself, of a signal for example: what is written is the bot's."""
_RIGHTS = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
"""What `setpriv` needs to become another user, and gives up by that."""
CALLS_OF_SETPRIV = ("capset", "setgroups", "setresgid", "setresuid")
"""bwrap's list of system calls binds `setpriv` already. To a bot, without any right, they are of no use."""

CALLS_OF_RUNC = ("fstatfs", "statfs")
"""Docker's list has to allow them. They tell how much of a disk is free, for the whole machine."""


@dataclass(frozen=True, slots=True)
class Descriptors:
    """Numbers of the files that bwrap is given."""

    options: int
    filter: int
    status: int


@dataclass(frozen=True, slots=True)
class Launch:
    """One start."""

    label: str
    user: int | None
    """Who the bot is on this machine; None for a user namespace, where it is who we are."""
    groups: Sequence[str] = ()
    """The files by which a process joins its control groups."""


def outer_command(spec: LaunchSpec, launch: Launch, means: Means, descriptors: Descriptors) -> list[str]:
    """Return the whole command line; what `inner_options` returns is to be in the file of options."""
    words = [means.tool("sh"), "-c", _BEGIN, "sh", *launch.groups, "--"]
    if spec.core is not None:
        words += [means.tool("taskset"), "-c", str(spec.core)]
    words += [means.tool("prlimit"), *_limits(spec.limits, has_groups=bool(launch.groups))]
    words += [means.tool("bwrap"), "--args", str(descriptors.options), "--"]
    words += [means.tool("sh"), "-c", _FIRST, "sh"]
    if launch.user is not None:
        words += [means.tool("setpriv"), f"--reuid={launch.user}", f"--regid={launch.user}", "--clear-groups"]
        words += ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"]
    if not launch.groups and means.counts_processes:
        words += [means.tool("prlimit"), f"--nproc={_processes(spec.limits, launch)}"]
    return [*words, *spec.command]


def inner_options(spec: LaunchSpec, launch: Launch, view: View, descriptors: Descriptors) -> bytes:
    """Return bwrap's options, as it reads them from a file."""
    options = [
        *_apart(launch),
        *_variables(environment(spec, launch)),
        *_files(spec, view),
        *("--seccomp", str(descriptors.filter), "--json-status-fd", str(descriptors.status)),
    ]
    return b"".join(os.fsencode(option) + b"\0" for option in options)


def environment(spec: LaunchSpec, launch: Launch) -> dict[str, str]:
    """Return the whole environment of the bot."""
    packages = [PACKAGES] if spec.packages is not None else []
    return bot_environment(socket_directory=SOCKETS, token=spec.token, temporary=TEMPORARY) | {
        "PATH": os.pathsep.join(SEARCH_PATH),
        "PYTHONPATH": os.pathsep.join(map(str, [KIT, *packages])),
        LABEL_VARIABLE: launch.label,
    }


def _apart(launch: Launch) -> Iterator[str]:
    """Yield what separates it from the host, besides files."""
    yield from (*NAMESPACES, "--as-pid-1", "--die-with-parent", "--hostname", "bot", "--cap-drop", "ALL")
    if launch.user is None:
        yield from ("--unshare-user", "--disable-userns", "--uid", USER_INSIDE, "--gid", USER_INSIDE)
    else:
        for right in _RIGHTS:
            yield from ("--cap-add", right)


def _variables(variables: Mapping[str, str]) -> Iterator[str]:
    yield "--clearenv"
    for name, value in variables.items():
        yield from ("--setenv", name, value)


def _files(spec: LaunchSpec, view: View) -> Iterator[str]:
    """Yield its file system: everything read-only but /tmp and /dev/shm, and these sized.

    bwrap gives /dev the host's terminal if it has one; a bot that opens it could type there. Terminals
    of its own are counted for the whole machine, see `sandbox.machine`.
    """
    mounts = [*view.mounts, *_own_folders(spec)]
    for folder in parents([inside for _, inside in (*mounts, *view.links)]):
        if folder not in {inside for inside, _ in view.links} | {inside for _, inside in mounts}:
            yield from ("--perms", "0755", "--dir", folder)
    for source, inside in mounts:
        yield from ("--ro-bind", source, inside)
    for target, inside in view.links:
        yield from ("--symlink", target, inside)
    for folder in view.hidden:
        yield from _empty_folder(folder)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for folder in (*view.covered_folders, "/dev/pts"):
        yield from _empty_folder(folder)
    for file in (*view.covered_files, "/dev/tty"):
        yield from ("--ro-bind", "/dev/null", file)
    yield from _sized_folder("/dev/shm", SHARED_MEMORY_BYTES)  # noqa: S108
    yield from ("--remount-ro", "/dev")
    yield from _sized_folder(str(TEMPORARY), max(4096, spec.limits.temporary_bytes - SHARED_MEMORY_BYTES))
    yield from ("--remount-ro", "/", "--chdir", str(BOT))


def _own_folders(spec: LaunchSpec) -> Iterator[tuple[str, str]]:
    yield str(spec.directory.absolute()), str(BOT)
    yield str(spec.socket_directory.absolute()), str(SOCKETS)
    if spec.packages is not None:
        yield str(spec.packages.absolute()), str(PACKAGES)


def _empty_folder(folder: str) -> Iterator[str]:
    yield from ("--perms", "0755", "--size", "4096", "--tmpfs", folder, "--remount-ro", folder)


def _sized_folder(folder: str, size: int) -> Iterator[str]:
    yield from ("--perms", "1777", "--size", str(size), "--tmpfs", folder)


def _limits(limits: Limits, *, has_groups: bool) -> Iterator[str]:
    """Yield limits of each process; memory only where no control group bounds that of all together.

    See `docker.settings` for a core of 1 byte, and for signals.
    """
    yield f"--nofile={limits.open_files}"
    yield f"--fsize={limits.file_bytes}"
    yield from ("--core=1", "--msgqueue=0", "--memlock=65536", "--sigpending=1024")
    if not has_groups:
        yield f"--data={limits.memory_bytes}"


def program_places(spec: LaunchSpec) -> list[PurePosixPath]:
    """Return where the bot's program may be, as the bot sees it."""
    program = spec.command[0]
    if "/" in program:
        return [BOT / program]
    return [PurePosixPath(folder) / program for folder in SEARCH_PATH]


def _processes(limits: Limits, launch: Launch) -> int:
    """Count the shell in, where that is the same user."""
    return limits.processes + (launch.user is None)
