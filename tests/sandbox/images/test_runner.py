"""The runner image, made by a real engine of this machine's own Python."""

import json
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import HostError
from arena.sandbox.images import runner as runner_module
from arena.sandbox.images.base import BASE_VARIABLE, HOST, find_image, host_base
from arena.sandbox.images.kit import PACKAGE, ROOMS, kit_tree
from arena.sandbox.images.runner import ensure_runner, prune, runner_tag, runner_target
from arena.sandbox.images.target import target_of
from tests.sandbox.engine import requires_docker

pytestmark = requires_docker
NOWHERE = "localhost:1/arena-test:1"
"""An image of a registry that refuses at once."""
WHAT_IS_MISSING = """
import importlib.util, json
names = {names!r}
print(json.dumps([name for name in names if importlib.util.find_spec(name) is None]))
"""
NOT_COMPILED = """
import sys, arena.bot, grpc, json, os
files = [getattr(module, "__cached__", None) for module in list(sys.modules.values())]
print(json.dumps([file for file in files if file and not os.path.exists(file)]))
"""
START_A_TOOL = "import subprocess; print(subprocess.check_output(['env', 'sh', '-c', 'echo $0'], text=True))"


@pytest.fixture(scope="session")
def runner(engine: Any) -> str:
    """The image of the kit as it is now."""
    return ensure_runner(engine, print, HOST)


@pytest.fixture
def changed_package(tmp_path: Path) -> Path:
    """The package with one more file in the kit, that no other test has."""
    package = tmp_path / "arena"
    for room in ROOMS:
        shutil.copytree(PACKAGE / room, package / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "__init__.py", package)
    (package / "bot" / "more.py").write_text(f"MARK = '{uuid.uuid4()}'")
    return package


@pytest.fixture
def remove(engine: Any) -> Iterator[list[str]]:
    """Tags that are removed in the end."""
    tags: list[str] = []
    yield tags
    for tag in tags:
        if find_image(engine, tag) is not None:
            engine.images.remove(tag, force=True)


def run(engine: Any, image: str, *command: str) -> str:
    """Run a command the way bots are run: as somebody, with nothing to write on and no network."""
    output: bytes = engine.containers.run(
        image,
        list(command),
        user="12345:12345",
        read_only=True,
        network_mode="none",
        remove=True,
        stderr=True,
    )
    return output.decode()


def test_bots_find_python_and_their_kit(engine: Any, runner: str) -> None:
    script = "import sys, arena.bot, grpc, google.protobuf; print(arena.bot.__file__, sys.version_info[:2])"

    assert run(engine, runner, "python", "-c", script) == (
        f"/opt/arena/arena/bot/__init__.py {sys.version_info[:2]}\n"
    )


def test_python_tells_its_version(engine: Any, runner: str) -> None:
    assert run(engine, runner, "python", "--version").startswith("Python 3.")


def test_programs_find_a_shell_and_env(engine: Any, runner: str) -> None:
    assert run(engine, runner, "python", "-c", START_A_TOOL).strip() == "sh"


def test_nothing_is_there_but_the_kit(engine: Any, runner: str) -> None:
    names = ["pip", "ensurepip", "docker", "rich", "sqlalchemy", "pydantic", "typer", "trueskill", "numpy"]
    there = {room.split("/")[0] for room in ROOMS} | {"__pycache__"}
    rooms = [f"arena.{path.name}" for path in PACKAGE.iterdir() if path.is_dir() and path.name not in there]
    unwanted = [*names, *rooms, "arena.adapters.pettingzoo"]

    found = run(engine, runner, "python", "-c", WHAT_IS_MISSING.format(names=unwanted))

    assert json.loads(found) == unwanted


def test_the_modules_that_wheels_and_bots_commonly_use_are_there(engine: Any, runner: str) -> None:
    script = "import asyncio, ctypes, decimal, hashlib, lzma, multiprocessing.shared_memory, sqlite3, ssl"

    assert run(engine, runner, "python", "-c", script) == ""


def test_all_that_is_imported_first_is_compiled(engine: Any, runner: str) -> None:
    assert json.loads(run(engine, runner, "python", "-c", NOT_COMPILED)) == []


def test_the_image_is_small(engine: Any, runner: str) -> None:
    """Apart from Node, where this machine has it: a hundred megabytes by itself."""
    script = "import os, shutil; found = shutil.which('node'); print(os.path.getsize(found) if found else 0)"

    node = int(run(engine, runner, "python", "-c", script))

    assert engine.images.get(runner).attrs["Size"] - node < 120e6


def test_nothing_of_the_hosts_paths_is_in_the_path(engine: Any, runner: str) -> None:
    script = "import json, sys; print(json.dumps([sys.prefix, sys.executable, *sys.path[1:]]))"

    paths = json.loads(run(engine, runner, "python", "-c", script))

    assert all(path.startswith(("/usr/local", "/opt/arena")) for path in paths)


def test_packages_for_the_image_are_those_for_its_python(engine: Any, runner: str) -> None:
    assert runner_target(engine, runner) == target_of(sys.executable)


def test_an_unchanged_kit_builds_nothing(engine: Any, runner: str) -> None:
    before = engine.images.get(runner).id
    told: list[str] = []

    again = ensure_runner(engine, told.append, HOST)

    assert (again, told, engine.images.get(again).id) == (runner, [], before)


