import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.main import COMMANDS, GROUPS, command_of
from tests.cli.conftest import Arena


@pytest.mark.parametrize("group", ["", *GROUPS])
def test_the_list_of_commands_tells_each_one_whole(arena: Arena, group: str) -> None:
    shown = arena(*group.split(), "--help").out

    assert "Commands:\n" in shown
    assert "..." not in shown.partition("Commands:\n")[2]


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_commands_help_shows_an_example(arena: Arena, command: str) -> None:
    result = arena(command, "--help")

    assert result.code == 0
    assert any(line.startswith(f"    arena {command}") for line in result.out.splitlines())


@pytest.mark.parametrize(
    ("group", "command"),
    [
        (name, command.name or command.callback.__name__)
        for name in GROUPS
        for command in command_of(name).registered_commands
        if command.callback is not None
    ],
)
def test_so_does_that_of_every_command_of_a_group(arena: Arena, group: str, command: str) -> None:
    result = arena(group, command, "--help")

    assert result.code == 0
    assert any(line.startswith(f"    arena {group} {command}") for line in result.out.splitlines())


@pytest.mark.parametrize("group", GROUPS)
def test_a_groups_help_shows_an_example(arena: Arena, group: str) -> None:
    assert f": arena {group} " in arena(group, "--help").out


def words_of_every_command() -> list[list[str]]:
    groups = {name: command_of(name).registered_commands for name in GROUPS}
    return [[name] for name in COMMANDS] + [
        [group, command.name or command.callback.__name__] for group in groups for command in groups[group]
    ]


@pytest.mark.parametrize("words", words_of_every_command(), ids=" ".join)
def test_arguments_are_in_capitals_and_in_brackets_once(arena: Arena, words: list[str]) -> None:
    usage = arena(*words, "--help").out.splitlines()[0].partition("[OPTIONS]")[2]

    assert usage == usage.upper()
    assert "[[" not in usage


def test_one_command_imports_no_other(tmp_path: Path) -> None:
    script = (
        "import sys; from arena.cli.main import run_command_line; run_command_line(); print(*sys.modules)"
    )
    command = [sys.executable, "-c", script, "games", "--format", "json"]

    modules = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout.split()

    assert "arena.cli.games" in modules
    assert not {"grpc", "sqlalchemy", "docker", "arena.cli.run"} & set(modules)


def test_version_is_told_without_any_command(arena: Arena) -> None:
    assert arena("--version").out.startswith("arena ")


def test_mistyped_command_is_told(arena: Arena) -> None:
    result = arena("standing")

    assert result.code == 2
    assert "standings" in result.err
