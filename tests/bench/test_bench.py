"""The bench measures something and says so; how much is for people to judge, never for a test."""

import json
from pathlib import Path

import pytest

from arena.games.registry import GAMES
from tests.end_to_end.arena_command import arena


@pytest.mark.slow
def test_the_tournament_bench_measures_both_and_leaves_nothing_behind(tmp_path: Path) -> None:
    done = arena(tmp_path, "bench", "tournament", "--rounds", "1", "--seconds", "1", "--json")

    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    (one,) = figures["rounds"]
    assert one["ping_pong"] > 0
    assert one["decisions"] > one["matches"] > 0
    assert figures["median_ratio"] == pytest.approx(one["decisions"] / one["ping_pong"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_engine_bench_measures_every_preset_beside_its_rivals(tmp_path: Path) -> None:
    done = arena(tmp_path, "bench", "engine", "--rounds", "1", "--seconds", "0.01", "--json")

    assert done.returncode == 0, done.stderr
    engines = json.loads(done.stdout)["engines"]
    rivals = ["OpenSpiel hearts", "OpenSpiel crazy_eights", "RLCard uno"]
    ours = [f"{name} {preset}" for name, game in GAMES.items() for preset in game.presets]
    assert list(engines) == rivals + ours
    assert max(engines[name]["moves_ratio"] for name in rivals[:2]) == 1.0
    for name in ours:
        assert engines[name]["moves_per_second"] > 0
        assert engines[name]["playout_per_second"] > 0
        assert engines[name]["clone_us"] > 0


def test_workers_are_refused_where_none_are_started(tmp_path: Path) -> None:
    done = arena(tmp_path, "bench", "engine", "--workers", "4")

    assert done.returncode == 2
    assert "--workers is for arena bench tournament" in done.stderr
    assert "Traceback" not in done.stderr
