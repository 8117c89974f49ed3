"""docs/write_a_bot.md is true: its bot plays, and what it says views have is what they have."""

import re
from pathlib import Path
from typing import Any

from arena.bot import ColorElevatorView, LingerLongerView
from arena.roster import load_bot
from tests.bot.test_serve import one_batch

GUIDE = (Path(__file__).parents[2] / "docs" / "write_a_bot.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """Return the first example in a language."""
    found = re.search(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_ten_lines_are_at_most_ten() -> None:
    lines = [line for line in block("python").splitlines() if line.strip()]

    assert len(lines) <= 10


def test_the_bot_of_ten_lines_plays(arena: Any) -> None:
    arena.script = one_batch

    ended = arena.run(block("python"))

    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(arena.received[1].choices) == 3


def test_the_manifest_is_one(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(block("toml"))

    assert load_bot(str(tmp_path)).manifest.name == "mybot"


def test_everything_in_a_view_is_in_the_guide_and_the_other_way_round() -> None:
    public = {name for view in (LingerLongerView, ColorElevatorView) for name in dir(view) if name[0] != "_"}

    assert set(re.findall(r"\bview\.(\w+)", GUIDE)) == public
