"""The conformance cases (tests/cases): how they are read, named and begun, whatever the game."""

import json
from pathlib import Path
from typing import Any

from arena.core.rng import NamedDraws
from arena.games.registry import find_game


def cases_of(game: str) -> list[dict[str, Any]]:
    """Return the cases of a game."""
    file = Path(__file__).parents[1] / "cases" / f"{game}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def case_name(case: dict[str, Any]) -> str:
    """Name a case by its preset or options, seats and seed."""
    options = ",".join(map(str, case["options"].values()))
    return f"{case['preset'] or options}-{case['seats']}-{case['seed'][:6]}"


def begin(case: dict[str, Any]) -> Any:
    """Deal a case."""
    game = find_game(case["game"])
    options = game.options(case["preset"] or "standard", {**case["options"], "players": case["seats"]})
    return game.new_match(options, NamedDraws(bytes.fromhex(case["seed"])))
