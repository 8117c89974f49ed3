"""One running bot of the `process` backend: watched, frozen, and ended with all it has started."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from arena.core.errors import HostError
from arena.sandbox.cpu import CpuMeter
from arena.sandbox.folders import KEPT_OUTPUT, OUTPUT, read_end
from arena.sandbox.proc import members, read_process
from arena.tournament.ports import EndCause, ExitStatus

_PAUSES = [0.001] * 20 + [0.01] * 98 + [0.1] * 290
"""Thirty seconds in all: if what was killed is still there then, the host is at fault."""


class ProcessInstance:
    """The leader of a process group, and whatever it started.

    The leader is not reaped before all the others are gone, so that neither its pid nor its
    group's number can become a stranger's meanwhile.
    """

    def __init__(
        self,
        leader: subprocess.Popen[bytes],
        meter: CpuMeter,
        *,
        label: str,
        folder: Path,
        remove: Callable[[Path], None],
    ) -> None:
        self._leader = leader
        self._meter = meter
        self._label = label
        self._folder = folder
        self.output_file = folder / OUTPUT
        self._remove = remove
        self._status: ExitStatus | None = None
        self._used_us = 0
        self._last_output = b""
        self._is_stopped = False

    def cpu_us(self) -> int:
        """Return the CPU time that all its processes have used, in microseconds."""
        if not self._is_stopped:
            self._used_us = self._meter.read()
        return self._used_us

    def memory_bytes(self) -> int | None:
        """Return the memory of all its processes, what they share counted for each; None at its end."""
        if self._is_stopped or self.exit_status() is not None:
            return None
        return sum(map(resident_bytes, {self._leader.pid, *self._meter.others}))

    def has_ended(self) -> bool:
        """Tell whether its first process has ended."""
        return self.exit_status() is not None

    def exit_status(self) -> ExitStatus | None:
        """Return how its first process ended, or None while that runs."""
        if self._status is None:
            how = os.waitid(os.P_PID, self._leader.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if how is not None:
                exited = how.si_code == os.CLD_EXITED
                self._status = ExitStatus(EndCause.EXITED if exited else EndCause.SIGNALLED, how.si_status)
        return self._status

    def freeze(self) -> None:
        """Keep it from running until `thaw`."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it run again."""
        self._signal(signal.SIGCONT)

    def output(self, most: int = 4096) -> str:
        """Return the end of what it wrote, `most` bytes of it; after `stop` a part of that is kept."""
        if self._is_stopped:
            return self._last_output[-most:].decode("utf-8", "replace")
        return self._read_output(most).decode("utf-8", "replace")

    def stop(self) -> ExitStatus:
        """End all its processes, remove its files, and say how the first one had ended.

        Raises:
            HostError: something of it is still there after thirty seconds.
        """
        status = self.exit_status() or ExitStatus(EndCause.STOPPED, signal.SIGKILL)
        if not self._is_stopped:
            self._end()
            self.cpu_us()
            self._leader.wait()
            self._last_output = self._read_output(KEPT_OUTPUT)
            self._remove(self._folder)
            self._is_stopped = True
            self._status = status
        return status

    def _end(self) -> None:
        """Kill the leader's group first: mostly that is all, and one look through /proc confirms it."""
        leader = self._leader.pid
        with suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGKILL)
        for pause in _PAUSES:
            process = read_process(leader)
            if process is None or process.is_dead:
                break
            time.sleep(pause)
        end_all(lambda: [member.pid for member in members(leader, self._label)], what=self._label)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the leader's group, and to the members known to have left it."""
        if self._is_stopped:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._leader.pid, number)
        for process in self._meter.others.values():
            now = read_process(process.pid)
            if now is not None and now.start == process.start and now.group != self._leader.pid:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, number)

    def _read_output(self, most: int) -> bytes:
        return read_end(self.output_file, most)


def resident_bytes(pid: int) -> int:
    """Return how much memory a process has in use; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (FileNotFoundError, ProcessLookupError):
        return 0


def end_all(find: Callable[[], Iterable[int]], *, what: str) -> None:
    """Kill what `find` returns until it returns nothing.

    Raises:
        HostError: it still does after thirty seconds.
    """
    for pause in _PAUSES:
        pids = list(find())
        if not pids:
            return
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(pause)
    raise HostError(f"processes {pids} of {what} can't be ended; look at them with ps and end them by hand")
