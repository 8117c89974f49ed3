"""docs/league.md is a transcript: its blocks are run in their order, as they stand, each in its own terminal.

A block `sh NAME` is typed in the terminal NAME; one whose first line is `# FILE` is saved as that file. A
comment before a block says how long a person would wait, or when one would press Ctrl-C.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.end_to_end.arena_command import ROOT, environment

PAGE = (ROOT / "docs" / "league.md").read_text(encoding="utf-8")
STEP = re.compile(r"(?:<!-- ([^\n]*) -->\n)?```(\w+) ?(\w*)\n(.*?)```|<!-- (Ctrl-C in \w+) -->", re.DOTALL)
PATIENCE = 300.0
REPEAT, INTERRUPT = "again until it prints: ", "Ctrl-C when it prints: "


class Terminals:
    """Some terminals in one folder; what is exported in one stays there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._exports: dict[str, list[str]] = {}
        self._kept: dict[str, subprocess.Popen[str]] = {}

    def run(self, terminal: str, text: str) -> str:
        """Run lines that must all go well, and return what they print."""
        running = self._start(terminal, text)
        printed, _ = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, f"{terminal}: {text}{printed}"
        exports = [line for line in text.splitlines() if line.startswith("export ")]
        self._exports.setdefault(terminal, []).extend(exports)
        return printed

    def repeat(self, terminal: str, text: str, wanted: str) -> None:
        """Run lines again and again until they print what is wanted."""
        end = time.monotonic() + PATIENCE
        while wanted not in (printed := self._printed(terminal, text)):
            assert time.monotonic() < end, f"{wanted!r} is not printed: {text}{printed}"
            time.sleep(1)
        self.run(terminal, text)

    def interrupt(self, terminal: str, text: str, wanted: str) -> None:
        """Run a command until it prints what is wanted, then press Ctrl-C."""
        running = self._start(terminal, text)
        printed = self._read(running, wanted)
        os.killpg(running.pid, signal.SIGINT)
        running.communicate(timeout=60)
        assert wanted in printed, f"{text}{printed}"
        assert running.returncode in {0, 130}

    def keep(self, terminal: str, text: str, wanted: str) -> None:
        """Start what stays there, and wait until it prints what is wanted."""
        file = self._folder / f"{terminal}.printed"
        with file.open("w", encoding="utf-8") as printed:
            self._kept[terminal] = self._start(terminal, text, printed)
        end = time.monotonic() + PATIENCE
        while wanted not in file.read_text(encoding="utf-8"):
            assert time.monotonic() < end, file.read_text(encoding="utf-8")
            time.sleep(0.2)

    def end(self, terminal: str) -> None:
        """Press Ctrl-C where something stays; it must leave with 0."""
        running = self._kept.pop(terminal)
        os.killpg(running.pid, signal.SIGINT)
        assert running.wait(120) == 0

    def close(self) -> None:
        """End all that is there."""
        for running in self._kept.values():
            os.killpg(running.pid, signal.SIGTERM)
            running.wait(120)

    def _printed(self, terminal: str, text: str) -> str:
        """Run lines that may fail, since it is too early for them."""
        printed, _ = self._start(terminal, text).communicate(timeout=PATIENCE)
        return printed

    def _read(self, running: subprocess.Popen[str], wanted: str) -> str:
        """Read until something is printed, or nothing comes any more."""
        assert running.stdout is not None
        printed = ""
        late = threading.Timer(PATIENCE, os.killpg, (running.pid, signal.SIGKILL))
        late.start()
        for line in running.stdout:
            printed += line
            if wanted in printed:
                break
        late.cancel()
        return printed

    def _start(
        self, terminal: str, text: str, output: int | IO[str] = subprocess.PIPE
    ) -> subprocess.Popen[str]:
        here = [*self._exports.get(terminal, ()), text]
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        own = {"PATH": path, "HOME": str(self._folder), "PYTHONUNBUFFERED": "1"}
        return subprocess.Popen(
            ["bash", "-euc", "\n".join(here)],
            cwd=self._folder,
            env=environment() | own,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    opened = Terminals(tmp_path)
    yield opened
    opened.close()


def follow(terminals: Terminals, folder: Path, step: re.Match[str]) -> None:
    """Do what a reader of the page does."""
    remark, _, terminal, text, stop = (part or "" for part in step.groups())
    saved = re.match(r"# (\S+\.\w+)\n", text)
    if stop:
        terminals.end(stop.removeprefix("Ctrl-C in "))
    elif saved is not None:
        (folder / saved[1]).write_text(text, encoding="utf-8")
    elif terminal == "server":
        terminals.keep(terminal, text, "listening on 127.0.0.1:5055")
    elif remark.startswith(REPEAT):
        terminals.repeat(terminal, text, remark.removeprefix(REPEAT))
    elif remark.startswith(INTERRUPT):
        terminals.interrupt(terminal, text, remark.removeprefix(INTERRUPT))
    elif terminal:
        terminals.run(terminal, text)


@pytest.mark.slow
def test_the_transcript_of_a_league_can_be_followed_word_for_word(
    terminals: Terminals, tmp_path: Path
) -> None:
    steps = list(STEP.finditer(PAGE))

    for step in steps:
        begun = time.monotonic()
        follow(terminals, tmp_path, step)
        print(f"{time.monotonic() - begun:6.1f} s  {step[0][:200]!r}")  # shown if it fails

    assert sum(step[3] in {"server", "admin", "anna", "ben", "spectator"} for step in steps) > 15
    assert not (tmp_path / "league" / "incoming").exists() or not any(
        (tmp_path / "league" / "incoming").iterdir()
    )
