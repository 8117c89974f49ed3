"""One running bot of the `bubblewrap` backend."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from arena.core.errors import HostError
from arena.sandbox.bubblewrap.host import reason_for
from arena.sandbox.bubblewrap.status import StatusPipe
from arena.sandbox.folders import KEPT_OUTPUT, OUTPUT, read_end
from arena.sandbox.proc import descendants
from arena.tournament.ports import EndCause, ExitStatus

_PAUSES = [0.0005] * 40 + [0.01] * 98 + [0.1] * 290
"""Thirty seconds in all: if what was killed is still there then, the host is at fault."""
_SIGNALLED = 128
"""A shell adds the number of the signal to it."""


class Hold(Protocol):
    """All processes of an instance, as control groups or one by one."""

    def cpu_us(self) -> int | None:
        """Return the CPU time that they have used, in microseconds; None if that can't be read any more."""
        ...

    def memory_bytes(self) -> int | None:
        """Return the memory that they use now; None if that can't be read any more."""
        ...

    def memory_kills(self) -> int:
        """Return how many were killed for want of memory."""
        ...

    def freeze(self) -> None:
        """Keep them from running."""
        ...

    def thaw(self) -> None:
        """Let them run again."""
        ...

    def remove(self) -> None:
        """Give back what this takes; they have ended."""
        ...


class BubblewrapInstance:
    """bwrap's own process outside, and the first process of the namespaces, with which all in them end."""

    def __init__(
        self,
        bwrap: subprocess.Popen[bytes],
        first: int | None,
        hold: Hold,
        status: StatusPipe,
        *,
        folder: Path,
        remove: Callable[[Path], None],
    ) -> None:
        """Take over a bot that was just started.

        Args:
            bwrap: Ends when all in the namespaces have ended, and not before.
            first: A pidfd of the first process inside, ours to close; None if it has ended already.
            hold: Its processes.
            status: What bwrap reports; ours to close.
            folder: Its files on the host.
            remove: Removes them.
        """
        self._bwrap = bwrap
        self._first = first
        self._hold = hold
        self._reports = status
        self._folder = folder
        self._remove = remove
        self.output_file = folder / OUTPUT
        self._status: ExitStatus | None = None
        self._failure: HostError | None = None
        self._used_us = 0
        self._last_output = b""
        self._is_stopped = False

    def cpu_us(self) -> int:
        """Return the CPU time that all its processes have used, in microseconds."""
        if not self._is_stopped:
            self._used_us = max(self._used_us, self._hold.cpu_us() or 0)
        return self._used_us

    def memory_bytes(self) -> int | None:
        """Return the memory that all its processes use now; None when it is stopped."""
        return None if self._is_stopped else self._hold.memory_bytes()

    def has_ended(self) -> bool:
        """Tell whether its first process has ended."""
        return self.exit_status() is not None

    def exit_status(self) -> ExitStatus | None:
        """Return how its program ended, or None while it runs.

        Raises:
            HostError: it never ran, because bwrap failed.
        """
        if self._status is None and self._failure is None:
            how = self._look()
            if how is not None:
                self._judge(how)
        if self._status is None and self._failure is not None:
            raise self._failure
        return self._status

    def freeze(self) -> None:
        """Keep it from running until `thaw`."""
        if not self._is_stopped:
            self._hold.freeze()

    def thaw(self) -> None:
        """Let it run again."""
        if not self._is_stopped:
            self._hold.thaw()

    def output(self, most: int = 4096) -> str:
        """Return the end of what it wrote, `most` bytes of it; after `stop` a part of that is kept."""
        kept = self._last_output[-most:] if self._is_stopped else read_end(self.output_file, most)
        return kept.decode("utf-8", "replace")

    def stop(self) -> ExitStatus:
        """End all its processes, remove its files, and say how its program had ended.

        Raises:
            HostError: something of it is still there after thirty seconds.
        """
        if not self._is_stopped:
            status = self._status_so_far()
            self._end()
            self.cpu_us()
            self._bwrap.wait()
            self._last_output = read_end(self.output_file, KEPT_OUTPUT)
            self._is_stopped = True
            self._status = status
            self._release()
        assert self._status is not None  # noqa: S101 -- set above, by this call or the first
        return self._status

    def _status_so_far(self) -> ExitStatus:
        try:
            return self.exit_status() or ExitStatus(EndCause.STOPPED, signal.SIGKILL)
        except HostError:  # whoever wants to know has been told
            return ExitStatus(EndCause.EXITED, 1)

    def _look(self) -> os.waitid_result | None:
        """Return how bwrap ended, and leave it to be waited for: its children's CPU time is in it."""
        return os.waitid(os.P_PID, self._bwrap.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)

    def _judge(self, how: os.waitid_result) -> None:
        """Tell exit codes, signals and want of memory apart; codes above 128 count as signals."""
        if how.si_code != os.CLD_EXITED:
            self._status = ExitStatus(EndCause.SIGNALLED, how.si_status)
            return
        code = self._reports.exit_code()
        if code is None:
            self._failure = HostError(f"bwrap can't start a bot: {reason_for(self.output())}")
        elif code == _SIGNALLED + signal.SIGKILL and self._hold.memory_kills():
            self._status = ExitStatus(EndCause.OUT_OF_MEMORY, code)
        elif _SIGNALLED < code < _SIGNALLED + signal.NSIG:
            self._status = ExitStatus(EndCause.SIGNALLED, code - _SIGNALLED)
        else:
            self._status = ExitStatus(EndCause.EXITED, code)

    def _end(self) -> None:
        """Kill the first process inside: the kernel ends all others with it, and bwrap goes after them."""
        if self._first is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first, signal.SIGKILL)
        self._hold.thaw()
        os.kill(self._bwrap.pid, signal.SIGCONT)  # a bot of our own user may have stopped it
        for pause in _PAUSES:
            if self._look() is not None:
                return
            time.sleep(pause)
        left = {pid: process.state for pid, process in descendants(self._bwrap.pid).items()}
        os.kill(self._bwrap.pid, signal.SIGKILL)
        raise HostError(
            f"bwrap, process {self._bwrap.pid}, did not end with its bot; below it are, by number and state, "
            f"{left}: a state of D is the kernel's or a disk's fault, see dmesg"
        )

    def _release(self) -> None:
        """Give everything back."""
        self._reports.close()
        if self._first is not None:
            os.close(self._first)
        try:
            self._hold.remove()
        finally:
            self._remove(self._folder)
