"""The bot in JavaScript plays whole tournaments, as a process and in every sandbox.

Without Node these tests are skipped, with a line that says so; with ARENA_REQUIRE_NODE=1, as in CI, they
fail instead.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arena.games.registry import GAMES
from arena.roster import content_hash, load_bot, sample_names
from arena.roster.packing import pack
from arena.roster.unpacking import unpack
from tests.end_to_end.arena_command import (
    ROOT,
    SAMPLES,
    arena,
    records,
    stage,
    start_arena,
    tournament_file,
)
from tests.end_to_end.disturbance import wait_for_matches
from tests.sandbox.engine import engine
from tests.sandbox.namespaces import bubblewrap

__all__ = ["bubblewrap", "engine"]

BOT = SAMPLES / "javascript_bot"
OLDEST_NODE = 18
SEED = 'seed = "the same deals each time"'
STAGES = stage("linger", "linger_longer", seats=3, deals=12) + stage(
    "elevator", "color_elevator", seats=2, deals=12
)

requires_node = pytest.mark.usefixtures("node")


@pytest.fixture(scope="session")
def node() -> None:
    """See that the program `node` is there, and new enough."""
    found = shutil.which("node")
    said = (
        subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if found
        else ""
    )
    version = re.match(r"v(\d+)\.", said)
    if found is None or version is None or int(version[1]) < OLDEST_NODE:
        lack = f"Node {OLDEST_NODE} or newer is missing: {said.strip() or 'there is no node on the PATH'}"
        if os.environ.get("ARENA_REQUIRE_NODE") == "1":
            pytest.fail(f"ARENA_REQUIRE_NODE is set, but {lack}", pytrace=False)
        pytest.skip(f"NOT TESTED, {lack}")


def test_it_ships_with_the_arena() -> None:
    bot = load_bot("sample:javascript_bot")

    assert bot.manifest.language == "JavaScript"
    assert set(bot.manifest.games) == {"linger_longer", "color_elevator"}


def test_its_messages_are_those_of_the_protocol() -> None:
    """If not: copy protos/ to arena/protos/ of the bot, as docs/bots_in_javascript.md says."""
    copies = {path.name: path.read_text() for path in (BOT / "arena" / "protos").rglob("*.proto")}
    ours = ROOT / "protos" / "arena" / "protocol" / "v1"

    assert {"bot.proto", "linger_longer.proto", "color_elevator.proto"} <= set(copies)
    assert copies == {name: (ours / name).read_text() for name in copies}


def test_it_names_no_host_that_packages_came_from() -> None:
    assert '"resolved"' not in (BOT / "package-lock.json").read_text()


def test_what_makes_it_is_not_sent_along() -> None:
    paths = [path for path, _ in pack(BOT).files]

    assert {"bot.js", "bot.toml", "arena/grpc.js", "arena/LICENSES.txt"} <= set(paths)
    assert not any("node_modules" in path or "package" in path for path in paths)


@pytest.mark.slow
@requires_node
@pytest.mark.parametrize("sandbox", ["process", "bubblewrap", "docker"])
def test_it_plays_both_games_without_a_fault(
    tmp_path: Path, sandbox: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sandbox != "process":
        request.getfixturevalue({"docker": "engine"}.get(sandbox, sandbox))
        monkeypatch.setenv("ARENA_BASE_IMAGE", "host")  # it has Node where this machine has
    bots = [BOT, SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    file = tournament_file(tmp_path, bots, STAGES, head=f'{SEED}\nsandbox = "{sandbox}"')

    done = arena(tmp_path, "run", file, "--workers", "2", "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "repeatable: yes" in done.stdout
    played = records(tmp_path)
    assert len(played) == 1 * 3 * 12 + 3 * 2 * 12
    assert [fault for record in played.values() for fault in record["faults"]] == []


@pytest.mark.slow
@requires_node
def test_it_plays_every_preset(tmp_path: Path) -> None:
    presets = [(name, preset) for name, game in GAMES.items() for preset in game.presets]
    stages = "".join(
        stage(f"stage-{number}", game, seats=3, deals=2, more=f'preset = "{preset}"')
        for number, (game, preset) in enumerate(presets)
    )
    bots = [BOT, SAMPLES / "random_bot", SAMPLES / "greedy_bot"]

    done = arena(tmp_path, "run", tournament_file(tmp_path, bots, stages), "--workers", "2", "--plain")

    assert done.returncode == 0, done.stdout + done.stderr
    played = records(tmp_path)
    assert len(played) == len(presets) * 2 * 3
    assert [fault for record in played.values() for fault in record["faults"]] == []


@pytest.mark.slow
@requires_node
def test_a_copy_takes_over_when_it_is_killed(tmp_path: Path) -> None:
    bot = tmp_path / "kept" / unpack(pack(BOT).packed, tmp_path / "kept")
    stages = stage("linger", "linger_longer", seats=3, deals=30)
    bots = [bot, SAMPLES / "random_bot", SAMPLES / "greedy_bot"]
    running = start_arena(
        tmp_path, "run", tournament_file(tmp_path, bots, stages), "--workers", "1", "--plain"
    )
    wait_for_matches(tmp_path, 5)

    (killed, *_) = processes_in(bot)
    os.kill(killed, signal.SIGKILL)
    said, _ = running.communicate(timeout=120)

    assert running.returncode == 0, said
    faults = [fault for record in records(tmp_path).values() for fault in record["faults"]]
    assert {fault["kind"] for fault in faults} == {"crash"}
    assert len(records(tmp_path)) == 3 * 30
    assert content_hash(bot) == content_hash(BOT)


@pytest.mark.slow
@requires_node
def test_its_bundle_is_what_the_named_packages_give(tmp_path: Path) -> None:
    shutil.copytree(BOT, tmp_path / "bot", ignore=shutil.ignore_patterns("node_modules"))
    made = ("grpc.js", "LICENSES.txt")
    for name in made:
        (tmp_path / "bot" / "arena" / name).unlink()

    for words in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "run", "bundle"]):
        done = in_folder(tmp_path / "bot", words)
        if done.returncode and words[1] == "ci":
            pytest.skip(f"NOT TESTED, no registry gives npm the packages: {done.stderr[-300:]}")
        assert done.returncode == 0, done.stderr

    for name in made:
        assert (tmp_path / "bot" / "arena" / name).read_bytes() == (BOT / "arena" / name).read_bytes()


@pytest.mark.slow
def test_the_wheel_has_all_of_every_sample(tmp_path: Path) -> None:
    done = in_folder(
        ROOT, [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "-q", "-w", str(tmp_path)]
    )
    if done.returncode and "No matching distribution found for hatchling" in done.stderr:
        pytest.skip("NOT TESTED, no index gives pip what builds a wheel")
    assert done.returncode == 0, done.stderr

    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    for name in sample_names():
        assert content_hash(tmp_path / "installed" / "arena" / "sample_bots" / name) == content_hash(
            SAMPLES / name
        )


def in_folder(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; one that is missing is a failure like any other."""
    if shutil.which(words[0]) is None:
        return subprocess.CompletedProcess(words, 127, "", f"there is no {words[0]}")
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def processes_in(folder: Path) -> list[int]:
    """Return the processes whose working directory a folder is."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append(int(process.name))
        except OSError:
            continue  # it has ended, or is somebody else's
    return found
