"""Watching from afar, against a real server that goes away and comes back."""

from collections.abc import Iterator

import pytest

from arena.core.errors import ConfigError, HostError
from arena.league import spectator
from arena.league.client import Access, connect
from arena.storage.league_store import LeagueStore
from tests.league.played import found_league, play_round
from tests.league.served_league import Served


@pytest.fixture
def served(store: LeagueStore) -> Iterator[Served]:
    found_league(store)
    server = Served(store)
    server.start()
    yield server
    server.stop()


def test_tables_come_as_plain_types(store: LeagueStore, served: Served) -> None:
    play_round(store)
    with connect(Access(f"127.0.0.1:{served.port}")) as client:
        tables = spectator.read_tables(client, "main")

    (table,) = tables.games
    assert (tables.round, tables.blocks, tables.total_blocks) == (1, 6, 6)
    assert sorted(table.names) == [f"{author}/fox v1" for author in ("ann", "ben", "cat", "dot")]
    assert [row.rank for row in table.rows] == sorted(row.rank for row in table.rows)


def test_watcher_goes_on_when_the_server_comes_back(
    store: LeagueStore, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectator, "PAUSES", (0.05,))
    told: list[str] = []
    with connect(Access(f"127.0.0.1:{served.port}")) as client:
        tables = spectator.watch_tables(client, "main", told.append)
        assert next(tables).round == 0
        served.stop()
        play_round(store, blocks=2)
        served.start()

        assert next(tables).blocks == 2

    assert told
    assert all("trying again" in line for line in told)


def test_server_that_was_never_there_is_an_error() -> None:
    with connect(Access("127.0.0.1:1")) as client, pytest.raises(HostError, match="see that it runs"):
        next(spectator.watch_tables(client, "main", lambda _: None))


def test_league_that_is_not_there_is_an_error_and_not_tried_again(served: Served) -> None:
    with connect(Access(f"127.0.0.1:{served.port}")) as client, pytest.raises(ConfigError, match="no league"):
        next(spectator.watch_tables(client, "other", lambda _: None))


def test_match_is_told_step_by_step(store: LeagueStore, served: Served) -> None:
    play_round(store, blocks=1)
    with connect(Access(f"127.0.0.1:{served.port}")) as client:
        steps = list(spectator.told_match(client, "main", "color_elevator/0/0", 0))

    assert any("Places" in line for line in steps[-1])
    assert len(steps) > 5
