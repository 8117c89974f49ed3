"""Drawn text as files, reviewed as a diff; rewritten only with ARENA_UPDATE_GOLDEN=1."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a drawing with its file."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("ARENA_UPDATE_GOLDEN") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
