"""Writes bots, good and bad, to be checked."""

from pathlib import Path

MANIFEST = 'name = "{name}"\nversion = "1"\ngames = [{games}]\ncommand = ["python", "bot.py"]\n'
BOT = """
import os, sys, time
from arena.bot import Bot, Card, serve

{before}

class Mine(Bot):
    def {method}(self, view):
{body}

if __name__ == "__main__":
    serve(Mine)
"""


def write_program(
    folder: Path,
    body: str = "return view.legal_moves[0]",
    *,
    before: str = "",
    method: str = "color_elevator",
    games: tuple[str, ...] = ("color_elevator",),
) -> Path:
    """Write a bot with one method in Python."""
    folder.mkdir(parents=True)
    named = ", ".join(f'"{game}"' for game in games)
    (folder / "bot.toml").write_text(MANIFEST.format(name=folder.name, games=named), encoding="utf-8")
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    text = BOT.format(before=before, method=method, body=lines)
    (folder / "bot.py").write_text(text, encoding="utf-8")
    return folder
