"""Reads docs/add_a_game.md, and does on a copy of the repository what it says."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from tests.end_to_end.arena_command import ROOT

TOY = Path(__file__).parent / "toy"
GUIDE = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8")
FOLDERS = ("arena", "docs", "protos", "sample_bots", "tests", "tournaments")
COPIED = (*FOLDERS, "pyproject.toml", *(page.name for page in ROOT.glob("*.md")))
_DROPPED = shutil.ignore_patterns("__pycache__", ".*_cache", "third_game")


class Step(NamedTuple):
    """A numbered step of the guide."""

    title: str
    file: str
    """The file or folder that its heading names; empty: none."""
    changes: list[str]
    """Diffs of that file; none: it is new."""
    commands: list[str]


def steps() -> list[Step]:
    """Return the steps in their order."""
    found = re.findall(r"^## (\d+\. .*?)\n(.*?)(?=^## )", GUIDE, re.MULTILINE | re.DOTALL)
    return [
        Step(
            title,
            "".join(re.findall(r"`(.+)`", title)),
            _blocks(text, "diff"),
            "".join(_blocks(text, "sh")).splitlines(),
        )
        for title, text in found
    ]


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def promised() -> dict[str, str]:
    """Return the guide's table of what it comes to: by file, what happens to it."""
    _, _, text = GUIDE.partition("## What it comes to")
    return dict(re.findall(r"^\| `(.+?)` \| (.+?) \|$", text.partition("\n## ")[0], re.MULTILINE))


def copy_repository(target: Path) -> None:
    """Copy all that the guide speaks of; the environment is used where it is."""
    target.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=_DROPPED)
        else:
            shutil.copy(ROOT / name, target / name)
    (target / ".venv").symlink_to(sys.prefix)


def write(step: Step, copy: Path) -> None:
    """Change the file of a step, or put the toy's there."""
    for change in step.changes:
        _apply(change, copy / step.file)
    if step.file and not step.changes:
        put = shutil.copytree if (TOY / step.file).is_dir() else shutil.copy
        put(TOY / step.file, copy / step.file)


def _apply(change: str, file: Path) -> None:
    """Apply a diff whose hunks are found by their lines; each must be in the file once."""
    text = file.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@\n", change, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(before) == 1, f"{file} has {text.count(before)} times:\n{before}"
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")


def run(command: str, copy: Path) -> None:
    """Run a command of the guide, which must succeed."""
    done = subprocess.run(
        ["bash", "-c", command], cwd=copy, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"


def lines_by_file(copy: Path) -> dict[str, list[str]]:
    """Return the lines of all text of a copy."""
    return {
        str(file.relative_to(copy)): file.read_text(encoding="utf-8").splitlines()
        for name in COPIED
        for file in _files(copy / name)
    }


def _files(path: Path) -> Iterator[Path]:
    for file in [path, *path.rglob("*")]:
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


def difference(old: list[str], new: list[str]) -> str:
    """Say in the words of the guide's table what was done to a file by hand."""
    if not old:
        return "new"
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    kept = sum(block.size for block in blocks)
    removed = f", {len(old) - kept} removed" if len(old) > kept else ""
    return f"{len(new) - kept} added{removed}"
