"""Ctrl-C while Python still imports the command: no traceback, and the code of an interrupt."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.arena_command import environment


@pytest.mark.parametrize("module", ["typer", "sqlalchemy"], ids=["the command line", "a command"])
def test_an_interrupt_while_modules_are_imported_leaves_without_a_word(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "arena", "standings"],
        cwd=tmp_path,
        env=environment() | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
