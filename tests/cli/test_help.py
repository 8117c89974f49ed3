import pytest

from arena.cli.main import COMMANDS, GROUPS
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
        for name, group in GROUPS.items()
        for command in group.registered_commands
        if command.callback is not None
    ],
)
def test_so_does_that_of_every_command_of_a_group(arena: Arena, group: str, command: str) -> None:
    result = arena(group, command, "--help")

    assert result.code == 0
    assert any(line.startswith(f"    arena {group} {command}") for line in result.out.splitlines())
