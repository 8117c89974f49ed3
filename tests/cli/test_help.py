import pytest

from arena.cli.main import COMMANDS
from tests.cli.conftest import Arena


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_commands_help_shows_an_example(arena: Arena, command: str) -> None:
    result = arena(command, "--help")

    assert result.code == 0
    assert any(line.startswith(f"    arena {command}") for line in result.out.splitlines())
