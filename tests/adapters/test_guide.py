"""docs/train_an_agent.md is true: its programs run, and its tables are what the code does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.adapters.observations import ENCODINGS
from arena.roster import load_bot
from tests.golden import check_golden

PAGE = Path(__file__).parents[2] / "docs" / "train_an_agent.md"
GUIDE = PAGE.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the examples in a language."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


PLAY, TRAIN, BOT, TRY = blocks("python")


def run(folder: Path, name: str, code: str) -> str:
    """Run a program in a folder, and return what it printed."""
    (folder / name).write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, name], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_random_agents_play_a_match(tmp_path: Path) -> None:
    lines = run(tmp_path, "play.py", PLAY).splitlines()

    assert sorted(line.split()[0] for line in lines) == ["seat_0", "seat_1", "seat_2"]
    assert sum(float(line.split()[1]) for line in lines) == 0


def try_after(folder: Path, matches: int) -> str:
    """Train, and return what is printed of the bot that it made."""
    run(folder, "train.py", TRAIN.replace("MATCHES = 2000", f"MATCHES = {matches}"))
    (folder / "bot.py").write_text(BOT, encoding="utf-8")
    return run(folder, "try.py", TRY)


def test_the_trained_bot_plays(tmp_path: Path) -> None:
    assert re.match(r"\d+ matches: won ", try_after(tmp_path, 3))


@pytest.mark.slow
def test_the_training_of_the_guide_makes_a_bot_that_is_better_than_chance(tmp_path: Path) -> None:
    won = re.search(r"won ([\d.]+)%", try_after(tmp_path, 2000))

    assert won is not None
    assert float(won[1]) > 45


def test_the_manifest_is_one(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(blocks("toml")[0])

    assert load_bot(str(tmp_path)).manifest.name == "trained"


def test_the_tables_are_what_the_code_does() -> None:
    page = GUIDE
    for game, encoding in ENCODINGS.items():
        mark = f"<!-- fields of {game} -->"
        table = "\n".join([mark, "", *encoding.table(), ""])
        page = re.sub(rf"{mark}\n\n(\|.*\n)*", lambda _, table=table: table, page)

    check_golden(PAGE, page)
