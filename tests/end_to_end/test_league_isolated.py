"""A league whose authors nobody vouches for: their bots are checked and played in a sandbox."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.league_town import Town
from tests.sandbox.engine import engine
from tests.sandbox.namespaces import bubblewrap

__all__ = ["bubblewrap", "engine"]

pytestmark = pytest.mark.slow


NEEDED = {"bubblewrap": "bubblewrap", "docker": "engine"}
"""The fixture that skips the tests of a sandbox that this machine can't run."""


@pytest.fixture(params=NEEDED)
def town(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Town]:
    """A server that trusts nobody."""
    request.getfixturevalue(NEEDED[request.param])
    town = Town(tmp_path, "--sandbox", request.param)
    town.start()
    try:
        yield town
    finally:
        town.close()


def test_bots_of_strangers_are_checked_and_played_in_a_sandbox(town: Town) -> None:
    town.found_league("ann", "ben", blocks=4)
    for author, sample in (("ann", "random_bot"), ("ben", "greedy_bot")):
        town.do(author, "submit", town.bot(sample, "fox", more=author), "--league", "main")

    town.wait("a second round begins", lambda: town.rounds() >= 2)

    assert min(row["blocks"] for row in town.standings().values()) >= 4
    proof = town.command("boss", "verify", "main-1", "--db", town.data / "league.db")
    assert proof.returncode == 0, proof.stdout + proof.stderr


def test_a_server_that_trusts_nobody_refuses_to_run_bots_as_plain_processes(tmp_path: Path) -> None:
    town = Town(tmp_path)

    done = town.command("boss", "serve", "--data", town.data, "--sandbox", "process")

    assert done.returncode == 2
    assert "--trust-bots" in done.stderr
