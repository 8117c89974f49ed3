"""What the README shows is so: its lines are what CI runs, its commands work, its table is what comes out."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.arena_command import ROOT, arena, environment

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^    (\.venv/bin/arena .*)$", re.MULTILINE)


def blocks(language: str, *, page: str = README) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_ci_calls_the_lines_of_the_readme_as_they_stand() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = re.findall(r"^    (.*pip install.*)$", README, re.MULTILINE)

    assert len(lines) == 2
    assert all(f"\n{line}\n" in ci for line in lines)


def test_links_of_all_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page}: {target}"


def test_the_readme_lists_every_page() -> None:
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}

    assert pages - set(re.findall(r"\]\(([^)#]+)\)", README)) == set()


@pytest.mark.slow
def test_the_commands_of_the_readme_work_in_their_order(tmp_path: Path) -> None:
    bot, manifest = blocks("python")[0], blocks("toml")[0]
    (tmp_path / "mybot").mkdir()
    (tmp_path / "mybot" / "bot.py").write_text(bot, encoding="utf-8")
    (tmp_path / "mybot" / "bot.toml").write_text(manifest, encoding="utf-8")
    (tmp_path / "cup.toml").write_text(blocks("toml")[1], encoding="utf-8")
    shutil.copytree(ROOT / "tournaments", tmp_path / "tournaments")
    shutil.copytree(ROOT / "sample_bots", tmp_path / "sample_bots")
    commands = ["arena run tournaments/quickstart.toml", *COMMAND.findall(README)]

    for command in commands:
        words = shlex.split(command)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "arena", *words],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    assert len(commands) > 6


@pytest.mark.slow
def test_the_table_of_the_sample_bots_is_what_the_file_plays(tmp_path: Path) -> None:
    done = arena(tmp_path, "run", ROOT / "tournaments" / "samples.toml", "--quiet")

    assert done.returncode == 0, done.stderr
    (shown,) = [block for block in blocks("text") if "elevator_bot" in block]
    assert shown.strip() in done.stdout
