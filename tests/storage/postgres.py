"""A fresh PostgreSQL database for a test.

Without a server to make it on (`ARENA_TEST_POSTGRES`; `.ci/postgres` starts one) there are no such tests but
one that is skipped, with a line that says so; with ARENA_REQUIRE_POSTGRES=1, as in CI, all of them fail.
"""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import URL, create_engine, make_url

URL_VARIABLE = "ARENA_TEST_POSTGRES"


def is_wanted() -> bool:
    """Tell whether there is a server, or must be one."""
    return bool(os.environ.get(URL_VARIABLE)) or os.environ.get("ARENA_REQUIRE_POSTGRES") == "1"


@contextmanager
def fresh_database() -> Iterator[str]:
    """Make a database and yield its URL; drop it at the end, whoever is still connected."""
    server = _server()
    name = f"arena_{uuid.uuid4().hex[:12]}"
    _run(server, f"CREATE DATABASE {name}")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        _run(server, f"DROP DATABASE {name} WITH (FORCE)")


def _server() -> URL:
    text = os.environ.get(URL_VARIABLE, "")
    if text:
        return make_url(text)
    missing = f"no PostgreSQL: {URL_VARIABLE} is not set; start one: .ci/postgres"
    if is_wanted():
        pytest.fail(f"ARENA_REQUIRE_POSTGRES is set, but {missing}", pytrace=False)
    pytest.skip(missing)


def _run(server: URL, statement: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
