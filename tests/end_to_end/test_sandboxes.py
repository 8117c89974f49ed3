"""Tournaments of bots that nobody vouches for: which sandbox they get, or why none."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bootstrap.tournaments import enrol_content, source_of
from arena.storage import open_store
from arena.tournament.spec import load_file
from tests.end_to_end.arena_command import BOTS, arena, in_user_namespace, stage
from tests.sandbox.engine import engine, requires_docker
from tests.sandbox.strangers import bubblewrap, no_engine, requires_bubblewrap, without_engine

__all__ = ["bubblewrap", "engine", "no_engine"]

STRANGER = BOTS / "remembers"
MATCH = ("--game", "linger_longer", "--preset", "lift_smoke", "--quiet")


def cup(folder: Path, *, trusted: str = "false", head: str = "") -> Path:
    """Write a tournament of a stranger's bot and a sample."""
    file = folder / "cup.toml"
    bots = f'[{{ path = "{STRANGER}", trusted = {trusted} }}, "sample:random_bot", "sample:greedy_bot"]'
    text = f'name = "cup"\nbots = {bots}\n{head}\n{stage("s", "linger_longer", seats=3, deals=1)}'
    file.write_text(text, encoding="utf-8")
    return file


def stored_sandbox(folder: Path) -> str:
    """Return what is stored of the newest tournament."""
    with open_store(folder / "arena.db") as store:
        tournament = store.latest()
        assert tournament is not None
        return store.setup(tournament).sandbox


def begin_in(sandbox: str, file: Path, folder: Path) -> None:
    """Store a tournament as one that began in a sandbox, and was stopped at once."""
    loaded = load_file(file)
    setup = enrol_content(loaded.content, source_of(loaded), workers=1)
    with open_store(folder / "arena.db") as store:
        store.create(replace(setup, sandbox=sandbox), loaded.text)


@pytest.mark.slow
@requires_docker
def test_a_strangers_bot_plays_in_docker_and_that_is_said_and_stored(tmp_path: Path) -> None:
    done = arena(tmp_path, "run", cup(tmp_path), "--plain")

    assert done.returncode == 0, done.stderr
    assert "note: sandbox docker (remembers is not trusted): each bot is in a container" in done.stdout
    assert stored_sandbox(tmp_path) == "docker"


@pytest.mark.slow
@requires_bubblewrap
@without_engine
def test_without_an_engine_it_plays_in_bubblewrap_and_goes_on_in_it(tmp_path: Path) -> None:
    file = cup(tmp_path)
    done = arena(tmp_path, "run", file, "--plain")
    again = arena(tmp_path, "run", file, "--resume", "--plain")

    assert done.returncode == again.returncode == 0, done.stderr + again.stderr
    assert "sandbox bubblewrap (remembers is not trusted; docker can't run here): bots have" in done.stdout
    assert "sandbox bubblewrap (as when it began)" in again.stdout
    assert stored_sandbox(tmp_path) == "bubblewrap"


@pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no unshare")
@without_engine
def test_where_nothing_can_hold_it_the_ways_out_are_named_and_nothing_is_stored(tmp_path: Path) -> None:
    done = in_user_namespace(tmp_path, "run", cup(tmp_path))

    assert done.returncode == 2, done.stdout + done.stderr
    assert "remembers is not trusted, and no sandbox can hold such bots here:" in done.stderr
    assert "\n  docker: engine: no Docker engine answers" in done.stderr
    assert "\n  bubblewrap: can't be used: " in done.stderr
    assert all(way in done.stderr for way in ("arena sandbox doctor", "trusted = true", "--sandbox process"))
    with open_store(tmp_path / "arena.db") as store:
        assert store.latest() is None


@pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no unshare")
@without_engine
def test_the_doctor_leaves_with_1_there_and_says_why(tmp_path: Path) -> None:
    done = in_user_namespace(tmp_path, "sandbox", "doctor")

    assert done.returncode == 1
    assert "no sandbox can hold untrusted bots here" in done.stderr
    assert "none: they can't be run here" in done.stdout


@pytest.mark.slow
@without_engine
def test_a_trusted_bot_needs_no_sandbox(tmp_path: Path) -> None:
    done = arena(tmp_path, "run", cup(tmp_path, trusted="true"), "--plain")

    assert done.returncode == 0, done.stderr
    assert "sandbox process (all bots are trusted): isolates nothing" in done.stdout
    assert "WARNING" not in done.stderr


@pytest.mark.slow
def test_processes_for_strangers_are_an_explicit_choice_with_a_warning(tmp_path: Path) -> None:
    file = cup(tmp_path, head='sandbox = "process"')

    done = arena(tmp_path, "run", file, "--quiet")

    assert done.returncode == 0, done.stderr
    assert "WARNING: remembers runs WITHOUT ISOLATION" in done.stderr


@without_engine
def test_the_option_overrides_the_file(tmp_path: Path) -> None:
    done = arena(tmp_path, "run", cup(tmp_path, trusted="true"), "--sandbox", "docker")

    assert done.returncode == 2
    assert "the sandbox docker can't run here: engine: no Docker engine answers" in done.stderr


@without_engine
def test_a_tournament_is_not_resumed_in_another_sandbox_than_it_began_in(tmp_path: Path) -> None:
    file = cup(tmp_path)
    begin_in("docker", file, tmp_path)

    missing = arena(tmp_path, "run", file, "--resume", "--quiet")
    other = arena(tmp_path, "run", file, "--resume", "--sandbox", "process")

    assert missing.returncode == 3
    assert (
        "cup-1 runs in the sandbox docker, which can't run here: no Docker engine answers" in missing.stderr
    )
    assert "What is stored is safe" in missing.stderr
    assert other.returncode == 2
    assert "cup-1 began in the sandbox docker and goes on in it" in other.stderr


@pytest.mark.slow
@without_engine
def test_a_folder_named_on_the_command_line_is_ones_own_and_that_is_said(tmp_path: Path) -> None:
    done = arena(tmp_path, "match", STRANGER, "sample:random_bot", *MATCH)

    assert done.returncode == 0, done.stderr
    assert "remembers: run as if you had started them yourself, not isolated" in done.stderr
    assert "--sandbox auto" in done.stderr
    assert stored_sandbox(tmp_path) == "process"


@pytest.mark.slow
@requires_bubblewrap
@without_engine
def test_unless_a_sandbox_is_asked_for(tmp_path: Path) -> None:
    done = arena(tmp_path, "match", STRANGER, "sample:random_bot", *MATCH, "--sandbox", "auto")

    assert done.returncode == 0, done.stderr
    assert "run as if you had started them" not in done.stderr
    assert stored_sandbox(tmp_path) == "bubblewrap"
