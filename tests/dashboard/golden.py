"""Drawn text as files, reviewed as a diff."""

from pathlib import Path

from tests import golden

FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a drawing with its file."""
    golden.check_golden(FOLDER / f"{name}.txt", text)
