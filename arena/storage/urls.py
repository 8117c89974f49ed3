"""What `--db` may be: a file, or the URL of a database."""

from pathlib import Path

from sqlalchemy import URL, Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from arena.core.errors import ConfigError

CONNECT_SECONDS = 10
"""How long a server may take to answer, unless its URL says `connect_timeout`."""
_SECRET = ("password", "sslpassword")
"""What a URL may have among its options that nobody should see."""


def url_of(where: str | Path) -> URL:
    """Read a path or URL.

    Raises:
        ConfigError: it is none, of a kind that we don't know, or in memory alone.
    """
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
        kind = url.get_backend_name()
    except ArgumentError as error:
        raise ConfigError(
            f"--db {text!r} is no database URL; write a path, or for example "
            "postgresql+psycopg://user@host/name"
        ) from error
    if kind not in {"sqlite", "postgresql"}:
        raise ConfigError(f"--db {shown(url)}: {kind} is not supported; use SQLite or PostgreSQL")
    if kind == "sqlite" and url.database in {None, "", ":memory:"}:
        raise ConfigError(f"--db {shown(url)}: a tournament must be kept; name a file")
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def shown(url: URL) -> str:
    """Return a URL as people may see it, without passwords."""
    return url.difference_update_query(_SECRET).render_as_string(hide_password=True)


def address_of(url: URL) -> str:
    """Return what is the same for all URLs of one database: neither driver nor user nor how to connect."""
    place = {key: value for key, value in url.query.items() if key in {"host", "port"}}
    address = URL.create("postgresql", host=url.host, port=url.port, database=url.database, query=place)
    return address.render_as_string()


def make_engine(url: URL) -> Engine:
    """Return an engine, which is not connected yet.

    Raises:
        ConfigError: there is no such driver, or it is not installed.
    """
    is_server = url.get_backend_name() == "postgresql"
    options = {"connect_timeout": CONNECT_SECONDS} if is_server and "connect_timeout" not in url.query else {}
    try:
        # A secret is among the parameters, and messages are shown. A server may have been started anew
        # since a connection was last used, so that is tried first.
        return create_engine(url, hide_parameters=True, connect_args=options, pool_pre_ping=is_server)
    except NoSuchModuleError as error:
        raise ConfigError(f"--db {shown(url)}: there is no such driver: {error}") from error
    except ImportError as error:
        raise ConfigError(
            f"--db {shown(url)}: its driver is not installed ({error}); "
            "install it: pip install 'arena-of-cards[postgresql]'"
        ) from error
