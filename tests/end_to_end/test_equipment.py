"""A bot gets the packages and built files that its manifest asks for, in every sandbox."""

import json
from pathlib import Path

import pytest

from arena.sandbox.backends import BACKENDS
from tests.end_to_end.arena_command import arena

pytestmark = pytest.mark.slow

MANIFEST = """
name = "needy"
version = "1"
games = ["linger_longer"]
command = ["python", "bot.py"]
requirements = ["six==1.17.0"]
build = ["python", "make_table.py"]
"""
MAKE_TABLE = """
import os, pathlib, six
pathlib.Path(os.environ["ARENA_BUILD"], "table.txt").write_text(six.__version__)
"""
BOT = """
from pathlib import Path
import six
from arena.bot import Bot, serve

assert Path("built/table.txt").read_text() == six.__version__ == "1.17.0"

class Needy(Bot):
    def linger_longer(self, view):
        return view.legal_moves[0]

serve(Needy)
"""


def bot_folder(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in {"bot.toml": MANIFEST, "make_table.py": MAKE_TABLE, "bot.py": BOT, **files}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("sandbox", sorted(BACKENDS))
def test_a_bot_plays_with_what_it_asked_for(tmp_path: Path, sandbox: str) -> None:
    bot_folder(tmp_path / "needy")
    words = ["match", "./needy", "sample:random_bot", "sample:random_bot", "--game", "linger_longer"]

    done = arena(tmp_path, *words, "--sandbox", sandbox, "--plain", timeout=180)

    assert done.returncode == 0, done.stderr
    standings = json.loads(arena(tmp_path, "standings", "--format", "json").stdout)
    assert {row["bot"]: row["faults"] for row in standings}["needy"] == 0


def test_a_build_step_that_fails_is_told_with_its_output_before_anything_is_played(tmp_path: Path) -> None:
    bot_folder(tmp_path / "needy", **{"make_table.py": "raise SystemExit('no table for you')"})
    words = ["match", "./needy", "sample:random_bot", "sample:random_bot", "--game", "linger_longer"]

    done = arena(tmp_path, *words, "--sandbox", "process", "--plain", timeout=180)

    assert done.returncode == 2
    assert "bot needy" in done.stderr
    assert "no table for you" in done.stderr