def test_no_registry_is_asked_when_an_image_without_it_is_there(
    engine: Any, runner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(BASE_VARIABLE, raising=False)
    monkeypatch.setattr(runner_module, "DEFAULT_BASE", NOWHERE)
    told: list[str] = []

    assert (ensure_runner(engine, told.append), told) == (runner, [])


def test_the_environment_names_a_base(engine: Any, runner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BASE_VARIABLE, HOST)
    monkeypatch.setattr(runner_module, "DEFAULT_BASE", NOWHERE)

    assert ensure_runner(engine, print) == runner


def test_a_changed_file_of_the_kit_changes_the_tag(changed_package: Path) -> None:
    base = host_base([])
    tag = runner_tag(base, kit_tree(changed_package), [])
    (changed_package / "bot" / "more.py").write_text("MARK = 0")

    assert runner_tag(base, kit_tree(changed_package), []) != tag


def test_another_version_of_a_dependency_changes_the_tag() -> None:
    base, kit = host_base([]), kit_tree()

    assert runner_tag(base, kit, ["grpcio==1"]) != runner_tag(base, kit, ["grpcio==2"])


def test_files_beside_the_kit_do_not_change_the_tag(changed_package: Path) -> None:
    base = host_base([])
    tag = runner_tag(base, kit_tree(changed_package), [])
    (changed_package / "cli").mkdir()
    (changed_package / "cli" / "main.py").write_text("")
    (changed_package / "bot" / "__pycache__").mkdir()
    (changed_package / "bot" / "__pycache__" / "more.pyc").write_text("")

    assert runner_tag(base, kit_tree(changed_package), []) == tag


def test_a_base_that_was_asked_for_and_is_nowhere_is_an_error_that_says_what_to_do(engine: Any) -> None:
    with pytest.raises(HostError, match=f"{NOWHERE} is not here, and no registry gives it .*--base host"):
        ensure_runner(engine, print, NOWHERE)


@pytest.mark.slow
def test_a_build_that_fails_shows_its_last_lines_and_leaves_no_tag(
    engine: Any, changed_package: Path, remove: list[str]
) -> None:
    (changed_package / "bot" / "__init__.py").write_text("raise SystemExit('broken kit')")

    with pytest.raises(HostError, match=r"(?s)can't build (arena-runner:\w+): .*broken kit") as caught:
        ensure_runner(engine, print, HOST, package=changed_package)

    remove.append(str(caught.value).split()[2].rstrip(":"))
    assert find_image(engine, remove[0]) is None


def test_an_image_that_is_no_runner_has_no_target(engine: Any) -> None:
    with pytest.raises(HostError, match="arena sandbox build"):
        runner_target(engine, NOWHERE)


@pytest.mark.slow
def test_where_no_registry_answers_the_machines_own_python_is_taken_and_it_says_so(
    engine: Any, changed_package: Path, monkeypatch: pytest.MonkeyPatch, remove: list[str]
) -> None:
    monkeypatch.delenv(BASE_VARIABLE, raising=False)
    monkeypatch.setattr(runner_module, "DEFAULT_BASE", NOWHERE)
    told: list[str] = []

    remove.append(ensure_runner(engine, told.append, package=changed_package))

    python = ".".join(map(str, sys.version_info[:2]))
    assert told[1] == f"no registry answers: the base is made from this machine's own Python {python}"
    assert "MARK" in run(engine, remove[0], "python", "-c", "import arena.bot.more as more; print(dir(more))")


@pytest.mark.slow
def test_an_image_that_the_engine_has_serves_as_base(
    engine: Any, changed_package: Path, remove: list[str]
) -> None:
    base = host_base([]).image(engine)
    engine.images.get(base).tag("arena-test-base", "1")
    remove.append("arena-test-base:1")

    remove.append(ensure_runner(engine, print, "arena-test-base:1", package=changed_package))

    assert "MARK" in run(engine, remove[1], "python", "-c", "import arena.bot.more as more; print(dir(more))")


@pytest.mark.slow
def test_old_images_are_removed_but_what_somebody_has_named_or_uses(
    engine: Any, runner: str, changed_package: Path, remove: list[str]
) -> None:
    tags = []
    for _ in range(3):
        (changed_package / "bot" / "more.py").write_text(f"MARK = '{uuid.uuid4()}'")
        tags.append(ensure_runner(engine, print, HOST, package=changed_package))
    remove += [*tags, "arena-test-mine:1"]
    engine.images.get(tags[1]).tag("arena-test-mine", "1")
    user = engine.containers.create(tags[2], ["python"])
    try:
        removed = prune(engine, keep=runner)
    finally:
        user.remove(force=True)

    assert {tags[0], tags[1]} <= set(removed)
    assert [find_image(engine, tag) is None for tag in [*tags, "arena-test-mine:1", runner]] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("step", ["begun", "a moment later"])
def test_a_killed_build_is_made_good_by_the_next(
    engine: Any, changed_package: Path, remove: list[str], step: str
) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from arena.sandbox.images import engine, runner\n"
        "tell = lambda line: print(line, flush=True)\n"
        "runner.ensure_runner(engine.connect(), tell, 'host', package=Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", script, str(changed_package)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as builder:
        assert builder.stdout is not None
        tag = builder.stdout.readline().split()[1]
        if step != "begun":
            with suppress(subprocess.TimeoutExpired):
                builder.wait(0.7)
        builder.kill()

    remove.append(ensure_runner(engine, print, HOST, package=changed_package))

    assert remove == [tag]
    assert "MARK" in run(engine, tag, "python", "-c", "import arena.bot.more as more; print(dir(more))")
