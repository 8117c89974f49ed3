"""The `bubblewrap` backend: namespaces, a list of system calls, and control groups where they can be had."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cached_property
from pathlib import Path, PurePosixPath

from arena.core.clock import Clock, SystemClock
from arena.core.errors import BotError, HostError
from arena.sandbox.bubblewrap.command import (
    CALLS_OF_RUNC,
    CALLS_OF_SETPRIV,
    Descriptors,
    Launch,
    inner_options,
    outer_command,
    program_places,
)
from arena.sandbox.bubblewrap.family import Family
from arena.sandbox.bubblewrap.filters import seccomp_program
from arena.sandbox.bubblewrap.groups import Groups
from arena.sandbox.bubblewrap.host import Means, find_means, free_user, reason_for
from arena.sandbox.bubblewrap.instance import BubblewrapInstance
from arena.sandbox.bubblewrap.status import StatusPipe
from arena.sandbox.bubblewrap.view import BOT, View, host_view
from arena.sandbox.folders import OUTPUT, InstanceFolders, read_end
from arena.sandbox.leftovers import end_abandoned
from arena.sandbox.owner import this_process
from arena.sandbox.proc import LABEL_VARIABLE
from arena.tournament.ports import EndCause, ExitStatus, LaunchSpec, Limits, Running

_LAUNCHER = ThreadPoolExecutor(1, thread_name_prefix="bubblewrap")
"""bwrap ends with the thread that started it, not with the process; so that is one which stays."""
_PAUSES = [0.001] * 20 + [0.01] * 500
"""Five seconds for a program that does nothing."""


class BubblewrapSandbox:
    """Runs every bot in namespaces of its own; for bots of strangers, without Docker and without root."""

    name = "bubblewrap"

    def __init__(self, means: Means | None = None, clock: Clock | None = None) -> None:
        """Own what it starts as the calling process.

        Args:
            means: What there is to work with; by default it is found out.
            clock: Says when processes are to be counted anew, where no control group counts them.
        """
        self._means = means or find_means()
        self.bounds = self._means.bounds
        self.promise = self._means.promise
        self._owner = this_process()
        self._folders = InstanceFolders()
        self._clock = clock or SystemClock()

    @cached_property
    def _view(self) -> View:
        return host_view()

    def prepare(self, tell: Callable[[str], None]) -> None:
        """See that a program can be started.

        Raises:
            HostError: it can't, or something is not installed; the message says what to do.
        """
        del tell
        with tempfile.TemporaryDirectory(prefix="arena-trial-") as folder:
            Path(folder).chmod(0o755)
            place = Path(folder)
            trial = self.start(LaunchSpec("trial", place, ("true",), place, "", Limits(), None))
            try:
                status = _wait_for_end(trial)
            finally:
                trial.stop()
        if status != ExitStatus(EndCause.EXITED, 0):
            raise HostError(
                f"a trial of the sandbox bubblewrap ended so: {status}; it wrote {trial.output()!r}"
            )

    def start(self, spec: LaunchSpec) -> Running:
        """Start a bot in namespaces of its own.

        Raises:
            BotError: its directory or command does not exist or can't be executed.
            HostError: bwrap is missing or fails.
        """
        self._check(spec)
        folder = self._folders.make(spec.name)
        with ExitStack() as on_failure:
            on_failure.callback(self._folders.remove, folder)
            groups = self._make_groups(spec)
            if groups is not None:
                on_failure.callback(groups.remove)
            instance = self._launch(spec, folder, groups)
            on_failure.pop_all()
        return instance

    def sweep(self) -> int:
        """End what dead arenas of this user left running, and remove their folders and control groups."""
        in_groups = self._means.place.sweep() if self._means.place is not None else set()
        return len(in_groups | end_abandoned() | self._folders.sweep())

    def _label(self, spec: LaunchSpec) -> str:
        return f"{self._owner}/{spec.name}"

    def _make_groups(self, spec: LaunchSpec) -> Groups | None:
        place = self._means.place
        return place.make(self._label(spec), spec.limits) if place is not None else None

    def _launch(self, spec: LaunchSpec, folder: Path, groups: Groups | None) -> BubblewrapInstance:
        status = StatusPipe()
        try:
            bwrap = self._spawn(spec, folder, groups, status)
            try:
                child = status.wait_for_child()
                if child is None:
                    said = read_end(folder / OUTPUT, 4096).decode("utf-8", "replace")
                    raise HostError(f"bwrap can't start {spec.name}: {reason_for(said)}")
            except BaseException:
                os.killpg(bwrap.pid, signal.SIGKILL)  # its child would wait for it for ever
                bwrap.wait()
                raise
        except BaseException:
            status.close()
            raise
        return BubblewrapInstance(
            bwrap,
            _open_process(child),
            groups if groups is not None else Family(bwrap.pid, self._clock),
            status,
            folder=folder,
            remove=self._folders.remove,
        )

    def _spawn(
        self, spec: LaunchSpec, folder: Path, groups: Groups | None, status: StatusPipe
    ) -> subprocess.Popen[bytes]:
        """Start the chain of programs. Files are new for each start: bwrap reads them to their end.

        Raises:
            HostError: a program of the chain is missing, or we have no process or file for it.
        """
        launch = Launch(
            label=self._label(spec),
            user=free_user() if self._means.is_root else None,
            groups=groups.doors if groups is not None else (),
        )
        try:
            with ExitStack() as files:
                output = files.enter_context((folder / OUTPUT).open("ab"))
                (folder / OUTPUT).chmod(0o666)  # nobody else gets as far as this folder
                program, options = (_memory_file(files) for _ in range(2))
                descriptors = Descriptors(options, program, status.writing)
                _fill(program, self._filter())
                _fill(options, inner_options(spec, launch, self._view, descriptors))
                return _LAUNCHER.submit(
                    subprocess.Popen[bytes],
                    outer_command(spec, launch, self._means, descriptors),
                    env={LABEL_VARIABLE: launch.label},  # the bot can read it
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    pass_fds=(options, program, status.writing),
                    process_group=0,
                ).result()
        except OSError as error:
            raise HostError(f"can't start another process for {spec.name}: {error.strerror}") from error

    def _filter(self) -> bytes:
        return seccomp_program(CALLS_OF_SETPRIV if self._means.is_root else (), but_not=CALLS_OF_RUNC)

    def _check(self, spec: LaunchSpec) -> None:
        """Find what is wrong with a bot before it is started, when it can still be said plainly."""
        if not spec.directory.is_dir():
            raise BotError(f"the bot's directory {spec.directory} does not exist")
        reason = self._reason_against(spec)
        if reason is not None:
            raise BotError(
                f"can't start {spec.command[0]!r} in {spec.directory}: {reason}; the command in bot.toml "
                "must name a program of this machine's /usr or in the bot's directory"
            )

    def _reason_against(self, spec: LaunchSpec) -> str | None:
        """Say why the bot's command can't be started; None if it can."""
        links = {inside for _, inside in self._view.links}
        for inside in program_places(spec):
            program = self._on_host(inside, spec)
            if str(inside) in links:
                return None
            if program is not None and program.is_file():
                return None if os.access(program, os.X_OK) else "Permission denied"
        return "No such file or directory"

    def _on_host(self, inside: PurePosixPath, spec: LaunchSpec) -> Path | None:
        """Return what a bot sees at a place; None if nothing is there."""
        if inside.is_relative_to(BOT):
            return spec.directory / inside.relative_to(BOT)
        roots = [*(inside for _, inside in self._view.mounts), *(link for _, link in self._view.links)]
        return Path(inside) if any(inside.is_relative_to(root) for root in roots) else None


def _wait_for_end(running: Running) -> ExitStatus | None:
    for pause in _PAUSES:
        if running.exit_status() is not None:
            break
        time.sleep(pause)
    return running.exit_status()


def _memory_file(files: ExitStack) -> int:
    descriptor = os.memfd_create("bubblewrap")
    files.callback(os.close, descriptor)
    return descriptor


def _fill(descriptor: int, content: bytes) -> None:
    """Write a file whole, and go back to its beginning for whoever reads it."""
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)


def _open_process(pid: int) -> int | None:
    with suppress(ProcessLookupError):
        return os.pidfd_open(pid)
    return None
