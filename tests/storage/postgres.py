"""A fresh PostgreSQL database for a test.

Without a server to make it on (`ARENA_TEST_POSTGRES`; `.ci/postgres` starts one) no such test is made, and
files of nothing else are skipped, with a line that says so. With ARENA_REQUIRE_POSTGRES=1, as in CI, all of
them are made, and fail.
"""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import URL, create_engine, make_url

URL_VARIABLE = "ARENA_TEST_POSTGRES"


MISSING = f"no PostgreSQL, so nothing is tested on it: {URL_VARIABLE} is not set; start one: .ci/postgres"


def is_wanted() -> bool:
    """Tell whether there is a server, or must be one."""
    return bool(os.environ.get(URL_VARIABLE)) or os.environ.get("ARENA_REQUIRE_POSTGRES") == "1"


def skip_file_without() -> None:
    """Skip the test file that is being imported if there is no server and none must be there."""
    if not is_wanted():
        pytest.skip(MISSING, allow_module_level=True)


@contextmanager
def fresh_database() -> Iterator[str]:
    """Make a database and yield its URL; drop it at the end, whoever is still connected."""
    text = os.environ.get(URL_VARIABLE, "")
    if not text:
        pytest.fail(MISSING, pytrace=False)
    server = make_url(text)
    name = f"arena_{uuid.uuid4().hex[:12]}"
    _run(server, f"CREATE DATABASE {name}")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        _run(server, f"DROP DATABASE {name} WITH (FORCE)")


def _run(server: URL, statement: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
