"""The bench of the server measures what it says, and leaves nothing; how much is for people to judge."""

import json
import os
from pathlib import Path

import pytest

from tests.end_to_end.arena_command import arena

TINY = ("--rounds", "1", "--seconds", "1", "--watchers", "5", "--bots", "8", "--matches", "1000")


@pytest.mark.slow
def test_the_server_bench_measures_all_three_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    done = arena(
        tmp_path, "bench", "server", *TINY, "--calls", "5", "--submissions", "6", "--json", timeout=900
    )

    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    watching, tables, submissions = figures["watching"], figures["tables"], figures["submissions"]
    (one,) = watching["rounds"]
    assert one["alone"] > 0
    assert one["snapshots"] > 0
    assert one["broken"] == 0
    assert watching["median_ratio"] == pytest.approx(one["watched"] / one["alone"])
    assert watching["matches"] > 0
    assert watching["is_equal"]
    assert 0 < tables["full_p50"] <= tables["full_p99"]
    assert 0 < tables["empty_p50"] <= tables["empty_p99"]
    assert (submissions["accepted"], submissions["refused"], submissions["lost"]) == (2, 4, 0)
    assert [each.name for each in tmp_path.iterdir() if each.name != f"arena-{os.getuid()}"] == []
