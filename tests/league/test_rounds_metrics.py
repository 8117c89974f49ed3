import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from arena.core.errors import ConfigError
from arena.core.ids import MatchId
from arena.league.metrics import Metrics
from arena.league.round_watcher import RoundWatcher
from arena.match.faults import FaultKind
from arena.storage.league_store import LeagueStore
from arena.tournament.events import BlocksFolded, FaultReported, MatchesStored
from tests.league.ground import Ground
from tests.league.reception import LEAGUE, reception


def test_a_rounds_matches_and_faults_are_counted_and_changes_told() -> None:
    metrics, changes = Metrics(), list[str]()
    watcher = RoundWatcher("main", ["ann/fox"], changed=changes.append, metrics=metrics)

    watcher.see(MatchesStored(0, count=7, decisions=100, batches=3))
    watcher.see(FaultReported(MatchId("a", 0, 0), 0, FaultKind.TIME_OUT, is_forfeit=False, evidence=""))
    watcher.see(BlocksFolded(0, 1, (), ()))

    value = metrics.registry.get_sample_value
    assert value("arena_matches_total", {"league": "main"}) == 7
    assert value("arena_faults_total", {"league": "main", "kind": FaultKind.TIME_OUT.value}) == 1
    assert changes == ["main"]


def test_finished_rounds_are_counted(store: LeagueStore, tmp_path: Path) -> None:
    ground = Ground(store, tmp_path / "data")
    ground.enter("ann", "ben")

    ground.play()

    value = ground.metrics.registry.get_sample_value
    assert value("arena_rounds_total", {"league": "main", "kind": "cycle"}) == 1


def test_figures_are_answered_on_a_port_of_their_own() -> None:
    metrics = Metrics()
    metrics.queue.set(3)
    port = _free_port()
    end = metrics.serve(port, "127.0.0.1")
    try:
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
    finally:
        end()

    assert "arena_submission_queue 3.0" in text


def test_a_port_that_is_taken_is_an_error_that_says_so() -> None:
    metrics = Metrics()
    port = _free_port()
    end = metrics.serve(port, "127.0.0.1")
    try:
        with pytest.raises(ConfigError, match=f"--metrics-port {port}"):
            Metrics().serve(port, "127.0.0.1")
    finally:
        end()


async def test_every_call_is_told_with_its_status(store: LeagueStore) -> None:
    told: list[tuple[str, str]] = []
    async with reception(store, served=lambda method, code, _: told.append((method, code))) as here:
        await here.call(LEAGUE + "ListLeagues")
        await here.code(LEAGUE + "WhoAmI")

    assert told == [(LEAGUE + "ListLeagues", "OK"), (LEAGUE + "WhoAmI", "UNAUTHENTICATED")]


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
