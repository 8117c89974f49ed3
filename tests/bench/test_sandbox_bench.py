"""The bench of sandboxes measures what is there, says what is not, and leaves nothing behind."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.bench.greetings import Crowd
from arena.bench.sandbox import BARE, Round, SandboxBench, Sizes, bench_sandbox
from arena.core.clock import SystemClock
from arena.sandbox.docker.settings import OWNER_LABEL
from arena.sandbox.owner import this_process
from tests.end_to_end.arena_command import arena
from tests.sandbox.engine import engine

__all__ = ["engine"]

TINY = Sizes(starts=1, seconds=0.2, crowd=2, ended=1)
ALL = Round(
    starts={BARE: [0.2, 0.4], "docker": [0.3, 0.4], "bubblewrap": [0.1, 0.1], "process": [0.05, 0.1]},
    decisions={"docker": 90_000.0, "bubblewrap": 95_000.0, "process": 100_000.0},
    crowd=Crowd(800 << 20, 1.5),
)
NO_DOCKER = Round(starts={"process": [0.05]}, decisions={"process": 100_000.0}, crowd=None)


@pytest.mark.slow
def test_it_measures_docker_beside_the_others_and_leaves_nothing(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    (result,) = bench_sandbox(SystemClock(), lambda _: None, rounds=1, sizes=TINY)

    figures = result.to_json()
    assert set(figures["sandboxes"]) >= {BARE, "docker", "process"}
    assert all(found["start_seconds"] > 0 for found in figures["sandboxes"].values())
    assert figures["sandboxes"]["docker"]["decisions_per_second"] > 0
    assert len(figures["bars"]) == 4
    assert all(bar["value"] > 0 for bar in figures["bars"])
    ours = {"label": f"{OWNER_LABEL}={this_process()}"}
    assert engine.api.containers(all=True, filters=ours) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_without_an_engine_the_rest_is_measured_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")

    done = arena(tmp_path, "bench", "sandbox", "--rounds", "1", "--seconds", "0.2", "--json")

    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert "no Docker engine answers" in figures["not_measured"]["docker"]
    assert figures["sandboxes"]["process"]["decisions_per_second"] > 0
    assert figures["bars"] == []


def test_ratios_are_of_what_was_measured_side_by_side() -> None:
    bench = SandboxBench(Sizes(), (ALL,))

    assert bench.start_ratio("docker") == pytest.approx((1.5 + 1.0) / 2)
    assert bench.decision_ratio("docker") == pytest.approx(0.9)
    assert [bar.is_held for bar in bench.bars()] == [True, True, False, True]


@pytest.mark.parametrize("rounds", [(ALL,), (NO_DOCKER,)])
def test_the_table_fits_80_columns(rounds: tuple[Round, ...]) -> None:
    reason = (
        "no Docker engine answers at unix:///var/run/docker.sock: start it (systemctl start docker), " * 2
    )

    lines = list(SandboxBench(Sizes(), rounds, {"docker": reason}).lines())

    assert max(map(len, lines)) < 80
    assert any(line.startswith("not measured, docker: no Docker engine answers") for line in lines)


def test_what_is_missed_stands_out() -> None:
    lines = list(SandboxBench(Sizes(), (ALL,)).lines())

    assert "docker: end of 10 at once                   1.50 s   at most 1 s       MISSED" in lines
