"""Text kept as files and reviewed as a diff; rewritten only with ARENA_UPDATE_GOLDEN=1."""

import os
from pathlib import Path


def check_golden(path: Path, text: str) -> None:
    """Compare a text with its file."""
    if os.environ.get("ARENA_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path} is missing; write it with ARENA_UPDATE_GOLDEN=1 and review it"
    assert text == path.read_text(encoding="utf-8")
