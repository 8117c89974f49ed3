"""The quick part of docs/add_a_game.md's truth: its changes fit the files as they are now."""

import shutil
from pathlib import Path

from tests.end_to_end.arena_command import ROOT
from tests.third_game.guide import TOY, steps, write


def test_the_changes_of_the_guide_fit_the_files_of_the_repository(tmp_path: Path) -> None:
    changed = [step for step in steps() if step.changes]

    for step in changed:
        (tmp_path / step.file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / step.file, tmp_path / step.file)
        write(step, tmp_path)

    assert len(changed) == 3
    for step in changed:
        assert "twenty_one" in (tmp_path / step.file).read_text(encoding="utf-8")


def test_every_file_of_the_toy_has_a_step_that_puts_it_in_place() -> None:
    put = tuple(step.file for step in steps() if step.file and not step.changes)
    files = [str(file.relative_to(TOY)) for file in TOY.rglob("*") if file.suffix in {".py", ".proto"}]

    assert [name for name in files if not name.startswith(put)] == []
    assert all((TOY / name).exists() for name in put)
