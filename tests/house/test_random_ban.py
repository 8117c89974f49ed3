"""Everything random comes from a generator with a seed: the linter refuses the global one."""

import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def lint(source: str) -> str:
    """Check a module of a pure room that has this source; return what the linter says."""
    command = [str(Path(sys.executable).with_name("ruff")), "check", "--select", "TID251", "--no-cache"]
    command += ["--output-format", "concise", "--stdin-filename", "arena/games/deal.py", "-"]
    result = subprocess.run(
        command, input=source, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    return result.stdout


def test_all_of_the_random_module_but_its_generator_is_banned() -> None:
    names = [name for name in random.__all__ if name != "Random"]

    said = lint("import random\n" + "".join(f"random.{name}\n" for name in names))

    assert [name for name in names if f"`random.{name}` is banned" not in said] == []


def test_an_imported_function_is_banned_too() -> None:
    assert "`random.choice` is banned" in lint("from random import choice\n")


def test_a_generator_with_a_seed_is_not_banned() -> None:
    assert "All checks passed" in lint("from random import Random\n\nprint(Random(7).choice('cdhs'))\n")
