"""`arena login` and `arena logout`, with a real server."""

import io
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.league.logins import logins_file, read_logins
from arena.league.tokens import make_token
from arena.storage.league_store import LeagueStore, open_league_store
from tests.cli.conftest import Arena
from tests.league.reception import Reception, enter, served


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    with open_league_store(tmp_path / "league.db") as opened:
        yield opened


@pytest.fixture
def door(store: LeagueStore) -> Iterator[Reception]:
    with served(store) as running:
        yield running


@pytest.fixture(autouse=True)
def _config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for variable in ("ARENA_SERVER", "ARENA_LEAGUE_TOKEN"):
        monkeypatch.delenv(variable, raising=False)


def _type(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_login_is_tried_and_kept_for_its_owner_alone(
    arena: Arena, door: Reception, store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = enter(store, "anna")
    _type(monkeypatch, f"{token}\n")

    result = arena("login", f"127.0.0.1:{door.port}")

    assert (result.code, result.out) == (0, "")
    assert f"logged in at 127.0.0.1:{door.port} as anna (author)" in result.err
    assert token not in result.err
    (kept,) = read_logins(logins_file()).servers
    assert (kept.server, kept.token) == (f"127.0.0.1:{door.port}", token)
    assert stat.S_IMODE(logins_file().stat().st_mode) == 0o600


def test_a_wrong_token_is_not_kept(
    arena: Arena, door: Reception, store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(store, "anna")
    _type(monkeypatch, make_token("anna").text)

    result = arena("login", f"127.0.0.1:{door.port}")

    assert result.code == 2
    assert "the token is not right" in result.err
    assert not logins_file().exists()


@pytest.mark.parametrize("text", ["", "\n", "anna\n", "anna.short\n"])
def test_what_is_no_token_is_not_sent(arena: Arena, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    _type(monkeypatch, text)

    result = arena("login", "127.0.0.1:1")

    assert result.code == 2
    assert "that is no token" in result.err


def test_where_no_server_is_one_can_not_log_in(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    _type(monkeypatch, make_token("anna").text)

    result = arena("login", "127.0.0.1:1")

    assert result.code == 3
    assert "see that it runs" in result.err


def test_a_logout_forgets_the_last_login_or_a_named_one(
    arena: Arena, door: Reception, store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = enter(store, "anna")
    first, second = f"127.0.0.1:{door.port}", f"localhost:{door.port}"
    for server in (first, second, first):
        _type(monkeypatch, token)
        assert arena("login", server).code == 0

    assert arena("logout", second).code == 0
    assert [access.server for access in read_logins(logins_file()).servers] == [first]
    assert arena("logout").code == 0
    assert read_logins(logins_file()).servers == ()


def test_who_is_not_logged_in_can_not_log_out(arena: Arena) -> None:
    anywhere, somewhere = arena("logout"), arena("logout", "league:5055")

    assert (anywhere.code, somewhere.code) == (2, 2)
    assert "not logged in anywhere" in anywhere.err
    assert "servers with a login: none" in somewhere.err


def test_a_token_in_the_environment_is_named_at_login(
    arena: Arena, door: Reception, store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = enter(store, "anna")
    monkeypatch.setenv("ARENA_LEAGUE_TOKEN", "anna.other")
    _type(monkeypatch, token)

    result = arena("login", f"127.0.0.1:{door.port}")

    assert result.code == 0
    assert "ARENA_LEAGUE_TOKEN is set" in result.err
    assert read_logins(logins_file()).servers[0].token == token


@pytest.mark.slow
def test_on_a_terminal_the_token_is_asked_for_and_not_shown(
    door: Reception, store: LeagueStore, tmp_path: Path
) -> None:
    token = enter(store, "anna")
    ours, theirs = os.openpty()
    login = subprocess.Popen(
        ["setsid", "--ctty", sys.executable, "-m", "arena", "login", f"127.0.0.1:{door.port}"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=Path(__file__).parents[2],
    )
    os.close(theirs)
    shown = b""
    while b"token: " not in shown:
        shown += os.read(ours, 1024)
    os.write(ours, f"{token}\n".encode())
    while b"logged in at" not in shown:
        shown += os.read(ours, 1024)

    assert login.wait(60) == 0
    os.close(ours)
    assert token.encode() not in shown
    assert read_logins(tmp_path / "config/arena-of-cards/servers.json").servers[0].token == token
