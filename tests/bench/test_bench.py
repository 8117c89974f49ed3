"""The bench measures something and says so; how much is for people to judge, never for a test."""

import json
from pathlib import Path

import pytest

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
