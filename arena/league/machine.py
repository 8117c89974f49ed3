"""The machine that leagues are played on, as an interface; `bootstrap` serves it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from arena.tournament.events import TournamentEnded
from arena.tournament.ports import Watcher
from arena.tournament.runner import StopRequest
from arena.tournament.setup import Entrant, TournamentSetup


class Machine(Protocol):
    """What plays (`bootstrap` serves it)."""

    @property
    def trusts(self) -> bool:
        """Tell whether bots are trusted like programs that the operator starts himself."""
        ...

    def sandbox_for(self, wanted: str) -> str:
        """Return the sandbox that new rounds run in of a league that wants this one.

        Raises:
            ConfigError: it can't hold bots of strangers here.
        """
        ...

    def max_instances(self) -> int:
        """Return how many instances a worker may keep now."""
        ...

    def equip(
        self, sandbox: str, entrants: Sequence[Entrant], tell: Callable[[str], None]
    ) -> tuple[dict[int, Entrant], dict[int, str]]:
        """Make what bots need in a sandbox; return them by number as they play here, and why others can't.

        Raises:
            HostError: the sandbox can't run here at the moment, or no index of packages answers.
        """
        ...

    def play(
        self, tournament: str, setup: TournamentSetup, *, watcher: Watcher, stop: StopRequest
    ) -> TournamentEnded:
        """Play a round to its end, or until a stop is asked for.

        Raises:
            HostError: workers fail again and again.
            StorageError: the store can't be written.
        """
        ...
