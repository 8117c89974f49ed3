"""The service `Admin`: accounts here, leagues and seasons by whoever plays the rounds."""

from typing import Any, Protocol

import grpc

from arena.core.clock import Clock
from arena.core.ids import check_name
from arena.league.calls import Refusal, caller, in_thread
from arena.league.tokens import hash_token, make_token
from arena.protocol.v1 import league_pb2 as wire
from arena.protocol.v1 import league_pb2_grpc
from arena.roster.account import Account, Role


class Accounts(Protocol):
    """Where accounts are kept; all methods block."""

    def account(self, name: str) -> Account | None:
        """Return an account; None if there is none."""
        ...

    def accounts(self) -> list[Account]:
        """Return all accounts by name."""
        ...

    def add_account(self, account: Account) -> None:
        """Keep a new account; ConfigError if there is one of that name."""
        ...

    def replace_token(self, name: str, token_hash: str) -> None:
        """Give an account another token."""
        ...

    def set_active(self, name: str, is_active: bool) -> None:
        """Let an account in, or not any more."""
        ...


class Office(Protocol):
    """What admins ask of whoever plays the rounds; all methods block.

    ConfigError or Refusal for what can't be done.
    """

    def add_league(self, file: str) -> wire.LeagueInfo:
        """Make a league from the text of its file."""
        ...

    def set_running(self, league: str, is_running: bool) -> None:
        """Let its rounds begin, or none any more."""
        ...

    def end_season(self, league: str) -> int:
        """Freeze its entries and have its final played; return the season that ends."""
        ...

    def bench(self, league: str, account: str, bot: str, is_benched: bool) -> None:
        """Take a bot out, or let it in again, from the next round on."""
        ...


class AdminService(league_pb2_grpc.AdminServicer):
    """Serves admins; the door has seen to it that they are."""

    def __init__(self, accounts: Accounts, office: Office, clock: Clock) -> None:
        """Serve these accounts and leagues."""
        self._accounts = accounts
        self._office = office
        self._clock = clock

    async def AddLeague(self, request: wire.AddLeagueRequest, context: Any) -> wire.AddLeagueResponse:
        """Make a league from its file."""
        del context
        return wire.AddLeagueResponse(league=await in_thread(self._office.add_league, request.file))

    async def SetLeagueRunning(
        self, request: wire.SetLeagueRunningRequest, context: Any
    ) -> wire.SetLeagueRunningResponse:
        """Start or stop the rounds of a league."""
        del context
        await in_thread(self._office.set_running, request.league, request.is_running)
        return wire.SetLeagueRunningResponse()

    async def EndSeason(self, request: wire.EndSeasonRequest, context: Any) -> wire.EndSeasonResponse:
        """End a season."""
        del context
        return wire.EndSeasonResponse(season=await in_thread(self._office.end_season, request.league))

    async def BenchBot(self, request: wire.BenchBotRequest, context: Any) -> wire.BenchBotResponse:
        """Take a bot out of a league, or let it in again."""
        del context
        await in_thread(self._office.bench, request.league, request.account, request.bot, request.is_benched)
        return wire.BenchBotResponse()

    async def AddAccount(self, request: wire.AddAccountRequest, context: Any) -> wire.AddAccountResponse:
        """Make an account and answer its token."""
        del context
        role = Role.ADMIN if request.is_admin else Role.AUTHOR
        token = await in_thread(
            add_account, self._accounts, request.name, role, now=self._clock.now().timestamp()
        )
        return wire.AddAccountResponse(token=token)

    async def ChangeAccount(
        self, request: wire.ChangeAccountRequest, context: Any
    ) -> wire.ChangeAccountResponse:
        """Give an account a new token, or let it in, or not."""
        del context
        change = request.WhichOneof("change")
        if change == "new_token" and request.new_token:
            return wire.ChangeAccountResponse(
                token=await in_thread(replace_token, self._accounts, request.name)
            )
        if change == "is_active":
            _refuse_own(request)
            await in_thread(set_active, self._accounts, request.name, is_active=request.is_active)
            return wire.ChangeAccountResponse()
        raise Refusal(grpc.StatusCode.INVALID_ARGUMENT, "set one of new_token (to true) and is_active")

    async def ListAccounts(
        self, request: wire.ListAccountsRequest, context: Any
    ) -> wire.ListAccountsResponse:
        """List the accounts by name."""
        del request, context
        accounts = await in_thread(self._accounts.accounts)
        return wire.ListAccountsResponse(accounts=[_info(account) for account in accounts])


def add_account(accounts: Accounts, name: str, role: Role, *, now: float) -> str:
    """Make an account and return its token, which is nowhere else; blocking.

    Args:
        accounts: Where it is kept.
        name: As `core.ids.NAME_PATTERN` allows.
        role: What it may do.
        now: Unix time.

    Raises:
        ConfigError: the name is not allowed.
        Refusal: there is an account of that name.
    """
    check_name(name, what="user account")
    if accounts.account(name) is not None:
        raise Refusal(
            grpc.StatusCode.FAILED_PRECONDITION,
            f"there is an account {name} already; a new token for it: arena account new-token {name}",
        )
    token = make_token(name)
    accounts.add_account(Account(name, role, hash_token(token), created=now))
    return token.text


def replace_token(accounts: Accounts, name: str) -> str:
    """Give an account a new token and return it; the old one is void at once; blocking.

    Raises:
        Refusal: there is no such account.
    """
    _find(accounts, name)
    token = make_token(name)
    accounts.replace_token(name, hash_token(token))
    return token.text


def set_active(accounts: Accounts, name: str, *, is_active: bool) -> None:
    """Let an account in, or not any more; blocking.

    Raises:
        Refusal: there is no such account.
    """
    _find(accounts, name)
    accounts.set_active(name, is_active)


def _find(accounts: Accounts, name: str) -> None:
    if accounts.account(name) is None:
        raise Refusal(grpc.StatusCode.NOT_FOUND, f"there is no account {name!r}; see: arena account list")


def _refuse_own(request: wire.ChangeAccountRequest) -> None:
    """Keep an admin from locking the last door behind itself."""
    account = caller().account
    if account is not None and account.name == request.name and not request.is_active:
        raise Refusal(
            grpc.StatusCode.FAILED_PRECONDITION, "nobody disables the account that calls; ask another admin"
        )


def _info(account: Account) -> wire.AccountInfo:
    return wire.AccountInfo(
        name=account.name,
        role=account.role.value,
        is_active=account.is_active,
        created_ms=int(account.created * 1000),
    )
