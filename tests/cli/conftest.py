import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.cli.main import run_command_line
from tests.cli.filled import fill


@dataclass(frozen=True, slots=True)
class Result:
    code: int
    out: str
    err: str


Arena = Callable[..., Result]


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """Run an `arena` command in an empty directory, without a terminal, 80 columns wide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["arena", *words])
        code = run_command_line()
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    fill(folder / "arena.db")
    return folder


@pytest.fixture
def stored(arena: Arena, filled_once: Path, tmp_path: Path) -> Arena:
    """Run commands where `arena.db` holds the finished `cup-1` and the stopped `league-1`."""
    shutil.copytree(filled_once, tmp_path, dirs_exist_ok=True)
    return arena
