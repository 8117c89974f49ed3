"""`arena account`: on the server's own data, and through the server as its admin."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.league.tokens import is_right, read_token
from arena.roster.account import Account, Role
from arena.storage.league_store import LeagueStore, open_league_store
from tests.cli.conftest import Arena
from tests.league.reception import Reception, enter, served


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    (tmp_path / "data").mkdir()
    with open_league_store(tmp_path / "data" / "league.db") as opened:
        yield opened


@pytest.fixture
def door(store: LeagueStore) -> Iterator[Reception]:
    with served(store) as running:
        yield running


@pytest.fixture
def as_admin(
    arena: Arena, door: Reception, store: LeagueStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Arena:
    """Run commands as an admin of a server, which the environment names."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("ARENA_SERVER", f"127.0.0.1:{door.port}")
    monkeypatch.setenv("ARENA_LEAGUE_TOKEN", enter(store, "root", Role.ADMIN))
    return arena


def _kept(store: LeagueStore, name: str) -> Account:
    account = store.account(name)
    assert account is not None
    return account


def _is_right(text: str, account: Account) -> bool:
    token = read_token(text.strip())
    assert token is not None
    return is_right(token, account.token_hash)


def test_the_first_admin_is_made_on_the_servers_data_and_stdout_is_the_token(
    arena: Arena, store: LeagueStore
) -> None:
    result = arena("account", "add", "root", "--admin", "--data", "data")

    assert result.code == 0
    assert "shown only now" in result.err
    assert result.out.strip() not in result.err
    kept = _kept(store, "root")
    assert kept.role is Role.ADMIN
    assert _is_right(result.out, kept)


def test_a_database_is_named_as_the_server_names_it(arena: Arena, store: LeagueStore) -> None:
    result = arena("account", "add", "anna", "--db", "data/league.db")

    assert result.code == 0
    assert _kept(store, "anna").role is Role.AUTHOR


def test_a_folder_that_is_not_there_is_no_new_server(arena: Arena, tmp_path: Path) -> None:
    result = arena("account", "add", "root", "--data", "typo")

    assert result.code == 2
    assert "arena serve --data typo" in result.err
    assert not (tmp_path / "typo").exists()


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("add", "Not-a-Name"), "can't name a user account"),
        (("new-token", "unheard"), "there is no account 'unheard'"),
        (("disable", "unheard"), "there is no account 'unheard'"),
        (("enable", "unheard"), "there is no account 'unheard'"),
        (("list", "--server", "league:5055"), "name one"),
    ],
)
def test_a_mistake_is_told_the_same_way_without_a_server(
    arena: Arena, words: tuple[str, ...], told: str
) -> None:
    result = arena("account", *words, "--data", "data")

    assert (result.code, result.out) == (2, "")
    assert told in " ".join(result.err.split())


def test_an_admin_makes_accounts_through_the_server(as_admin: Arena, store: LeagueStore) -> None:
    result = as_admin("account", "add", "anna")

    assert result.code == 0
    assert _is_right(result.out, _kept(store, "anna"))


def test_an_account_that_is_there_is_not_made_again(as_admin: Arena) -> None:
    for where in ((), ("--data", "data")):
        result = as_admin("account", "add", "root", *where)

        assert (result.code, result.out) == (2, "")
        assert "arena account new-token root" in " ".join(result.err.split())


def test_a_new_token_is_printed_and_the_old_one_void(as_admin: Arena, store: LeagueStore) -> None:
    old = enter(store, "anna")

    result = as_admin("account", "new-token", "anna")

    assert result.code == 0
    assert _is_right(result.out, _kept(store, "anna"))
    assert not _is_right(old, _kept(store, "anna"))


def test_an_account_is_disabled_and_enabled(as_admin: Arena, store: LeagueStore) -> None:
    enter(store, "anna")

    assert as_admin("account", "disable", "anna").code == 0
    assert not _kept(store, "anna").is_active
    assert as_admin("account", "enable", "anna").code == 0
    assert _kept(store, "anna").is_active


def test_accounts_are_listed_the_same_from_both_sides(as_admin: Arena, store: LeagueStore) -> None:
    enter(store, "anna")
    store.set_active("anna", is_active=False)

    asked = as_admin("account", "list", "--format", "json")
    looked = as_admin("account", "list", "--format", "json", "--data", "data")

    assert asked.code == 0
    assert asked.out == looked.out
    assert [(row["account"], row["role"], row["active"]) for row in json.loads(asked.out)] == [
        ("anna", "author", False),
        ("root", "admin", True),
    ]


def test_an_author_is_told_that_this_is_for_admins(
    as_admin: Arena, store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_LEAGUE_TOKEN", enter(store, "anna"))

    result = as_admin("account", "list")

    assert result.code == 2
    assert "this call is for admins, and anna is an author" in " ".join(result.err.split())
