"""The `process` backend: plain processes with limits against accidents. It isolates nothing.

Limits are set by prlimit(2) right after the start, for two reasons: a process with gRPC loaded must
not run Python between fork and exec (`preexec_fn`), and a shell in between would turn "no such
command" into an exit code. The bot runs without them for some microseconds, before its first
line, which matters only against a hostile bot; those don't belong here anyway.

An instance is a process group, not a session. Linux makes every session a scheduling group of its
own (sched_autogroup), and with dozens of them on a core some were measured to get no time at all
for seconds, while their bots' clocks ran. The worker is a session instead, so that none of its
bots has a terminal.
"""

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import arena
from arena.core.clock import Clock, SystemClock
from arena.core.errors import BotError, HostError
from arena.roster.manifest import PYTHON
from arena.sandbox.cpu import Census, CpuMeter
from arena.sandbox.environment import bot_environment
from arena.sandbox.folders import OUTPUT, InstanceFolders
from arena.sandbox.instance import ProcessInstance
from arena.sandbox.leftovers import end_abandoned
from arena.sandbox.owner import this_process
from arena.sandbox.proc import LABEL_VARIABLE
from arena.tournament.ports import Bound, LaunchSpec, Limits, Running

_BOTS_FAULT = {errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR, errno.EISDIR, errno.ELOOP}


class ProcessSandbox:
    """Runs bots as processes of the arena's own user; for bots that you trust."""

    name = "process"
    promise = (
        "isolates nothing: bots can read your files, use the network and disturb each other; "
        "memory, open files and the size of a file are limited per process, and nothing else; "
        "for trusted bots only"
    )

    bounds: frozenset[Bound] = frozenset()

    def __init__(self, clock: Clock | None = None) -> None:
        """Own what it starts as the calling process."""
        self._owner = this_process()
        self._census = Census(clock or SystemClock())
        self._folders = InstanceFolders()

    def prepare(self, tell: Callable[[str], None]) -> None:
        """Do nothing: the interpreter that runs the arena runs the bots."""
        del tell

    def start(self, spec: LaunchSpec) -> Running:
        """Start a bot in a process group of its own, with an empty environment and a temporary directory.

        Raises:
            BotError: its directory or command does not exist or can't be executed.
            HostError: we have no process, file or core for it.
        """
        label = f"{self._owner}/{spec.name}"
        folder = self._folders.make(spec.name, "tmp")
        try:
            leader = _spawn(spec, label, folder)
        except BaseException:
            self._folders.remove(folder)
            raise
        meter = CpuMeter(leader.pid, label, self._census)
        instance = ProcessInstance(leader, meter, label=label, folder=folder, remove=self._folders.remove)
        try:
            _confine(leader.pid, spec.limits, spec.core)
        except OSError as error:
            instance.stop()
            raise HostError(
                f"can't set limits or core {spec.core} for {spec.name}: {error.strerror}"
            ) from error
        return instance

    def sweep(self) -> int:
        """End what dead arenas of this user left running, and remove their temporary directories."""
        return len(end_abandoned() | self._folders.sweep())


def _spawn(spec: LaunchSpec, label: str, folder: Path) -> subprocess.Popen[bytes]:
    if not spec.directory.is_dir():
        raise BotError(f"the bot's directory {spec.directory} does not exist")
    command = [sys.executable if spec.command[0] == PYTHON else spec.command[0], *spec.command[1:]]
    try:
        with (folder / OUTPUT).open("ab") as output:
            return subprocess.Popen(  # noqa: S603 -- running what an entrant wrote is the purpose
                command,
                cwd=spec.directory,
                env=_environment(spec, label, folder),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
    except OSError as error:
        if error.errno in _BOTS_FAULT:
            raise BotError(
                f"can't start {spec.command[0]!r} in {spec.directory}: {error.strerror}; "
                "the command in bot.toml must name a program on the PATH or in the bot's directory"
            ) from error
        raise HostError(f"can't start another process for {spec.name}: {error.strerror}") from error


def _environment(spec: LaunchSpec, label: str, folder: Path) -> dict[str, str]:
    """Build the whole environment of a bot; of the host's it has the PATH, to find interpreters."""
    packages = [spec.packages] if spec.packages is not None else []
    return {
        **bot_environment(
            socket_directory=spec.socket_directory.absolute(), token=spec.token, temporary=folder / "tmp"
        ),
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": os.pathsep.join(map(str, [Path(arena.__file__).parent.parent, *packages])),
        LABEL_VARIABLE: label,
    }


def _confine(pid: int, limits: Limits, core: int | None) -> None:
    """Put limits and core on a process just started.

    Memory is bounded by what it may write to (RLIMIT_DATA): its address space (RLIMIT_AS) says
    nothing, since threads and runtimes reserve gigabytes that they never touch. RLIMIT_NPROC would
    count every process of the user, so the number of processes is not limited.
    """
    wanted = {
        resource.RLIMIT_DATA: limits.memory_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_CORE: 0,
    }
    with suppress(ProcessLookupError):
        for limit, value in wanted.items():
            hard = resource.prlimit(pid, limit)[1]
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, limit, (most, most))
        if core is not None:
            os.sched_setaffinity(pid, {core})
