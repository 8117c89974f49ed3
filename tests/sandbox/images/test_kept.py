"""Folders that are made once: whole or not at all, for everybody to read."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.sandbox.images.kept import cache_folder, kept_folder


@pytest.fixture
def narrow_umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


def make(aside: Path) -> Path:
    (aside / "site" / "cards").mkdir(parents=True)
    (aside / "site" / "cards" / "ace.py").write_text("")
    (aside / "rubbish").write_text("")
    return aside / "site"


def refuse(aside: Path) -> Path:
    make(aside)
    raise ConfigError("no")


def test_a_folder_is_made_once(tmp_path: Path) -> None:
    folder = kept_folder(tmp_path, "cards", make)

    assert kept_folder(tmp_path, "cards", refuse) == folder
    assert list(tmp_path.rglob("*.py")) == [folder / "cards" / "ace.py"]


def test_other_ingredients_make_another_folder(tmp_path: Path) -> None:
    assert kept_folder(tmp_path, "cards", make) != kept_folder(tmp_path, "tables", make)


def test_nothing_is_left_of_what_could_not_be_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        kept_folder(tmp_path, "cards", refuse)

    assert list(tmp_path.iterdir()) == []


def test_the_quicker_of_two_is_kept(tmp_path: Path) -> None:
    def overtaken(aside: Path) -> Path:
        quicker.append(kept_folder(tmp_path, "cards", make))
        return make(aside)

    quicker: list[Path] = []

    assert kept_folder(tmp_path, "cards", overtaken) == quicker[0]


@pytest.mark.usefixtures("narrow_umask")
def test_everybody_may_read_what_was_made_under_any_umask(tmp_path: Path) -> None:
    folder = kept_folder(tmp_path / "cache", "cards", make)

    assert [path.stat().st_mode & 0o777 for path in (folder, folder / "cards")] == [0o755, 0o755]
    assert (folder / "cards" / "ace.py").stat().st_mode & 0o777 == 0o644


def test_what_a_dead_process_left_unfinished_is_removed(tmp_path: Path) -> None:
    script = "from arena.sandbox.owner import this_process; print(this_process())"
    dead = subprocess.check_output([sys.executable, "-c", script], text=True).strip()
    left = tmp_path / f".unfinished-{dead}-0123" / "site"
    left.mkdir(parents=True)

    kept_folder(tmp_path, "cards", make)

    assert not left.parent.exists()


def test_the_cache_is_where_the_user_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder("packages") == Path("/somewhere/arena/packages")

    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder("packages") == Path.home() / ".cache/arena/packages"
