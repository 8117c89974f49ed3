"""A real league server in a process of its own, with accounts made in its database, for measurements."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.core.clock import SystemClock
from arena.core.errors import HostError
from arena.league.admin_service import add_account
from arena.league.client import Access, LeagueClient, connect
from arena.roster.account import Quotas, Role
from arena.storage.league_store import open_league_store

ADMIN = "root"
LEAGUE = "bench"
QUOTAS = Quotas(submissions_a_day=100_000, bots=10_000)
"""Nobody is to be slowed down by a quota here."""
STOP_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    address: str
    tokens: dict[str, str] = field(repr=False)
    """By account; one of them is `ADMIN`."""

    @contextmanager
    def client(self, account: str = ADMIN) -> Iterator[LeagueClient]:
        """Connect as an account."""
        with connect(Access(self.address, self.tokens[account])) as client:
            yield client


def database(data: Path) -> Path:
    """Return where a server with this folder has its database."""
    return data / "league.db"


def make_accounts(data: Path, authors: Sequence[str]) -> dict[str, str]:
    """Make authors and an admin in a folder's database; return their tokens."""
    data.mkdir(exist_ok=True)
    now = SystemClock().now().timestamp()
    with open_league_store(database(data)) as store:
        tokens = {name: add_account(store, name, Role.AUTHOR, now=now) for name in authors}
        for name in authors:
            store.set_quotas(name, QUOTAS)
        return tokens | {ADMIN: add_account(store, ADMIN, Role.ADMIN, now=now)}


@contextmanager
def serve(data: Path, tokens: dict[str, str], *, workers: int = 1) -> Iterator[Served]:
    """Run a server over a folder; at the end it is stopped as its operator would stop it.

    Raises:
        HostError: it did not start.
    """
    command = [sys.executable, "-m", "arena", "serve", "--data", str(data), "--listen", "127.0.0.1:0"]
    with (data / "server.log").open("w", encoding="utf-8") as log:
        server = subprocess.Popen(  # noqa: S603 -- our own program
            [*command, "--trust-bots", "--workers", str(workers)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,  # Ctrl-C is for the bench, which then stops the server
        )
        try:
            yield Served(_address(server, data), tokens)
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=STOP_SECONDS)


def _address(server: subprocess.Popen[str], data: Path) -> str:
    assert server.stdout is not None  # noqa: S101 -- it is a pipe
    for line in server.stdout:
        if line.startswith("listening on "):
            return line.split()[2]
    log = (data / "server.log").read_text(encoding="utf-8")[-2_000:]
    raise HostError(f"the league server of the bench did not start:\n{log}")
