"""The client that commands use, against a real server."""

import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import grpc
import pytest

from arena.core.errors import ConfigError, HostError
from arena.league import client as league_client
from arena.league.client import Access, connect
from arena.league.logins import Logins, choose_access, read_logins, write_logins
from arena.league.tokens import make_token
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.league_store import LeagueStore
from tests.league.reception import Reception, enter, served

TLS = Path(__file__).parent / "tls"


@pytest.fixture
def door(store: LeagueStore) -> Iterator[Reception]:
    with served(store) as running:
        yield running


def _access(door: Reception, token: str = "") -> Access:
    return Access(f"127.0.0.1:{door.port}", token)


def test_a_call_is_made_with_its_fields_and_returns_its_answer(door: Reception) -> None:
    with connect(_access(door)) as client:
        assert client.league.GetStandings(league="main").league == "main"


def test_the_token_is_shown_with_every_call(door: Reception, store: LeagueStore) -> None:
    token = enter(store, "root", Role.ADMIN)

    with connect(_access(door, token)) as client:
        assert client.league.WhoAmI().account == "root"
        assert [account.name for account in client.admin.ListAccounts().accounts] == ["root"]


def test_a_stream_of_answers_is_iterated_and_ends_when_it_is_closed(door: Reception) -> None:
    with connect(_access(door)) as client:
        with closing(client.league.WatchStandings(league="main")) as watch:
            assert next(watch).league == "main"
        door.front.go_on.set()
        assert client.league.ListLeagues().leagues


def test_an_upload_takes_an_iterable_of_requests(door: Reception, store: LeagueStore) -> None:
    chunks = [wire.SubmitBotRequest(chunk=b"x" * size) for size in (3, 4)]

    with connect(_access(door, enter(store, "anna"))) as client:
        answers = list(client.league.SubmitBot(chunks))

    assert [answer.text for answer in answers] == ["3", "7", "7"]


@pytest.mark.parametrize(
    ("league", "kind", "words"),
    [
        ("unheard", ConfigError, "there is no league 'unheard'"),
        ("wrong", ConfigError, "say linger_longer"),
        ("spent", ConfigError, "come again in 3 h"),
        ("busy", HostError, "try again later"),
        ("bug", HostError, "tell the server's operator"),
    ],
)
def test_a_status_is_an_error_of_ours_that_names_the_server(
    door: Reception, league: str, kind: type[Exception], words: str
) -> None:
    with connect(_access(door)) as client, pytest.raises(kind, match=f"127.0.0.1:{door.port}: .*{words}"):
        client.league.GetStandings(league=league)


def test_without_a_login_one_is_told_to_log_in(door: Reception) -> None:
    with connect(_access(door)) as client, pytest.raises(ConfigError, match="arena login SERVER"):
        client.league.WhoAmI()


def test_an_upload_that_is_refused_is_an_error_too(door: Reception) -> None:
    with (
        connect(_access(door, make_token("anna").text)) as client,
        pytest.raises(ConfigError, match="not right"),
    ):
        list(client.league.SubmitBot([]))


def test_where_no_server_is_one_is_told_what_to_look_at() -> None:
    with connect(Access("127.0.0.1:1")) as client, pytest.raises(HostError, match="see that it runs"):
        client.league.ListLeagues()


def test_a_misspelt_method_is_a_mistake_in_the_program(door: Reception) -> None:
    with (
        connect(_access(door)) as client,
        pytest.raises(AttributeError, match="League has no method Unheard"),
    ):
        client.league.Unheard()


@pytest.mark.parametrize("server", ["", "league", ":5055", "league:", "https://league:5055", "league:port"])
def test_an_address_of_another_form_is_refused(server: str) -> None:
    with pytest.raises(ConfigError, match="write HOST:PORT"), connect(Access(server)):
        pass


def test_a_certificate_that_is_not_there_is_named() -> None:
    access = Access("127.0.0.1:5055", ca_cert=TLS / "unheard.pem")

    with pytest.raises(ConfigError, match=r"unheard\.pem can't be read"), connect(access):
        pass


@pytest.mark.parametrize(
    ("access", "is_plaintext"),
    [
        (Access("127.0.0.1:5055"), True),
        (Access("localhost:5055"), True),
        (Access("[::1]:5055"), True),
        (Access("127.0.0.1:5055", ca_cert=TLS / "server.pem"), False),
        (Access("league.example.org:5055"), False),
        (Access("127.0.0.1.example.org:5055"), False),
        (Access("league.example.org:5055", insecure=True), True),
    ],
)
def test_plaintext_stays_on_this_machine_unless_asked_for(access: Access, is_plaintext: bool) -> None:
    assert access.is_plaintext is is_plaintext


def test_every_status_has_its_error() -> None:
    assert set(league_client.ERRORS) == set(grpc.StatusCode) - {grpc.StatusCode.OK}


def test_a_token_is_in_no_representation() -> None:
    assert "secret" not in repr(Access("league:5055", "anna.secret"))


def test_logins_are_read_as_they_were_written_for_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "config" / "servers.json"
    logins = Logins(
        (Access("a:1", "anna.x"), Access("b:2", "bert.y", ca_cert=Path("/ca.pem"), insecure=True))
    )

    write_logins(file, logins)

    assert read_logins(file) == logins
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert list(file.parent.iterdir()) == [file]


def test_without_a_file_there_are_no_logins(tmp_path: Path) -> None:
    assert read_logins(tmp_path / "servers.json") == Logins()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"servers": [1]}', '{"servers": [{"server": 1, "token": ""}]}']
)
def test_a_file_that_is_not_ours_says_what_to_do(tmp_path: Path, text: str) -> None:
    file = tmp_path / "servers.json"
    file.write_text(text)

    with pytest.raises(ConfigError, match="remove it and log in again"):
        read_logins(file)


def test_who_logs_in_again_has_one_login_which_is_the_latest() -> None:
    logins = Logins().with_(Access("a:1", "x")).with_(Access("b:2", "y")).with_(Access("a:1", "z"))

    assert [(access.server, access.token) for access in logins.servers] == [("b:2", "y"), ("a:1", "z")]


TWO = Logins((Access("a:1", "of-a"), Access("b:2", "of-b")))


@pytest.mark.parametrize(
    ("named", "environment", "server", "token"),
    [
        (None, {}, "b:2", "of-b"),
        ("a:1", {}, "a:1", "of-a"),
        ("c:3", {}, "c:3", ""),
        (None, {"ARENA_SERVER": "a:1"}, "a:1", "of-a"),
        ("b:2", {"ARENA_SERVER": "a:1"}, "b:2", "of-b"),
        (None, {"ARENA_LEAGUE_TOKEN": "mine"}, "b:2", "mine"),
        ("c:3", {"ARENA_LEAGUE_TOKEN": "mine"}, "c:3", "mine"),
        (None, {"ARENA_SERVER": "", "ARENA_LEAGUE_TOKEN": ""}, "b:2", "of-b"),
    ],
)
def test_what_is_named_comes_before_the_environment_and_that_before_the_last_login(
    named: str | None, environment: dict[str, str], server: str, token: str
) -> None:
    access = choose_access(named, TWO, environment)

    assert (access.server, access.token) == (server, token)


def test_without_any_server_one_is_asked_for() -> None:
    with pytest.raises(ConfigError, match="arena login SERVER"):
        choose_access(None, Logins(), {})
