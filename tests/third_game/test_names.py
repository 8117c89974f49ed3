"""Most rooms of the house know no game by name; examples in docstrings and help texts don't count."""

import ast
from collections.abc import Iterator
from pathlib import Path

from arena.games.registry import GAMES
from tests.end_to_end.arena_command import ROOT

MAY_NAME = {"adapters", "bench", "bot", "games", "protocol"}
"""Rooms that have a file or a line for each game, and the bench, whose tournament is one of Linger Longer."""


def words(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports and its texts."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        if isinstance(node, ast.alias):
            yield node.name
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


def files_that_name_a_game() -> set[str]:
    package = ROOT / "arena"
    return {
        str(file.relative_to(package))
        for file in package.rglob("*.py")
        if any(game in word for word in words(file) for game in GAMES)
    }


def test_only_rooms_with_something_for_each_game_name_one() -> None:
    rooms = {name.split("/")[0] for name in files_that_name_a_game()}

    assert {"bot", "games", "protocol"} <= rooms <= MAY_NAME


def test_in_games_and_protocol_only_the_registries_and_a_games_own_files_name_it() -> None:
    named = {name for name in files_that_name_a_game() if name.startswith(("games/", "protocol/"))}

    own = {name for name in named if any(game in name for game in GAMES)}
    assert named - own == {"games/registry.py", "protocol/mapping/registry.py", "protocol/v1/bot_pb2.py"}
