"""`arena account`: who may enter bots, on a server that one is an admin of, or on its own data."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Protocol

import typer

from arena.cli.arguments import Format, FormatOption
from arena.cli.listing import say, show, write
from arena.cli.server import CaCertOption, InsecureOption, ServerOption, league_client
from arena.core.clock import SystemClock
from arena.core.errors import ConfigError
from arena.core.text import harmless
from arena.dashboard.listing import Listing, Row, wrapped_table
from arena.league.admin_service import add_account, replace_token, set_active
from arena.league.calls import Refusal
from arena.league.client import LeagueClient
from arena.roster.account import Role
from arena.storage.league_store import LeagueStore, open_league_store

DATABASE = "league.db"
"""In a server's folder, as `arena serve` makes it."""
HEADINGS = {"account": "account", "role": "role", "active": "active", "created": "created (UTC)"}

DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="Work on the folder of a server on this machine, running or not: for the first admin.",
        show_default=False,
    ),
]
DbOption = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="URL", help="Work on a server's database, if it isn't in --data.", show_default=False
    ),
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME")]

account = typer.Typer(
    help="Accounts of a league server.",
    epilog="For example: arena account add ann",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@account.command()
def add(
    name: NameArgument,
    admin: Annotated[bool, typer.Option("--admin", help="May make leagues and accounts, too.")] = False,
    data: DataOption = None,
    db: DbOption = None,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Make an account and print its token.

    It is printed this once: only a hash of it is kept.

    \b
    Examples:
      arena account add anna
      arena account add root --admin --data /srv/arena > token.txt
    """
    with _office(data, db, server, ca_cert, insecure) as office:
        token = office.add(name, is_admin=admin)
    write(f"{token}\n")
    say(f"this is {name}'s token; it is shown only now: arena login SERVER asks for it")


@account.command("list")
def list_accounts(
    data: DataOption = None,
    db: DbOption = None,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """List the accounts by name.

    \b
    Examples:
      arena account list
      arena account list --data /srv/arena --format json
    """
    with _office(data, db, server, ca_cert, insecure) as office:
        rows = office.rows()
    show([Listing("Accounts", tuple(HEADINGS), rows, wrapped_table(HEADINGS, rows))], form)


@account.command("new-token")
def new_token(
    name: NameArgument,
    data: DataOption = None,
    db: DbOption = None,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Print a new token for an account; the old one is void at once.

    \b
    Examples:
      arena account new-token anna
      arena account new-token root --data /srv/arena
    """
    with _office(data, db, server, ca_cert, insecure) as office:
        token = office.new_token(name)
    write(f"{token}\n")
    say(f"this is {name}'s token from now on; it is shown only now")


@account.command()
def disable(
    name: NameArgument,
    data: DataOption = None,
    db: DbOption = None,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Refuse an account at the door.

    Its bots play on until they are withdrawn.

    \b
    Examples:
      arena account disable anna
    """
    with _office(data, db, server, ca_cert, insecure) as office:
        office.set_active(name, is_active=False)
    say(f"{name} is refused from now on")


@account.command()
def enable(
    name: NameArgument,
    data: DataOption = None,
    db: DbOption = None,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Let a disabled account in again, with its old token.

    \b
    Examples:
      arena account enable anna
    """
    with _office(data, db, server, ca_cert, insecure) as office:
        office.set_active(name, is_active=True)
    say(f"{name} is let in again")


class _Office(Protocol):
    """Where accounts are looked after."""

    def add(self, name: str, *, is_admin: bool) -> str: ...

    def new_token(self, name: str) -> str: ...

    def set_active(self, name: str, *, is_active: bool) -> None: ...

    def rows(self) -> Sequence[Row]: ...


class _Remote:
    """A server, asked by its admin."""

    def __init__(self, client: LeagueClient) -> None:
        self._admin = client.admin

    def add(self, name: str, *, is_admin: bool) -> str:
        return str(self._admin.AddAccount(name=name, is_admin=is_admin).token)

    def new_token(self, name: str) -> str:
        return str(self._admin.ChangeAccount(name=name, new_token=True).token)

    def set_active(self, name: str, *, is_active: bool) -> None:
        self._admin.ChangeAccount(name=name, is_active=is_active)

    def rows(self) -> Sequence[Row]:
        return [
            _row(found.name, found.role, found.created_ms / 1000, is_active=found.is_active)
            for found in self._admin.ListAccounts().accounts
        ]


class _Local:
    """A server's own database."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store

    def add(self, name: str, *, is_admin: bool) -> str:
        role = Role.ADMIN if is_admin else Role.AUTHOR
        return add_account(self._store, name, role, now=SystemClock().now().timestamp())

    def new_token(self, name: str) -> str:
        return replace_token(self._store, name)

    def set_active(self, name: str, *, is_active: bool) -> None:
        set_active(self._store, name, is_active=is_active)

    def rows(self) -> Sequence[Row]:
        return [
            _row(found.name, found.role.value, found.created, is_active=found.is_active)
            for found in self._store.accounts()
        ]


@contextmanager
def _office(
    data: Path | None, db: str | None, server: str | None, ca_cert: Path | None, insecure: bool
) -> Iterator[_Office]:
    """Open what the options name: a folder, a database, or a server."""
    if data is None and db is None:
        with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
            yield _Remote(client)
        return
    if server is not None:
        raise ConfigError("--server is asked over the network, --data and --db are on this machine: name one")
    try:
        with open_league_store(db or _database_in(data)) as store:
            yield _Local(store)
    except Refusal as refusal:
        raise ConfigError(refusal.text) from None


def _database_in(data: Path | None) -> Path:
    """Return the database in a server's folder; a mistyped folder must not become one."""
    assert data is not None  # noqa: S101 -- one of the two is there
    if not data.is_dir():
        raise ConfigError(
            f"--data {data}: there is no such folder; start the server once: arena serve --data {data}"
        )
    return data / DATABASE


def _row(name: str, role: str, created: float, *, is_active: bool) -> Row:
    return {
        "account": harmless(name, 32),
        "role": harmless(role, 32),
        "active": is_active,
        "created": datetime.fromtimestamp(created, UTC).strftime("%Y-%m-%d %H:%M:%S"),
    }
