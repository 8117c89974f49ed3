"""A new bot in JavaScript passes its own test, and plays at once."""

import json
import subprocess
from pathlib import Path

import pytest

from arena.author.templates import games_of, write_bot
from arena.roster.packing import pack
from tests.end_to_end.arena_command import SAMPLES, arena
from tests.end_to_end.test_javascript import node, requires_node

__all__ = ["node"]

pytestmark = requires_node


GAMES = games_of("javascript")


@pytest.mark.parametrize("games", [[], *([game] for game in GAMES)], ids=["all", *GAMES])
def test_the_test_of_a_new_bot_passes(tmp_path: Path, games: list[str]) -> None:
    write_bot(tmp_path / "mine", "javascript", games)

    done = subprocess.run(
        ["node", "--test"], cwd=tmp_path / "mine", capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout
    assert "# tests 0" not in done.stdout


def test_a_new_bot_has_the_kit_of_the_sample_and_sends_no_tests(tmp_path: Path) -> None:
    write_bot(tmp_path / "mine", "javascript")

    sent = [path for path, _ in pack(tmp_path / "mine").files]
    kit = [path for path, _ in pack(SAMPLES / "javascript_bot").files if path.startswith("arena/")]
    assert sent == [*kit, "bot.js", "bot.toml"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_new_bot_plays_without_a_fault(tmp_path: Path, game: str) -> None:
    write_bot(tmp_path / "mine", "javascript")
    words = [
        "match",
        "./mine",
        "sample:random_bot",
        "sample:greedy_bot",
        "--game",
        game,
        "--deals",
        "6",
        "--plain",
    ]

    done = arena(tmp_path, *words)

    assert done.returncode == 0, done.stderr
    rows = {row["bot"]: row for row in json.loads(arena(tmp_path, "standings", "--format", "json").stdout)}
    assert rows["mine"]["faults"] == 0
    assert rows["mine"]["matches"] == 18
