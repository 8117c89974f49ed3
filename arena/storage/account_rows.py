"""Accounts as rows of the database, and back."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from arena.core.errors import ConfigError, UnknownName
from arena.core.ids import check_name
from arena.roster.account import Account, Quotas, Role
from arena.storage.schema import ACCOUNTS


def add_account(connection: Connection, account: Account) -> None:
    """Keep a new account.

    Raises:
        ConfigError: there is one of that name, or it is no name.
    """
    check_name(account.name, what="user account")
    if find_account(connection, account.name) is not None:
        raise ConfigError(f"there is an account {account.name!r} already; give the new one another name")
    row = {
        "name": account.name,
        "role": account.role.value,
        "token_hash": account.token_hash,
        "created": account.created,
        "quotas": asdict(account.quotas),
        "is_active": account.is_active,
    }
    connection.execute(insert(ACCOUNTS).values(row))


def find_account(connection: Connection, name: str) -> Account | None:
    """Return an account, or None if there is none of that name."""
    row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.name == name)).one_or_none()
    return None if row is None else _account_of(row)


def list_accounts(connection: Connection) -> list[Account]:
    """Return all accounts by name."""
    return [_account_of(row) for row in connection.execute(select(ACCOUNTS).order_by(ACCOUNTS.c.name))]


def change_account(connection: Connection, name: str, **values: Any) -> None:
    """Change columns of an account.

    Raises:
        ConfigError: there is none of that name.
    """
    changed = connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.name == name).values(values))
    if not changed.rowcount:
        raise UnknownName(f"there is no account {name!r}")


def _account_of(row: Row[Any]) -> Account:
    return Account(
        name=row.name,
        role=Role(row.role),
        token_hash=row.token_hash,
        created=row.created,
        quotas=Quotas(**row.quotas),
        is_active=row.is_active,
    )
