"""Tests that need a Docker engine: `pytestmark = requires_docker`, and the fixture `engine` for its client.

Without an engine they are skipped, with a line that says so; with ARENA_REQUIRE_DOCKER=1, as in CI,
they fail instead. A conftest makes the fixture known: `from tests.sandbox.engine import engine`.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from arena.core.errors import HostError
from arena.sandbox.images.engine import connect

requires_docker = pytest.mark.usefixtures("engine")


@pytest.fixture(scope="session")
def engine() -> Iterator[Any]:
    """A client of the engine of this machine."""
    try:
        client = connect()
    except HostError as error:
        if os.environ.get("ARENA_REQUIRE_DOCKER") == "1":
            pytest.fail(f"ARENA_REQUIRE_DOCKER is set, but {error}", pytrace=False)
        pytest.skip(f"NOT TESTED, Docker is missing: {error}")
    yield client
    client.close()
