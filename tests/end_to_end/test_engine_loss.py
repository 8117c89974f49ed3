"""The Docker engine stops, dies, or loses containers and images in the middle of a tournament.

These need an engine of their own, which the tests may stop, and so root.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.arena_command import (
    SAMPLES,
    arena,
    records,
    stage,
    standings,
    start_arena,
    tournament_file,
)
from tests.end_to_end.disturbance import stored, wait_for_matches
from tests.sandbox.own_engine import OwnEngine, own_engine

__all__ = ["own_engine"]

BOTS = [SAMPLES / name for name in ("random_bot", "greedy_bot", "counting_bot")]
STAGES = stage("linger", "linger_longer", seats=3, deals=60)
MATCHES = 180
NOBODY = 1 << 30
"""No process has this number."""
SECONDS = 240
"""A minute of patience, an image to be built, and a busy machine."""

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Cup:
    """A tournament that plays in an engine of ours."""

    folder: Path
    file: Path
    engine: OwnEngine
    running: subprocess.Popen[str]

    def end(self) -> str:
        """Wait for its end, and return what it said."""
        said, _ = self.running.communicate(timeout=SECONDS)
        return said

    def leftovers(self) -> list[str]:
        """Return containers, processes and files that it left; the name of a container is its uid's lock."""
        client = self.engine.client()
        containers = [each["Id"] for each in client.api.containers(all=True)]
        client.close()
        files = [str(path) for path in (self.folder / "tmp").glob("*/*")]
        return containers + self.engine.processes() + files


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """Return records and standings of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = arena(folder, "run", written(folder, "process"), "--quiet")
    assert done.returncode == 0, done.stderr
    return records(folder), standings(folder)


@pytest.fixture
def cup(own_engine: OwnEngine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cup]:
    """A tournament under way: some matches are stored, most are not."""
    own_engine.start()
    folder = Path(tempfile.mkdtemp(prefix="arena-loss-"))  # short, as a socket's path is bounded
    (folder / "tmp").mkdir()
    folder.chmod(0o755)
    monkeypatch.setenv("DOCKER_HOST", own_engine.host)
    monkeypatch.setenv("TMPDIR", str(folder / "tmp"))
    file = written(folder, "docker")
    with start_arena(folder, "run", file, "--workers", "2", "--plain") as running:
        try:
            wait_for_matches(folder, 5)
            yield Cup(folder, file, own_engine, running)
        finally:
            running.kill()
    shutil.rmtree(folder)


def written(folder: Path, sandbox: str) -> Path:
    """Write the tournament; the window keeps it from being over before it is disturbed."""
    head = f'seed = "the same deals each time"\nsandbox = "{sandbox}"'
    return tournament_file(folder, BOTS, STAGES, head=head, tail="[run]\nwindow = 8")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_engine_that_comes_back_costs_nobody_anything(
    cup: Cup, undisturbed: tuple[Any, Any], number: signal.Signals
) -> None:
    cup.engine.stop(number)
    before = stored(cup.folder)
    cup.engine.start()
    said = cup.end()

    assert cup.running.returncode == 0, said
    assert len(before) < MATCHES
    assert "repeatable: yes" in said
    assert records(cup.folder) == undisturbed[0]
    assert standings(cup.folder) == undisturbed[1]
    assert cup.leftovers() == []


@pytest.mark.parametrize("way", ["remove", "kill"])
def test_containers_that_somebody_ends_by_the_engine_cost_nobody_anything(
    cup: Cup, undisturbed: tuple[Any, Any], way: str
) -> None:
    client = cup.engine.client()
    victims = client.containers.list()[:2]
    for victim in victims:
        victim.remove(force=True) if way == "remove" else victim.kill()
    client.close()
    said = cup.end()

    assert victims
    assert cup.running.returncode == 0, said
    assert "repeatable: yes" in said
    assert records(cup.folder) == undisturbed[0]
    assert cup.leftovers() == []


def test_bots_killed_behind_the_engines_back_have_crashed_and_lose_no_match(
    cup: Cup, undisturbed: tuple[Any, Any]
) -> None:
    """They can't be told from bots that kill themselves, whose matches must not be played again."""
    client = cup.engine.client()
    for victim in client.api.containers():
        with suppress(ProcessLookupError):
            os.kill(client.api.inspect_container(victim["Id"])["State"]["Pid"] or NOBODY, signal.SIGKILL)
    client.close()
    said = cup.end()

    assert cup.running.returncode == 0, said
    played = records(cup.folder)
    faults = [fault for record in played.values() for fault in record["faults"]]
    assert {fault["kind"] for fault in faults} == {"crash"}, said
    assert all("signal 9" in fault["evidence"] for fault in faults)
    assert played.keys() == undisturbed[0].keys()
    assert all(row["forfeits"] == 0 for row in standings(cup.folder))
    assert cup.leftovers() == []


def test_a_removed_image_is_made_again(cup: Cup, undisturbed: tuple[Any, Any]) -> None:
    client = cup.engine.client()
    victims = client.containers.list()
    images = [tag for image in client.images.list() for tag in image.tags if "arena-runner" in tag]
    for image in images:
        client.images.remove(image, force=True)
    for victim in victims:
        victim.remove(force=True)
    said = cup.end()
    made = [tag for image in client.images.list() for tag in image.tags]
    client.close()

    assert cup.running.returncode == 0, said
    assert images[0] in made
    assert "repeatable: yes" in said
    assert records(cup.folder) == undisturbed[0]
    assert cup.leftovers() == []


def test_engine_that_is_gone_for_good_stops_the_run_and_resume_goes_on(
    cup: Cup, undisturbed: tuple[Any, Any]
) -> None:
    cup.engine.stop()
    said = cup.end()
    before = stored(cup.folder)

    assert cup.running.returncode == 3, said
    assert "waiting, for a minute at most: no Docker engine answers" in said
    assert "error: no Docker engine answers" in said
    assert "systemctl start docker" in said
    assert f"arena run {cup.file} --resume" in said
    assert "Traceback" not in said

    cup.engine.start()
    done = arena(cup.folder, "run", cup.file, "--resume", "--quiet", timeout=SECONDS)

    assert done.returncode == 0, done.stderr
    assert before <= set(records(cup.folder))
    assert records(cup.folder) == undisturbed[0]
    assert standings(cup.folder) == undisturbed[1]
    assert cup.leftovers() == []


def test_ctrl_c_ends_the_waiting_for_an_engine(cup: Cup) -> None:
    cup.engine.stop()
    begun = time.monotonic()
    os.kill(cup.running.pid, signal.SIGINT)
    said = cup.end()

    assert cup.running.returncode == 130, said
    assert time.monotonic() - begun < SECONDS
    assert f"arena run {cup.file} --resume" in said
