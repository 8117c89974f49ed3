"""The options of every command that calls a league server, and the call."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from arena.league.client import LeagueClient, connect
from arena.league.logins import choose_access, logins_file, read_logins

ServerOption = Annotated[
    str | None,
    typer.Option(
        "--server",
        "-s",
        metavar="HOST:PORT",
        help="Which server; ARENA_SERVER, or the one logged in to last, if left out.",
        show_default=False,
    ),
]
CaCertOption = Annotated[
    Path | None,
    typer.Option(
        "--ca-cert",
        metavar="FILE",
        help="Trust these certificates (PEM) instead of those that the system trusts.",
        show_default=False,
    ),
]
InsecureOption = Annotated[
    bool,
    typer.Option(
        "--insecure", help="Without TLS, beyond this machine too: the token can be read on its way."
    ),
]


@contextmanager
def league_client(
    server: str | None, *, ca_cert: Path | None = None, insecure: bool = False
) -> Iterator[LeagueClient]:
    """Connect to the server that a command means, as whoever is logged in there.

    Raises:
        ConfigError: no server is named and none is logged in to.
    """
    logins = read_logins(logins_file())
    access = choose_access(server, logins, os.environ, ca_cert=ca_cert, insecure=insecure)
    with connect(access) as client:
        yield client
