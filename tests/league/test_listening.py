"""Where a server listens: on this machine in plaintext, elsewhere with TLS or said aloud."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest

from arena.core.clock import ManualClock
from arena.core.errors import ConfigError
from arena.league.admin_service import AdminService
from arena.league.listening import Listening
from arena.league.server import LeagueServer
from arena.storage.league_store import LeagueStore
from tests.league.reception import LEAGUE, Desk, Front

TLS = Path(__file__).parent / "tls"
CERT, KEY = TLS / "server.pem", TLS / "server.key"


@asynccontextmanager
async def _opened(store: LeagueStore, listening: Listening) -> AsyncIterator[int]:
    clock = ManualClock()
    server = LeagueServer(
        league=Front(),
        admin=AdminService(store, Desk(), clock),
        accounts=store,
        probe=lambda: None,
        clock=clock,
    )
    try:
        yield await server.open(listening)
    finally:
        await server.stop(0)


async def _refusal(store: LeagueStore, listening: Listening) -> str:
    with pytest.raises(ConfigError) as refused:
        async with _opened(store, listening):
            pass
    return str(refused.value)


async def test_port_0_is_any_that_is_free_and_is_told(store: LeagueStore) -> None:
    async with _opened(store, Listening()) as port:
        assert port > 0
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            await channel.unary_unary(LEAGUE + "ListLeagues")(b"", timeout=20)


async def test_a_port_that_is_taken_is_named(store: LeagueStore) -> None:
    async with _opened(store, Listening()) as port:
        assert f"can't listen on 127.0.0.1:{port}" in await _refusal(store, Listening(port=port))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "arena.example"])  # noqa: S104
async def test_plaintext_stays_on_this_machine(store: LeagueStore, host: str) -> None:
    assert "give --tls-cert and --tls-key" in await _refusal(store, Listening(host=host))


async def test_plaintext_goes_further_when_it_is_said_aloud(store: LeagueStore) -> None:
    async with (
        _opened(store, Listening(host="0.0.0.0", insecure=True)) as port,  # noqa: S104
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        await channel.unary_unary(LEAGUE + "ListLeagues")(b"", timeout=20)


async def test_with_a_certificate_a_client_that_trusts_it_is_served(store: LeagueStore) -> None:
    async with _opened(store, Listening(host="0.0.0.0", tls_cert=CERT, tls_key=KEY)) as port:  # noqa: S104
        trust = grpc.ssl_channel_credentials(CERT.read_bytes())
        async with grpc.aio.secure_channel(f"localhost:{port}", trust) as channel:
            await channel.unary_unary(LEAGUE + "ListLeagues")(b"", timeout=20)


async def test_with_a_certificate_plaintext_is_not_served(store: LeagueStore) -> None:
    async with (
        _opened(store, Listening(tls_cert=CERT, tls_key=KEY)) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await channel.unary_unary(LEAGUE + "ListLeagues")(b"", timeout=20)

    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize(
    ("cert", "key", "words"),
    [
        (CERT, None, "--tls-key is missing"),
        (None, KEY, "--tls-cert is missing"),
        (TLS / "unheard.pem", KEY, "unheard.pem can't be read: No such file"),
        (CERT, TLS / "unheard.key", "unheard.key can't be read: No such file"),
        (TLS / "README.md", KEY, "README.md is no certificate"),
        (KEY, KEY, "server.key is no certificate"),
        (CERT, TLS / "README.md", "README.md is no key"),
        (CERT, CERT, "server.pem is no key"),
        (CERT, TLS / "other.key", "other.key is not the key of"),
        (CERT, TLS / "encrypted.key", "encrypted.key is encrypted"),
    ],
)
async def test_of_a_certificate_and_its_key_the_wrong_one_is_named(
    store: LeagueStore, cert: Path | None, key: Path | None, words: str
) -> None:
    assert words in await _refusal(store, Listening(tls_cert=cert, tls_key=key))
