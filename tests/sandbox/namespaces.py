"""Tests that need bubblewrap: `pytestmark = requires_bubblewrap`; the fixture `bubblewrap` is the sandbox.

Where it is missing or refused they are skipped, with a line that says so; with
ARENA_REQUIRE_BUBBLEWRAP=1, as in CI, they fail instead.
"""

import os

import pytest

from arena.core.errors import HostError
from arena.sandbox.bubblewrap.sandbox import BubblewrapSandbox

requires_bubblewrap = pytest.mark.usefixtures("bubblewrap")


@pytest.fixture(scope="session")
def bubblewrap() -> BubblewrapSandbox:
    """The sandbox of this machine, with all that it has."""
    sandbox = BubblewrapSandbox()
    try:
        sandbox.prepare(lambda _: None)
    except HostError as error:
        if os.environ.get("ARENA_REQUIRE_BUBBLEWRAP") == "1":
            pytest.fail(f"ARENA_REQUIRE_BUBBLEWRAP is set, but {error}", pytrace=False)
        pytest.skip(f"NOT TESTED, bubblewrap is missing: {error}")
    return sandbox
