"""Finds out who calls, without letting floods of wrong tokens use up the machine or lock anybody out.

A token that has been right before is known by its SHA-256 and costs one look at the account; nothing slows it
down, whatever others do. Any other costs scrypt: at most two are reckoned at once, and `WAITING` may wait for
it. Failures bring growing pauses, for the address they come from and for the account they name. A right token
that is not known yet, after a restart say, is let through in a flood unless its own address has failed, too:
an account's pause is for addresses with failures. From the address of the flood it has to come between two
pauses, which last at most a minute.
"""

import asyncio
import ipaddress
import math
from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol
from urllib.parse import unquote

import grpc

from arena.core.clock import Clock
from arena.league.calls import Refusal, in_thread
from arena.league.pauses import Pauses
from arena.league.tokens import Token, is_right, make_decoy, read_token
from arena.roster.account import Account

AT_ONCE = 2
"""Hashes that are reckoned at once: the bots need the processor more."""
WAITING = 64
"""Tokens that may wait for it."""
MOST_KNOWN = 10_000
"""Tokens that are remembered; who has not called for longest is forgotten."""
_SCHEME = "bearer "
_LOGIN = "log in with: arena login SERVER"


class AccountBook(Protocol):
    """Where accounts are kept; its method blocks."""

    def account(self, name: str) -> Account | None:
        """Return an account as it is now; None if there is none."""
        ...


class Doorkeeper:
    """Finds the account of a token; belongs to one event loop."""

    def __init__(self, accounts: AccountBook, clock: Clock) -> None:
        """Know nobody yet."""
        self._accounts = accounts
        self._pauses = Pauses(clock)
        self._known: OrderedDict[bytes, str] = OrderedDict()
        self._reckoning = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._decoy = make_decoy()

    async def identify(self, metadata: Iterable[tuple[str, str | bytes]], peer: str) -> Account:
        """Return the account whose token a call shows.

        Raises:
            Refusal: it shows none, a wrong one, or has to wait.
            StorageError: the accounts can't be read.
        """
        address = address_of(peer)
        token = self._shown(metadata, address)
        digest = token.digest()
        if digest in self._known:
            account = await in_thread(self._accounts.account, token.name)
            if self._is_known(digest, account):
                assert account is not None  # noqa: S101 -- nobody is known without one
                return account
        return await self._reckon(token, digest, address)

    def _shown(self, metadata: Iterable[tuple[str, str | bytes]], address: str) -> Token:
        values = [value for key, value in metadata if key == "authorization"]
        if not values:
            raise _unknown(f"this call needs a token; {_LOGIN}")
        token = None
        if len(values) == 1 and isinstance(values[0], str) and values[0][: len(_SCHEME)].lower() == _SCHEME:
            token = read_token(values[0][len(_SCHEME) :].strip())
        if token is None:
            self._refuse_paused(address, "")
            self._pauses.note_failure(address)
            raise _unknown("the metadata `authorization` must be `Bearer NAME.SECRET`, once")
        return token

    def _is_known(self, digest: bytes, account: Account | None) -> bool:
        """Tell whether a token was right before, and its account has had no other since."""
        token_hash = self._known.get(digest)
        if token_hash is None:
            return False
        if account is None or account.token_hash != token_hash:
            del self._known[digest]
            return False
        self._known.move_to_end(digest)
        return True

    async def _reckon(self, token: Token, digest: bytes, address: str) -> Account:
        """Find out whether a token is right that isn't known to be."""
        self._refuse_paused(address, token.name)
        if self._waiting >= WAITING:
            raise Refusal(
                grpc.StatusCode.UNAVAILABLE,
                "too many callers are being identified; try again in a few seconds",
            )
        self._waiting += 1
        try:
            async with self._reckoning:
                return await self._reckon_now(token, digest, address)
        finally:
            self._waiting -= 1

    async def _reckon_now(self, token: Token, digest: bytes, address: str) -> Account:
        # While this one waited, its like may have failed, or the same one may have been found right.
        account = await in_thread(self._accounts.account, token.name)
        if self._is_known(digest, account):
            assert account is not None  # noqa: S101 -- nobody is known without one
            return account
        self._refuse_paused(address, token.name)
        token_hash = self._decoy if account is None else account.token_hash
        if not await in_thread(is_right, token, token_hash) or account is None:
            # For an account that doesn't exist it takes as long, and the answer is the same.
            self._pauses.note_failure(address)
            if account is not None:
                self._pauses.note_failure(_account_key(account.name))
            raise _unknown(
                f"the token is not right, or has been replaced; {_LOGIN}",
                who="" if account is None else f"somebody as {account.name}",
            )
        self._known[digest] = token_hash
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return account

    def _refuse_paused(self, address: str, name: str) -> None:
        seconds = self._pauses.seconds_left(address)
        if name and self._pauses.has_failed(address):
            seconds = max(seconds, self._pauses.seconds_left(_account_key(name)))
        if seconds > 0:
            raise Refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"too many wrong tokens; come again in {math.ceil(seconds)} s",
            )


def address_of(peer: str) -> str:
    """Return what a peer's failures are counted for: its address without the port; of IPv6 the /64."""
    kind, _, rest = peer.partition(":")
    host = unquote(rest).rpartition(":")[0].strip("[]").partition("%")[0]
    if kind not in {"ipv4", "ipv6"}:
        return kind
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _account_key(name: str) -> str:
    return f"account {name}"


def _unknown(text: str, who: str = "") -> Refusal:
    return Refusal(grpc.StatusCode.UNAUTHENTICATED, text, who=who)
