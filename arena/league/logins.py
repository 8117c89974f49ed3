"""Where a user's servers and tokens are kept: a file in the config directory that nobody else reads."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from arena.core.errors import ConfigError
from arena.league.client import Access

SERVER_VARIABLE = "ARENA_SERVER"
TOKEN_VARIABLE = "ARENA_LEAGUE_TOKEN"  # noqa: S105 -- its name


@dataclass(frozen=True, slots=True)
class Logins:
    """What a user has logged in to; the last one is used where none is named."""

    servers: tuple[Access, ...] = ()

    def of(self, server: str) -> Access | None:
        """Return the login at a server."""
        return next((access for access in self.servers if access.server == server), None)

    def with_(self, access: Access) -> "Logins":
        """Return them with a new one, which is used from now on."""
        return Logins((*self.without(access.server).servers, access))

    def without(self, server: str) -> "Logins":
        """Return them without a server's."""
        return Logins(tuple(access for access in self.servers if access.server != server))


def logins_file() -> Path:
    """Return where they are kept."""
    return user_config_path("arena-of-cards") / "servers.json"


def read_logins(file: Path) -> Logins:
    """Read them; without a file there are none.

    Raises:
        ConfigError: the file can't be read, or isn't ours.
    """
    try:
        entries = json.loads(file.read_text())["servers"]
        return Logins(tuple(_access(entry) for entry in entries))
    except FileNotFoundError:
        return Logins()
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise ConfigError(
            f"{file} is no list of logins; remove it and log in again: arena login SERVER"
        ) from None


def write_logins(file: Path, logins: Logins) -> None:
    """Write them, whole or not at all, so that nobody else can read them.

    Raises:
        ConfigError: the file can't be written.
    """
    text = json.dumps({"servers": [_entry(access) for access in logins.servers]}, indent=2) + "\n"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=file.name, dir=file.parent)  # its mode is 0600
        try:
            with os.fdopen(handle, "w") as new:
                new.write(text)
            Path(name).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise ConfigError(f"{file} can't be written: {error.strerror}") from None


def choose_access(
    server: str | None,
    logins: Logins,
    environment: Mapping[str, str],
    *,
    ca_cert: Path | None = None,
    insecure: bool = False,
) -> Access:
    """Return how a command reaches its server.

    Which one: the named one, ARENA_SERVER, the one logged in to last. With which token: ARENA_LEAGUE_TOKEN,
    the login at that server, none.

    Raises:
        ConfigError: there is none to choose.
    """
    name = server or environment.get(SERVER_VARIABLE) or (logins.servers[-1].server if logins.servers else "")
    if not name:
        raise ConfigError(
            f"which server? Log in with: arena login SERVER, or name it with --server or {SERVER_VARIABLE}"
        )
    access = logins.of(name) or Access(name)
    return replace(
        access,
        token=environment.get(TOKEN_VARIABLE) or access.token,
        ca_cert=ca_cert or access.ca_cert,
        insecure=insecure or access.insecure,
    )


def _entry(access: Access) -> dict[str, Any]:
    entry: dict[str, Any] = {"server": access.server, "token": access.token}
    if access.ca_cert is not None:
        entry["ca_cert"] = str(access.ca_cert)
    if access.insecure:
        entry["insecure"] = True
    return entry


def _access(entry: Any) -> Access:
    server, token = entry["server"], entry["token"]
    ca_cert, insecure = entry.get("ca_cert"), entry.get("insecure", False)
    if not (isinstance(server, str) and isinstance(token, str) and isinstance(insecure, bool)):
        raise TypeError(entry)
    return Access(server, token, None if ca_cert is None else Path(ca_cert), insecure)
