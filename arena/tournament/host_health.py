"""What is done when this machine fails: wait for it, and stop when nothing works any more."""

from collections.abc import Callable

from arena.core.errors import HostError
from arena.tournament.events import HostTrouble
from arena.tournament.ports import Watcher

MAX_FAILURES_IN_A_ROW = 5
"""Shards and jobs that may fail for our reasons, one after the other and without a finished match between
them, before the run stops: then it is not a block that is at fault but this machine."""

Recover = Callable[[Callable[[str], None]], bool]
"""Waits until bots can be started again, given what tells a person why; returns whether they could not at
first, and raises a HostError when it waits no longer."""


class HostHealth:
    """Counts failures for our reasons, from one finished match to the next."""

    def __init__(self, recover: Recover, watcher: Watcher) -> None:
        """Nothing has failed yet."""
        self._recover = recover
        self._watcher = watcher
        self._in_a_row = 0
        self._is_in_doubt = False

    def worked(self) -> None:
        """Hear that matches were finished."""
        self._in_a_row = 0

    def failed(self, reason: str) -> None:
        """Hear that a shard or a whole job failed.

        Raises:
            HostError: too many did in a row without a finished match.
        """
        self._in_a_row += 1
        if self._in_a_row > MAX_FAILURES_IN_A_ROW:
            raise HostError(
                f"nothing could be played {self._in_a_row} times in a row; the last time: {reason}"
            )

    def doubt(self) -> None:
        """Hear that matches failed for our reasons, be it a few."""
        self._is_in_doubt = True

    def ensure(self) -> None:
        """After a failure, wait until bots can be started: no block is given up because they can't be.

        Raises:
            HostError: they still can't.
        """
        if self._is_in_doubt:
            self._is_in_doubt = False
            if self._recover(lambda text: self._watcher.see(HostTrouble(text))):
                self._in_a_row = 0  # they are explained
