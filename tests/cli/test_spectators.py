"""A league looked at from afar by the commands for that, against a real server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.storage.league_store import open_league_store
from tests.cli.conftest import Arena
from tests.league.played import found_league, play_round
from tests.league.served_league import Served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a league with two rounds, the second not finished."""
    with open_league_store(tmp_path_factory.mktemp("league") / "league.db") as store:
        found_league(store)
        play_round(store)
        play_round(store, blocks=2)
        served = Served(store)
        served.start()
        yield f"127.0.0.1:{served.port}"
        served.stop()


@pytest.fixture(autouse=True)
def stranger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody is logged in anywhere."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("ARENA_SERVER", "ARENA_LEAGUE_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def test_standings_are_shown_in_80_columns(arena: Arena, server: str) -> None:
    result = arena("standings", "--league", "main", "--server", server)

    assert result.code == 0
    assert "main, season 1; round 2" in result.out
    assert all(f"{author}/fox v1" in result.out for author in ("ann", "ben", "cat", "dot"))
    assert max(map(len, result.out.splitlines())) <= 80


def test_standings_of_an_earlier_round_are_those_at_its_end(arena: Arena, server: str) -> None:
    answer = arena("standings", "-l", "main", "-s", server, "--round", "1", "--format", "json").out

    assert {row["blocks"] for row in json.loads(answer)} == {3}


def test_matches_are_listed_page_by_page(arena: Arena, server: str) -> None:
    first = arena("matches", "-l", "main", "-s", server, "--limit", "3")
    (before,) = [line.split()[-1] for line in first.err.splitlines() if "--before" in line]

    second = arena("matches", "-l", "main", "-s", server, "--limit", "3", "--before", before)

    assert "Matches of round 2 of main" in first.out
    assert "color_elevator/1/1" in first.out
    assert "color_elevator/0/0" in second.out
    assert "--before" not in second.err


def test_match_is_told_whole_in_a_pipe(arena: Arena, server: str) -> None:
    result = arena("watch", "color_elevator/0/0", "-l", "main", "-s", server, "--pace", "0")

    assert result.code == 0
    assert "/fox" in result.out
    assert "Places" in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("standings", "-l", "other"), "there is no league 'other'; the leagues here: main"),
        (("standings", "-l", "main", "--live", "--round", "1"), "--live is for the present tables"),
        (("standings", "--live"), "name it with --league"),
        (("matches", "-l", "main", "--round", "9"), "has no round 9"),
        (("matches", "--round", "2"), "name it with --league"),
        (("watch", "color_elevator/99/0", "-l", "main"), "has no match color_elevator/99/0"),
        (("watch", "-l", "main", "--pace", "1000"), "--pace is"),
        (("watch", "-l", "main", "--round", "1"), "--round needs a MATCH"),
        (("logs", "-l", "main", "--bot", "fox"), "token"),
        (("logs", "-l", "main"), "--bot"),
    ],
)
def test_mistake_is_named(arena: Arena, server: str, words: tuple[str, ...], message: str) -> None:
    at = ("--server", server) if "-l" in words else ()

    result = arena(*words, *at)

    assert result.code == 2
    assert message in result.err.replace("\n", " ")


def test_server_that_is_not_there_is_named_with_what_to_do(arena: Arena) -> None:
    result = arena("standings", "-l", "main", "-s", "127.0.0.1:1")

    assert result.code == 3
    assert "see that it runs" in result.err
