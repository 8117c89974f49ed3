"""`arena login` and `arena logout`: who one is at which league server."""

import os
import sys
from typing import Annotated

import typer

from arena.cli.listing import say
from arena.cli.server import CaCertOption, InsecureOption
from arena.core.errors import ConfigError
from arena.league.client import Access, connect
from arena.league.logins import TOKEN_VARIABLE, logins_file, read_logins, write_logins
from arena.league.tokens import read_token

ServerArgument = Annotated[str, typer.Argument(metavar="SERVER", help="HOST:PORT of a league server.")]


def login(server: ServerArgument, ca_cert: CaCertOption = None, insecure: InsecureOption = False) -> None:
    """Log in to a league server.

    The token that its admin gave you is asked for on a terminal, or read from stdin. It is tried, then kept
    in your config directory, where nobody but you can read it. Other commands use the server that was logged
    in to last; ARENA_SERVER and ARENA_LEAGUE_TOKEN come before what is kept.

    \b
    Examples:
      arena login league.example.org:5055
      arena login league.example.org:5055 < token.txt
      arena login 127.0.0.1:5055
    """
    file = logins_file()
    logins = read_logins(file)
    access = Access(server, _asked_token(), None if ca_cert is None else ca_cert.absolute(), insecure)
    with connect(access) as client:
        me = client.league.WhoAmI()
    write_logins(file, logins.with_(access))
    say(f"logged in at {server} as {me.account} ({me.role}); kept in {file}")
    if os.environ.get(TOKEN_VARIABLE):
        say(f"{TOKEN_VARIABLE} is set: commands use that token as long as it is")


def logout(
    server: Annotated[
        str | None,
        typer.Argument(
            metavar="SERVER", help="Which; the one logged in to last if left out.", show_default=False
        ),
    ] = None,
) -> None:
    """Forget the token of a league server.

    It stays valid; an admin makes a new one with `arena account new-token`.

    \b
    Examples:
      arena logout
      arena logout league.example.org:5055
    """
    file = logins_file()
    logins = read_logins(file)
    if server is None:
        if not logins.servers:
            raise ConfigError("you are not logged in anywhere")
        server = logins.servers[-1].server
    if logins.of(server) is None:
        known = ", ".join(access.server for access in logins.servers) or "none"
        raise ConfigError(f"you are not logged in at {server}; servers with a login: {known}")
    write_logins(file, logins.without(server))
    say(f"the token for {server} is forgotten")


def _asked_token() -> str:
    """Ask for a token where nobody sees it, or read it from stdin."""
    if sys.stdin.isatty():
        text: str = typer.prompt("token", hide_input=True, err=True)
    else:
        text = sys.stdin.readline()
    token = read_token(text.strip())
    if token is None:
        raise ConfigError(
            "that is no token; it is NAME.SECRET, as `arena account add` prints it; give it on stdin, or on "
            "a terminal when you are asked"
        )
    return token.text
