"""docs/add_a_game.md adds a third game to a copy of the repository, and the game is played end to end."""

import csv
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.third_game.guide import (
    copy_repository,
    difference,
    lines_by_file,
    promised,
    run,
    steps,
    write,
)

GAME = "twenty_one"
FOLDER = f"arena/games/{GAME}/"
BOTS = Path(__file__).parent / "bots"
CUP = f"""
name = "cup"
seed = "the same deals each time"
bots = [{{ path = "{BOTS}/cautious", trusted = true }}, {{ path = "{BOTS}/chancy", trusted = true }}]

[[stages]]
name = "nearest"
game = "{GAME}"
seats = 2
deals = 12
options = {{ aces = "one" }}
"""

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Arena:
    """Runs the `arena` of a copy of the repository in a folder."""

    copy: Path
    folder: Path

    def __call__(self, *words: str | Path) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "arena", *map(str, words)],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.copy), "NO_COLOR": "1", "COLUMNS": "100"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def rows(self, *words: str) -> list[dict[str, str]]:
        """Run a command that writes CSV."""
        return list(csv.DictReader(StringIO(self(*words, "--format", "csv"))))


@dataclass(frozen=True, slots=True)
class Added:
    """A copy of the repository, to which the guide was applied up to its checks."""

    copy: Path
    done: dict[str, str]
    """What was done, by file, in the words of the guide's table."""


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Added:
    copy = tmp_path_factory.mktemp("third_game") / "repository"
    copy_repository(copy)
    before = lines_by_file(copy)
    *making, _ = steps()
    for step in making:
        write(step, copy)
    written = lines_by_file(copy)
    for step in making:
        for command in step.commands:
            run(command, copy)
    done = {
        name: difference(before.get(name, []), written[name]) if written.get(name) == lines else "generated"
        for name, lines in lines_by_file(copy).items()
        if lines != before.get(name)
    }
    return Added(copy, done)


@pytest.fixture(scope="module")
def cup(added: Added, tmp_path_factory: pytest.TempPathFactory) -> tuple[Arena, str]:
    """Play a tournament of the new game; return the arena, and what the run wrote."""
    arena = Arena(added.copy, tmp_path_factory.mktemp("cup"))
    (arena.folder / "cup.toml").write_text(CUP, encoding="utf-8")
    return arena, arena("run", "cup.toml", "--plain", "--workers", "1")


def test_outside_its_folder_a_game_changes_what_the_guide_lists_and_nothing_else(added: Added) -> None:
    outside = {name: what for name, what in added.done.items() if not name.startswith(FOLDER)}

    assert outside == promised()
    assert {what for name, what in added.done.items() if name.startswith(FOLDER)} == {"new"}


def test_the_checks_of_the_guide_hold_for_the_new_game(added: Added) -> None:
    *_, checking = steps()

    for command in checking.commands:
        run(command, added.copy)


def test_the_new_game_keeps_the_rules_of_the_house(added: Added) -> None:
    files = f"{FOLDER} arena/protocol/mapping"

    run(f".venv/bin/ruff check {files} && .venv/bin/ruff format --check {files}", added.copy)
    run(f".venv/bin/mypy -p arena.games.{GAME} -p arena.protocol.mapping", added.copy)
    run(".venv/bin/lint-imports --no-cache", added.copy)
    run(".venv/bin/python -m arena.protocol.generate --check", added.copy)


def test_the_new_game_is_listed_with_its_options(added: Added, tmp_path: Path) -> None:
    shown = Arena(added.copy, tmp_path)("games", GAME)

    assert 'Twenty-One: game = "twenty_one"' in shown
    assert "what an ace counts" in shown


def test_the_new_game_is_measured_with_the_others(added: Added, tmp_path: Path) -> None:
    shown = Arena(added.copy, tmp_path)("bench", "engine", "--rounds", "1", "--seconds", "0.01", "--json")

    assert {f"{GAME} standard", f"{GAME} low_aces"} <= json.loads(shown)["engines"].keys()


def test_the_new_game_is_played_at_one_table(added: Added, tmp_path: Path) -> None:
    arena = Arena(added.copy, tmp_path)

    shown = arena("match", BOTS / "cautious", BOTS / "chancy", BOTS / "chancy", "--game", GAME, "--plain")

    assert GAME in shown
    assert len(arena.rows("matches")) == 3


def test_a_run_tells_the_new_game_and_ends_with_its_table(cup: tuple[Arena, str]) -> None:
    _, shown = cup

    assert GAME in shown
    assert "cautious" in shown


def test_the_standings_rate_the_bots_of_the_new_game(cup: tuple[Arena, str]) -> None:
    arena, _ = cup

    assert {row["bot"] for row in arena.rows("standings")} == {"cautious", "chancy"}


def test_all_matches_of_the_new_game_are_stored_without_a_fault(cup: tuple[Arena, str]) -> None:
    arena, _ = cup

    matches = arena.rows("matches", "--limit", "100")

    assert len(matches) == 24
    assert {match["faults"] for match in matches} == {""}


def test_a_match_of_the_new_game_is_told_in_its_own_words(cup: tuple[Arena, str]) -> None:
    arena, _ = cup

    shown = arena("replay", "nearest/0/0")

    assert "deals, target is 21" in shown
    assert re.search(r"^ +seat 0 plays ..( ..)+$", shown, re.MULTILINE)
    assert re.search(r"^ .* take .*\n( +note: .*\n)? +seat \d draws ..$", shown, re.MULTILINE)
    assert re.search(r"cautious .*\n +note: holds \d+$", shown, re.MULTILINE)


def test_an_export_of_the_new_game_has_its_options_and_the_way_to_its_places(cup: tuple[Arena, str]) -> None:
    arena, _ = cup

    lines = [json.loads(line) for line in arena("export").splitlines()]

    records = [line for line in lines if "match" in line]
    assert len(records) == 24
    for record in records:
        assert (record["game"], record["options"]["aces"]) == (GAME, "one")
        assert record["places"] == places(record)


def test_a_tournament_of_the_new_game_is_proven_from_the_database_and_from_its_file(
    cup: tuple[Arena, str],
) -> None:
    arena, _ = cup

    arena("export", "-o", "cup.jsonl")

    assert "24 matches" in arena("verify")
    assert "24 matches" in arena("verify", "cup.jsonl")


def places(record: dict[str, Any]) -> list[int]:
    """Work out the places from the cards that were laid down."""
    totals = [0, 0]
    for event in record["hands"][0]["events"]:
        if event["type"] == "play":
            rank = "A23456789T".index(event["card"][0])
            totals[event["seat"]] += rank + 1
    distances = [abs(21 - total) for total in totals]
    return [sorted(distances).index(distance) + 1 for distance in distances]
