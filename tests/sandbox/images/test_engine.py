"""What is said of engines that don't answer; none is needed for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.core.errors import HostError
from arena.sandbox.images.engine import connect


def test_without_an_engine_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")

    with pytest.raises(HostError, match=r"no Docker engine answers at unix://.*systemctl start docker"):
        connect()


def test_what_answers_and_is_no_engine_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "nonsense://")

    with pytest.raises(HostError, match="no Docker engine answers at nonsense://"):
        connect()


def test_build_without_an_engine_leaves_with_the_hosts_exit_code(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arena", "sandbox", "build"],
        env={**os.environ, "DOCKER_HOST": f"unix://{tmp_path}/none.sock"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("error: no Docker engine answers at unix://")


@pytest.mark.slow
@pytest.mark.parametrize(("required", "outcome"), [("", "1 skipped"), ("1", "1 error")])
def test_tests_that_need_an_engine_are_skipped_or_fail_without_one(
    tmp_path: Path, required: str, outcome: str
) -> None:
    test = "tests/sandbox/images/test_runner.py::test_python_tells_its_version"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test],
        env={
            **os.environ,
            "DOCKER_HOST": f"unix://{tmp_path}/none.sock",
            "ARENA_REQUIRE_DOCKER": required,
        },
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )

    assert outcome in done.stdout.splitlines()[-1]
    assert done.returncode == (1 if required else 0)
