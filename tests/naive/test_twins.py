"""The naive twins themselves: they share nothing with the engines, and know the same options and shuffles."""

import ast
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import RulesError
from arena.games.registry import GAMES
from tests.naive.house_rules import PRESETS, options_of, refuses
from tests.naive.setups import option_table
from tests.naive.shuffling import PACK, Shuffles, draw_below

BOTH_GAMES = pytest.mark.parametrize("game", list(PRESETS))
TWIN_FILES = ("linger_longer", "color_elevator", "shuffling", "scoring", "house_rules")


@BOTH_GAMES
def test_engine_and_twin_know_the_same_options(game: str) -> None:
    for preset in PRESETS[game]:
        options = GAMES[game].options(preset)
        assert {name: getattr(options, name) for name in option_table(game)} == options_of(game, preset, {})
    assert list(GAMES[game].presets) == list(PRESETS[game])


@BOTH_GAMES
def test_engine_and_twin_refuse_the_same_options(game: str) -> None:
    worded = {name: choice.words for name, choice in option_table(game).items() if choice.words}
    for preset, players, words in product(PRESETS[game], range(2, 5), product(*worded.values())):
        changes = {"players": players, **dict(zip(worded, words, strict=True))}
        refused = refuses(game, preset, options_of(game, preset, changes))
        assert is_refused(game, preset, changes) == refused, (preset, changes)


def is_refused(game: str, preset: str, changes: dict[str, Any]) -> bool:
    try:
        GAMES[game].options(preset, changes)
    except RulesError:
        return True
    return False


def test_the_twins_import_nothing_of_the_arena() -> None:
    allowed = {"hashlib", "collections", "functools", "typing"} | {
        f"tests.naive.{name}" for name in TWIN_FILES
    }
    for name in TWIN_FILES:
        tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.module in allowed | {"collections.abc"}
            elif isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= allowed


def test_the_twins_shuffles_give_the_vectors_of_the_rules() -> None:
    shuffles = Shuffles(bytes(32))
    assert " ".join(shuffles.shuffle("deck/0", PACK)[:8]) == "7h Ad 6d As Td 5c 6c 4h"
    assert " ".join(shuffles.shuffle("deck/0/1", PACK)[:8]) == "2s Ah Jc Jd 3h 9d 4d 4s"
    assert shuffles.below("dealer", 4) == 1
    few = [PACK[card] for card in (30, 3, 20, 10)]
    assert shuffles.shuffle("reshuffle/0/0", few) == [PACK[card] for card in (10, 3, 20, 30)]


def test_the_twins_draws_skip_words_that_would_not_be_fair() -> None:
    assert draw_below(iter([2**64 - 1, 2**64 // 3 * 3, 7]), 3) == 1
