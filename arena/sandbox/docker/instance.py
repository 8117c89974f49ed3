"""One running bot of the `docker` backend: watched by the kernel's means, removed by the engine."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from arena.core.errors import HostError
from arena.sandbox.cgroup import Cgroup
from arena.sandbox.docker.container import Container, State
from arena.sandbox.docker.exit_watch import ExitWatch, has_ended
from arena.sandbox.docker.launch import open_gate
from arena.sandbox.folders import KEPT_OUTPUT, OUTPUT, read_end
from arena.tournament.ports import EndCause, ExitStatus

_SECONDS_TO_JUDGE = 30
"""How long the engine may take to notice an end that the kernel has told us of."""
_SECONDS_TO_JUDGE_AT_STOP = 2
"""Children that a bot leaves behind could keep its shell from ending."""


class DockerInstance:
    """A container, its program and its control group."""

    def __init__(
        self,
        container: Container,
        *,
        process: int,
        cgroup: Cgroup,
        watch: ExitWatch,
        folder: Path,
        remove: Callable[[Path], None],
    ) -> None:
        """Take over a container that was just started.

        Args:
            container: The container.
            process: A pidfd of its program; ours to close, like `cgroup`.
            cgroup: Its control group.
            watch: Tells us of its end.
            folder: Its files on the host.
            remove: Removes them.
        """
        self._container = container
        self._process = process
        self._cgroup = cgroup
        self._watch = watch
        self._folder = folder
        self.output_file = folder / OUTPUT
        self._remove = remove
        self._lock = threading.Lock()
        """Held while descriptors are used, so that none is used that was closed."""
        self._stopping = threading.Lock()
        self._is_stopped = False
        self._is_judged = threading.Event()
        self._status: ExitStatus | None = None
        self._failure: HostError | None = None
        self._engine: ThreadPoolExecutor | None = None
        """Asks the engine to pause and unpause, one after the other, where only that may."""
        self._is_paused = False
        self._used_us = 0
        self._last_output = b""
        watch.add(process, self._note_end)

    def cpu_us(self) -> int:
        """Return the CPU time that all its processes have used, in microseconds."""
        with self._lock:
            if not self._is_stopped:
                self._used_us = max(self._used_us, self._cgroup.cpu_us() or 0)
            return self._used_us

    def memory_bytes(self) -> int | None:
        """Return the memory that all its processes use now; None if it has ended."""
        with self._lock:
            return None if self._is_stopped else self._cgroup.memory_bytes()

    def exit_status(self) -> ExitStatus | None:
        """Return how it ended, or None while it runs, or while the engine is being asked.

        Raises:
            HostError: the engine could not be asked.
        """
        if self._failure is not None and self._status is None:
            raise self._failure
        return self._status

    def freeze(self) -> Future[None] | None:
        """Keep it from running until `thaw`; where the engine must do it, that goes on after the return."""
        with self._lock:
            if self._is_stopped:
                return None
            try:
                self._cgroup.freeze()
            except PermissionError:  # only root may, so the engine must
                self._engine = self._engine or ThreadPoolExecutor(1, thread_name_prefix="pause")
                return self._engine.submit(self._pause)
            return None

    def thaw(self) -> Future[None] | None:
        """Let it run again; where the engine must do it, that goes on after the return."""
        with self._lock:
            if self._is_stopped:
                return None
            if self._engine is not None:
                return self._engine.submit(self._unpause)
            with suppress(PermissionError):
                self._cgroup.thaw()
            return None

    def _pause(self) -> None:
        self._container.pause()
        self._is_paused = True

    def _unpause(self) -> None:
        if self._is_paused:
            self._container.unpause()
            self._is_paused = False

    def output(self, most: int = 4096) -> str:
        """Return the end of what it wrote, `most` bytes of it; after `stop` a part of that is kept."""
        kept = self._last_output[-most:] if self._is_stopped else read_end(self.output_file, most)
        return kept.decode("utf-8", "replace")

    def has_ended(self) -> bool:
        """Tell whether its program has ended, though nobody may know how yet."""
        with self._lock:
            return self._is_stopped or has_ended(self._process)

    def wait_until_judged(self) -> ExitStatus:
        """Wait for the engine's word on how it ended, once it has.

        Raises:
            HostError: the engine does not say.
        """
        self._is_judged.wait(_SECONDS_TO_JUDGE)
        status = self.exit_status()
        if status is None:
            raise HostError(
                "the Docker engine does not notice that a container has ended: restart the engine"
            )
        return status

    def stop(self) -> ExitStatus:
        """End it with all its children, remove its container and files, and say how it had ended.

        Raises:
            HostError: the engine does not remove it.
        """
        with self._stopping:
            if not self._is_stopped:
                self._end()
                self._container.remove()
                self._release()
            assert self._status is not None  # noqa: S101 -- _end has set it
            return self._status

    def _end(self) -> None:
        """Let an end be judged, or kill what runs: the engine would wait for a frozen one to die."""
        if self.has_ended():
            self._is_judged.wait(_SECONDS_TO_JUDGE_AT_STOP)
        self._settle(ExitStatus(EndCause.STOPPED, signal.SIGKILL))
        self.cpu_us()
        with suppress(PermissionError, ProcessLookupError):  # then the engine kills it
            signal.pidfd_send_signal(self._process, signal.SIGKILL)
        thawing = self.thaw()
        if thawing is not None:
            thawing.result()

    def _release(self) -> None:
        """Keep the end of its output, and give everything else back."""
        self._watch.forget(self._process)
        self._last_output = read_end(self.output_file, KEPT_OUTPUT)
        with self._lock:
            self._is_stopped = True
            if self._engine is not None:
                self._engine.shutdown()
            self._cgroup.close()
            os.close(self._process)
        self._remove(self._folder)

    def _settle(self, status: ExitStatus) -> None:
        """Set how it ended, unless that is known."""
        with self._lock:
            self._status = self._status or status

    def _status_of(self, end: State, memory_kills: int) -> ExitStatus:
        """Return how it ended, if that was its own doing.

        A SIGKILL that the engine knows nothing of is the bot's: it can send itself one, and a match that
        is lost would be played again.

        Raises:
            HostError: its container was removed or killed, or the engine stopped and took it along.
        """
        status = end.exit_status(memory_kills)
        if end.is_being_removed:
            raise HostError("somebody has removed a bot's container; leave those named arena-bot-* alone")
        is_killed = status == ExitStatus(EndCause.SIGNALLED, signal.SIGKILL)
        if is_killed and self._container.was_killed_by_engine():
            raise HostError("a bot's container was killed by `docker kill`, or by the engine as it stopped")
        return status

    def _note_end(self) -> None:
        """See, in the watching thread, that the program has ended; its shell still waits."""
        if self._status is None:
            threading.Thread(target=self._judge, name="judge-end", daemon=True).start()

    def _judge(self) -> None:
        """Read what vanishes with the container, then let the shell tell the engine how it ended."""
        self.cpu_us()
        with self._lock:
            memory_kills = 0 if self._is_stopped else self._cgroup.memory_kills()
        try:
            with open_gate(self._folder):
                self._settle(self._status_of(self._container.wait(), memory_kills))
        except OSError:
            pass  # its folder was removed: it was stopped, or swept since our arena is dead
        except HostError as error:
            self._failure = error
        finally:
            self._is_judged.set()
