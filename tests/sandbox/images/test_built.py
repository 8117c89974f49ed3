"""Build steps, run in real sandboxes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import ConfigError
from arena.roster import content_hash
from arena.sandbox.backends import make_sandbox
from arena.sandbox.images import built
from arena.sandbox.images.base import BASE_VARIABLE, HOST
from arena.sandbox.images.built import BuildStep, ensure_built
from arena.tournament.ports import Limits, Sandbox

MAKE_TABLES = """
import os, sys
folder = os.environ["ARENA_BUILD"]
os.makedirs(folder + "/deep")
open(folder + "/deep/table.txt", "w").write("aces " + open("seed.txt").read())
print("much was done")
"""
LINK = """
import os
os.symlink("/etc/passwd", os.environ["ARENA_BUILD"] + "/link")
os.mkfifo(os.environ["ARENA_BUILD"] + "/pipe")
"""
Build = Callable[..., Path]


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot's directory without its build step."""
    directory = tmp_path / "bot"
    directory.mkdir()
    (directory / "seed.txt").write_text("high")
    (directory / ".git").mkdir()
    return directory


@pytest.fixture
def build(bot: Path, tmp_path: Path) -> Build:
    """Build the bot by a script."""

    def build(
        script: str,
        sandbox: Sandbox | None = None,
        told: list[str] | None = None,
        seconds: float = built.SECONDS,
    ) -> Path:
        (bot / "build.py").write_text(script)
        step = BuildStep("mybot", bot, content_hash(bot), ("python", "build.py"))
        tell = (told if told is not None else []).append
        where = sandbox or make_sandbox("process")
        return ensure_built(step, where, tell, cache=tmp_path / "cache", seconds=seconds)

    return build


def test_what_a_build_step_makes_is_beside_the_bots_own_files(build: Build) -> None:
    folder = build(MAKE_TABLES)

    assert (folder / "built/deep/table.txt").read_text() == "aces high"
    assert {path.name for path in folder.iterdir()} == {"built", "build.py", "seed.txt"}


def test_only_what_the_bots_hash_is_of_is_beside_it(build: Build, bot: Path) -> None:
    (bot / ".arenaignore").write_text("*.log\n")
    (bot / "games.log").write_text("not part of the bot")

    folder = build("pass")

    assert sorted(path.name for path in folder.iterdir()) == ["build.py", "built", "seed.txt"]


def test_an_unchanged_bot_is_built_once(build: Build) -> None:
    told: list[str] = []

    assert build(MAKE_TABLES, told=told) == build(MAKE_TABLES, told=told)

    assert told == ["building mybot: python build.py"]


def test_a_changed_bot_is_built_again(build: Build, bot: Path) -> None:
    first = build(MAKE_TABLES)
    (bot / "seed.txt").write_text("low")

    assert build(MAKE_TABLES) != first


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("raise SystemExit('no tables today')", r"exited, exit code 1\): no tables today"),
        ("import os; os.abort()", r"exit code 134"),
    ],
)
def test_a_build_step_that_fails_says_why_and_leaves_nothing(
    build: Build, tmp_path: Path, script: str, reason: str
) -> None:
    with pytest.raises(ConfigError, match=rf"the build step of mybot fails \(.*{reason}"):
        build(script)

    assert list((tmp_path / "cache").iterdir()) == []


def test_a_build_step_that_never_ends_is_ended(build: Build) -> None:
    with pytest.raises(ConfigError, match="takes longer than 0 s"):
        build("while True: pass", seconds=0)


def test_links_and_pipes_are_not_taken_over(build: Build) -> None:
    assert list((build(LINK) / "built").iterdir()) == []


def test_what_would_hide_the_bots_own_folder_is_refused(build: Build, bot: Path) -> None:
    (bot / "built").mkdir()

    with pytest.raises(ConfigError, match="built is where the build step's files go"):
        build(MAKE_TABLES)


def test_a_result_that_is_too_large_is_refused(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built, "LIMITS", Limits(temporary_bytes=1_000_000))
    script = "import os; open(os.environ['ARENA_BUILD'] + '/zeros', 'wb').write(bytes(2_000_000))"

    with pytest.raises(ConfigError, match="the files that mybot builds are too large"):
        build(script)


def test_a_build_step_runs_in_the_same_container_as_a_bot(
    engine: Any, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    del engine
    monkeypatch.setenv(BASE_VARIABLE, HOST)
    script = (
        "import os, socket\n"
        "open(os.environ['ARENA_BUILD'] + '/seen', 'w').write(os.path.realpath('.') + str(os.getuid() > 0))\n"
        "try: socket.socket(socket.AF_INET)\n"
        "except OSError: open(os.environ['ARENA_BUILD'] + '/offline', 'w')\n"
    )

    folder = build(script, make_sandbox("docker"))

    assert (folder / "built/seen").read_text() == "/botTrue"
    assert (folder / "built/offline").exists()
