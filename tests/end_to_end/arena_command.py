"""Runs the real `arena` command in a folder of its own, and compares what tournaments leave behind."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BOTS = Path(__file__).parent / "bots"
SAMPLES = ROOT / "sample_bots"
TIMES = {"ms", "wall_ms", "cpu_ms", "started", "seconds", "tournament"}
"""What may differ between two runs of the same matches."""


def environment() -> dict[str, str]:
    """Return the environment of a command: ours, with colours off and a fixed width."""
    return os.environ | {"NO_COLOR": "1", "COLUMNS": "100"}


def arena(folder: Path, *words: str | Path, timeout: float = 180) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, and wait for it."""
    return subprocess.run(
        [sys.executable, "-m", "arena", *map(str, words)],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def in_user_namespace(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a user namespace in which no other can be made, so that bubblewrap fails."""
    script = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"'
    return subprocess.run(
        ["unshare", "-r", "sh", "-c", script, "sh", sys.executable, "-m", "arena", *map(str, words)],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def start_arena(folder: Path, *words: str | Path) -> subprocess.Popen[str]:
    """Start the command in a folder, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "arena", *map(str, words)],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )


def records(folder: Path) -> dict[str, Any]:
    """Return the exported matches by id, without what may differ between runs, after a proof of them."""
    proof = arena(folder, "verify")
    assert proof.returncode == 0, proof.stderr
    exported = arena(folder, "export")
    assert exported.returncode == 0, exported.stderr
    _, *lines = [json.loads(line) for line in exported.stdout.splitlines()]
    return {line["match"]: without_times(line) for line in lines}


def without_times(value: Any) -> Any:
    """Leave times out of a record."""
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(inner) for inner in value]
    return value


def standings(folder: Path, *options: str) -> Any:
    """Return the standings as the command prints them in JSON, without the tournament's id."""
    shown = arena(folder, "standings", "--format", "json", *options)
    assert shown.returncode == 0, shown.stderr
    return without_times(json.loads(shown.stdout))


def tournament_file(folder: Path, bots: list[Path], stages: str, *, head: str = "", tail: str = "") -> Path:
    """Write a tournament file; its bots are our own."""
    entries = ", ".join(f'{{ path = "{bot}", trusted = true }}' for bot in bots)
    file = folder / "cup.toml"
    file.write_text(f'name = "cup"\nbots = [{entries}]\n{head}\n{stages}\n{tail}\n', encoding="utf-8")
    return file


def stage(name: str, game: str, *, seats: int, deals: int, more: str = "") -> str:
    """Write a stage of a tournament file."""
    return f'[[stages]]\nname = "{name}"\ngame = "{game}"\nseats = {seats}\ndeals = {deals}\n{more}\n'
