"""The thread that lets leagues play; what a round is, is for another test: here a player only notes."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import HostError
from arena.league.metrics import Metrics
from arena.league.rounds import Rounds
from arena.roster.league import League
from arena.storage.league_store import LeagueStore
from arena.tournament.runner import StopRequest

PATIENCE = 30.0


class Noting:
    """Plays rounds of ten seconds by a clock that stands still otherwise (rounds.Player)."""

    def __init__(self, clock: ManualClock, rounds: int) -> None:
        """Be done after so many rounds."""
        self.clock = clock
        self.left = rounds
        self.played: list[str] = []
        self.done = threading.Event()
        self.failing: dict[str, Exception] = {}
        self.idle: set[str] = set()
        self.mended_at = 0
        """With so many rounds left nothing fails any more."""
        self.waits_for_stop = False
        self.begun = threading.Event()
        self.seen_stops: list[int] = []
        self.health: list[bool] = []

    def play(self, league: League, stop: StopRequest) -> bool:
        self.begun.set()
        if self.waits_for_stop:
            while not stop.times:
                threading.Event().wait(0.01)
            self.seen_stops.append(stop.times)
            self.done.set()
            return True
        self.played.append(league.name)
        self.clock.advance(10_000_000)
        self.left -= 1
        if self.left == 0:
            self.done.set()
        if league.name in self.failing and self.left >= self.mended_at:
            raise self.failing[league.name]
        return league.name not in self.idle and self.left > 0


@contextmanager
def running(
    store: LeagueStore, player: Noting, *, until: Callable[[], bool] | None = None
) -> Iterator[Rounds]:
    """Run the thread until the player is done."""
    rounds = Rounds(store, player, metrics=Metrics(), clock=player.clock, told=player.health.append)
    rounds.start()
    try:
        yield rounds
        assert player.done.wait(PATIENCE)
        assert until is None or until()
    finally:
        rounds.stop()
        assert rounds.join(PATIENCE)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def add(store: LeagueStore, *names: str, is_running: bool = True) -> None:
    for name in names:
        store.add_league(League(name, {}, created=0.0, is_running=is_running))


def test_running_leagues_take_turns(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "one", "other")
    add(store, "stopped", is_running=False)
    player = Noting(clock, rounds=6)

    with running(store, player):
        pass

    assert player.played[:6] == ["one", "other"] * 3


def test_the_seconds_that_a_league_has_played_are_kept(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "one")
    player = Noting(clock, rounds=3)

    with running(store, player):
        pass

    assert store.seconds_played("one") == 30


def test_a_league_without_a_round_to_play_waits_for_a_change(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "empty")
    player = Noting(clock, rounds=2)
    player.idle = {"empty"}

    with running(store, player) as rounds:
        assert player.begun.wait(PATIENCE)
        assert not player.done.wait(0.2)
        rounds.changed()

    assert player.played == ["empty", "empty"]


def test_a_league_that_fails_does_not_hold_the_others_up(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "broken", "well")
    player = Noting(clock, rounds=4)
    player.failing = {"broken": HostError("no engine")}

    with running(store, player) as rounds:
        assert player.done.wait(PATIENCE)
        troubles = dict(rounds.troubles)

    # The clock moves by ten seconds a round, and the pauses are of 1, 2, 4, … seconds.
    assert player.played[:4] == ["broken", "well", "broken", "well"]
    assert troubles == {"broken": "no engine"}


def test_probes_are_told_when_a_league_cannot_be_played_and_when_it_can_again(
    store: LeagueStore, clock: ManualClock
) -> None:
    add(store, "broken", "well")
    player = Noting(clock, rounds=6)
    player.failing = {"broken": HostError("no engine")}
    player.mended_at = 3

    with running(store, player):
        pass

    assert player.health == [True, False, True]


def test_a_bug_in_one_league_ends_nothing(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "broken", "well")
    player = Noting(clock, rounds=4)
    player.failing = {"broken": ZeroDivisionError("a bug")}

    with running(store, player) as rounds:
        assert player.done.wait(PATIENCE)
        troubles = dict(rounds.troubles)

    assert player.played[:2] == ["broken", "well"]
    assert troubles == {"broken": "a bug in the arena; the log has the traceback"}


def test_stopping_a_league_drains_its_round(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "one")
    player = Noting(clock, rounds=1)
    player.waits_for_stop = True

    with running(store, player) as rounds:
        assert player.begun.wait(PATIENCE)
        store.set_running("one", False)
        rounds.changed()
        assert player.done.wait(PATIENCE)

    assert player.seen_stops == [1]


def test_a_change_elsewhere_drains_nothing(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "one", "other")
    player = Noting(clock, rounds=1)
    player.waits_for_stop = True

    with running(store, player) as rounds:
        assert player.begun.wait(PATIENCE)
        store.set_running("other", False)
        rounds.changed()
        assert not player.done.wait(0.2)
        rounds.stop()

    assert player.seen_stops == [1]


def test_a_league_that_is_started_plays(store: LeagueStore, clock: ManualClock) -> None:
    add(store, "one", is_running=False)
    player = Noting(clock, rounds=1)

    with running(store, player) as rounds:
        assert not player.begun.wait(0.2)
        store.set_running("one", True)
        rounds.changed()

    assert player.played == ["one"]
