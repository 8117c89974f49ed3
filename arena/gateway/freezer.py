"""Keeps an instance from running while nothing is wanted of it."""

from arena.tournament.ports import Running


class Freezer:
    """Freezes and thaws one instance, however often it is asked to."""

    __slots__ = ("_is_frozen", "_running")

    def __init__(self, running: Running) -> None:
        self._running = running
        self._is_frozen = False

    def freeze(self) -> None:
        """See to it that it does not run."""
        if not self._is_frozen:
            self._is_frozen = True
            self._running.freeze()

    def thaw(self) -> None:
        """See to it that it runs."""
        if self._is_frozen:
            self._is_frozen = False
            self._running.thaw()
