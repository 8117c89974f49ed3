from pathlib import Path

import grpc
import pytest

from arena.core.clock import ManualClock
from arena.core.errors import ConfigError
from arena.league.calls import Refusal
from arena.league.office import LeagueOffice
from arena.roster.submission import SubmissionState
from arena.storage.league_store import LeagueStore
from tests.league.ground import Ground

FILE = 'name = "ladder"\n[[games]]\ngame = "linger_longer"\n'


class Desk:
    """An office, and what it tells."""

    def __init__(self, ground: Ground) -> None:
        """Look after the leagues of a ground."""
        self.ground = ground
        self.store = ground.store
        self.changes: list[str] = []
        self.office = LeagueOffice(
            ground.store, check_sandbox=_refuse_process, changed=self.changes.append, clock=ManualClock()
        )


def _refuse_process(sandbox: str) -> None:
    if sandbox == "process":
        raise ConfigError("process holds nothing back")


@pytest.fixture
def desk(store: LeagueStore, tmp_path: Path) -> Desk:
    return Desk(Ground(store, tmp_path / "data"))


def test_a_league_that_is_made_waits_to_be_started(desk: Desk) -> None:
    made = desk.office.add_league(FILE)

    assert (made.name, list(made.games), made.is_running, made.season) == (
        "ladder",
        ["linger_longer"],
        False,
        1,
    )
    assert desk.changes == ["ladder"]


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("name = ", "is not TOML"),
        (FILE + "[time]\nmove_ms = 0\n", "move_ms"),
        ('seed = "mine"\n' + FILE, "seed"),
        ('sandbox = "process"\n' + FILE, "process holds nothing back"),
        (FILE.replace("ladder", "main"), "there is a league 'main' already"),
    ],
)
def test_a_file_that_makes_no_league_is_refused_with_the_reason(desk: Desk, file: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        desk.office.add_league(file)

    assert [league.name for league in desk.store.leagues()] == ["main"]


def test_leagues_are_stopped_and_started(desk: Desk) -> None:
    desk.office.set_running("main", False)
    stopped = desk.ground.league.is_running
    desk.office.set_running("main", True)

    assert not stopped
    assert desk.ground.league.is_running
    assert desk.changes == ["main", "main"]


def test_the_end_of_a_season_freezes_entries(desk: Desk) -> None:
    assert desk.office.end_season("main") == 1

    assert desk.ground.league.is_frozen


def test_a_season_that_ends_already_or_is_not_played_cannot_be_ended(desk: Desk) -> None:
    desk.office.set_running("main", False)
    with pytest.raises(Refusal, match="start it") as stopped:
        desk.office.end_season("main")
    desk.office.set_running("main", True)
    desk.office.end_season("main")
    with pytest.raises(Refusal, match="ends already") as twice:
        desk.office.end_season("main")

    assert stopped.value.code is twice.value.code is grpc.StatusCode.FAILED_PRECONDITION


def test_a_benched_bot_plays_no_more_until_it_is_let_in_again(desk: Desk) -> None:
    (fox,) = desk.ground.enter("ann")

    desk.office.bench("main", "ann", "fox", True)
    benched = desk.store.submission(fox.number)
    desk.office.bench("main", "ann", "fox", False)

    assert benched.state is SubmissionState.WITHDRAWN
    assert "admin" in benched.reason
    assert desk.store.current("main") == [fox]


@pytest.mark.parametrize("is_benched", [True, False])
def test_only_a_bot_of_the_league_can_be_benched_or_let_in(desk: Desk, is_benched: bool) -> None:
    with pytest.raises(ConfigError):
        desk.office.bench("main", "ann", "fox", is_benched)
