"""This machine as leagues use it: its sandbox, its shards, and what bots need before they play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.bootstrap.tournaments import Prepared, instances_per_worker, play
from arena.core.clock import Clock
from arena.core.errors import ConfigError
from arena.sandbox.backends import make_sandbox
from arena.sandbox.choice import PROCESS, check_sandbox, choose_sandbox, isolating_sandbox
from arena.sandbox.equipment import equip
from arena.storage.store import SqlStore
from arena.tournament.events import TournamentEnded
from arena.tournament.ports import Watcher
from arena.tournament.runner import StopRequest
from arena.tournament.setup import AUTO, Entrant, TournamentSetup


@dataclass(frozen=True, slots=True)
class LocalMachine:
    """Serves `league.machine.Machine`."""

    store: SqlStore
    sandbox: str
    """What bots run in, unless their league wants another."""
    trusts: bool
    """Whether bots are trusted like programs that the operator starts himself."""
    workers: int
    clock: Clock

    def sandbox_for(self, wanted: str) -> str:
        """Return the sandbox that new rounds run in of a league that wants this one.

        Raises:
            ConfigError: it can't hold bots of strangers here.
        """
        return self.sandbox if wanted == AUTO else sandbox_for_strangers(wanted, trust=self.trusts)

    def max_instances(self) -> int:
        """Return how many instances a worker may keep now."""
        return instances_per_worker(self.workers)

    def equip(
        self, sandbox: str, entrants: Sequence[Entrant], tell: Callable[[str], None]
    ) -> tuple[dict[int, Entrant], dict[int, str]]:
        """Make what bots need in a sandbox; return them by number as they play here, and why others can't.

        Raises:
            HostError: the sandbox can't run here at the moment, or no index of packages answers.
        """
        ready = make_sandbox(sandbox)
        ready.prepare(tell)
        ready.sweep()
        equipped: dict[int, Entrant] = {}
        unfit: dict[int, str] = {}
        for entrant in entrants:
            try:
                (equipped[entrant.number],) = equip([entrant], ready, tell)
            except ConfigError as error:
                unfit[entrant.number] = str(error)
        return equipped, unfit

    def play(
        self, tournament: str, setup: TournamentSetup, *, watcher: Watcher, stop: StopRequest
    ) -> TournamentEnded:
        """Play a round to its end, or until a stop is asked for.

        Raises:
            HostError: workers fail again and again.
            StorageError: the store can't be written, or another process plays it.
        """
        prepared = Prepared(tournament, setup, "as the server was started")
        return play(prepared, self.store, watcher=watcher, workers=self.workers, stop=stop, clock=self.clock)


def sandbox_for_strangers(wanted: str, *, trust: bool) -> str:
    """Return the sandbox that bots of strangers are checked and played in.

    Args:
        wanted: A sandbox's name, or `auto`.
        trust: Whether the operator trusts all bots like programs that he starts himself.

    Raises:
        ConfigError: no such sandbox can hold them here; the message says what to do.
    """
    check_sandbox(wanted)
    if trust:
        return PROCESS if wanted == AUTO else choose_sandbox(wanted, []).sandbox
    if wanted == PROCESS:
        raise ConfigError(
            "the sandbox process holds nothing back, and a server runs bots of strangers; leave it out, or "
            "serve with --trust-bots if every author is somebody who may do anything on this machine"
        )
    if wanted != AUTO:
        return choose_sandbox(wanted, []).sandbox
    chosen, refused = isolating_sandbox()
    if chosen is None:
        tried = "".join(f"\n  {each.sandbox}: {each.problems}" for each in refused)
        raise ConfigError(
            f"no sandbox can hold bots of strangers here:{tried}\nInstall and start Docker, or install "
            "bubblewrap; `arena sandbox doctor` shows what is missing. For development, with bots of your "
            "own alone, there is --trust-bots"
        )
    return chosen
