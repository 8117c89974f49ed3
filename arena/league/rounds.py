"""The thread that plays: a round of one league after a round of another, as long as the server runs."""

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from arena.core.clock import Clock
from arena.core.errors import ArenaError
from arena.league.metrics import Metrics
from arena.league.retries import Retries
from arena.league.turns import LeagueTurns
from arena.roster.league import League
from arena.storage.league_store import LeagueStore
from arena.tournament.runner import StopRequest

LOG = logging.getLogger(__name__)
THE_STORE = ""
"""Stands for the store where leagues are named."""


class Player(Protocol):
    """Plays a league's next round, or goes on with it."""

    def play(self, league: League, stop: StopRequest) -> bool:
        """Play until the round is finished or a stop is asked for; False if there is none to play now.

        Raises:
            HostError: this machine can't play at the moment.
            StorageError: what is played can't be kept at the moment.
            ConfigError: this league can't be played here.
        """
        ...


class Rounds:
    """Lets leagues take turns. A league that fails waits for growing pauses, the others go on."""

    def __init__(
        self,
        store: LeagueStore,
        player: Player,
        *,
        metrics: Metrics,
        clock: Clock,
        told: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """Nothing is played until `start`; `told` hears whether all that should be played can be."""
        self._store = store
        self._player = player
        self._metrics = metrics
        self._clock = clock
        self._told = told
        self._turns = LeagueTurns(store.add_seconds)
        self._retries = Retries(clock)
        self._idle: dict[str, int] = {}
        """Leagues without a round to play, with the number of changes up to which that holds."""
        self._changes = 0
        self._news = threading.Condition()
        self._is_stopping = False
        self._playing: tuple[str, StopRequest] | None = None
        self.troubles: dict[str, str] = {}
        """Why leagues are not played at the moment, for those who look after the server."""
        self._thread = threading.Thread(target=self._run, name="rounds", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def changed(self) -> None:
        """Hear that leagues or their bots have changed; reads the store, from any thread.

        A round of a league that was stopped is drained: running matches are finished.
        """
        playing = self._playing
        if playing is not None:
            name, stop = playing
            league = self._store.league(name)
            if league is None or not league.is_running:
                stop.times = max(stop.times, 1)
        with self._news:
            self._changes += 1
            self._news.notify_all()

    def stop(self) -> None:
        """Drain the round that is played and begin no other; asked again, abandon what runs. Doesn't wait."""
        with self._news:
            self._is_stopping = True
            if self._playing is not None:
                self._playing[1].times += 1
            self._news.notify_all()

    def join(self, seconds: float) -> bool:
        """Wait for the thread; tell whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self._told(True)
        while not self._is_stopping:
            seen = self._changes
            try:
                wait = self._turn(seen)
                self._worked(THE_STORE)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the leagues must go on
                wait = self._failed(THE_STORE, error)
            with self._news:
                if wait != 0:
                    self._news.wait_for(lambda: self._is_stopping or self._changes != seen, wait)  # noqa: B023

    def _turn(self, seen: int) -> float | None:
        """Let one league play; return the seconds until there is something to play, None if nobody knows."""
        wanting = {
            league.name: league
            for league in self._store.leagues()
            if league.is_running and self._idle.get(league.name) != seen
        }
        for stopped in self.troubles.keys() - wanting.keys() - {THE_STORE}:
            self._forget_trouble(stopped)
        waits = {name: self._retries.seconds_left(name) for name in wanting}
        ready = {name: self._store.seconds_played(name) for name, wait in waits.items() if not wait}
        chosen = self._turns.next_of(ready)
        if chosen is None:
            return min(waits.values(), default=None)
        self._play(wanting[chosen], seen)
        return 0

    def _play(self, league: League, seen: int) -> None:
        stop = StopRequest()
        with self._news:
            if self._is_stopping or self._changes != seen:
                return  # it may be that this league was stopped meanwhile
            self._playing = (league.name, stop)
        begun = self._clock.micros()
        try:
            if not self._player.play(league, stop):
                self._idle[league.name] = seen
            self._worked(league.name)
        except Exception as error:  # noqa: BLE001 -- one league's trouble is not that of the others
            self._failed(league.name, error)
        finally:
            with self._news:
                self._playing = None
        self._store.add_seconds(league.name, (self._clock.micros() - begun) / 1e6)

    def _worked(self, league: str) -> None:
        self._forget_trouble(league)
        if self._retries.worked(league):
            LOG.info("it goes on", extra={"facts": {"league": league}})

    def _forget_trouble(self, league: str) -> None:
        if self.troubles.pop(league, None) is not None and not self.troubles:
            self._told(True)

    def _failed(self, league: str, error: Exception) -> float:
        """Note a failure; return the seconds until the next attempt."""
        pause = self._retries.failed(league)
        is_known = isinstance(error, ArenaError)
        if not self.troubles:
            self._told(False)
        self.troubles[league] = str(error) if is_known else "a bug in the arena; the log has the traceback"
        if league:
            self._metrics.round_failures.labels(league).inc()
        LOG.error(
            "can't play at the moment",
            exc_info=None if is_known else error,
            extra={"facts": {"league": league, "reason": str(error), "again_in_seconds": pause}},
        )
        return pause
