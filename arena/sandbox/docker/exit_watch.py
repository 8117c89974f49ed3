"""Notices at once when a program ends: the kernel tells by its pidfd, the engine is not asked."""

import select
import threading
from collections.abc import Callable


def has_ended(process: int) -> bool:
    """Tell whether the process of a pidfd has ended."""
    poll = select.poll()
    poll.register(process, select.POLLIN)
    return bool(poll.poll(0))


class ExitWatch:
    """One thread that waits for the ends of many processes."""

    def __init__(self) -> None:
        """Wait for nothing yet; the thread begins with the first process."""
        self._epoll = select.epoll()
        self._lock = threading.Lock()
        self._callbacks: dict[int, Callable[[], None]] = {}
        self._thread: threading.Thread | None = None

    def add(self, process: int, ended: Callable[[], None]) -> None:
        """Call `ended`, in the watching thread, when the process of a pidfd ends; it must be quick."""
        with self._lock:
            self._callbacks[process] = ended
            self._epoll.register(process, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="exit-watch", daemon=True)
                self._thread.start()

    def forget(self, process: int) -> None:
        """Watch a process no more; its pidfd may be closed then."""
        with self._lock:
            if self._callbacks.pop(process, None) is not None:
                self._epoll.unregister(process)

    def _run(self) -> None:
        while True:
            for process, _ in self._epoll.poll():
                ended = self._take(process)
                if ended is not None:
                    ended()

    def _take(self, process: int) -> Callable[[], None] | None:
        """Take the callback of a process that has ended; by now the pidfd may be another one's."""
        with self._lock:
            if process not in self._callbacks or not has_ended(process):
                return None
            self._epoll.unregister(process)
            return self._callbacks.pop(process)
