"""`.arenaignore` takes files out of a bot: out of its hash, and so out of what is uploaded."""

import os
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.roster.content import content_hash, counted_files


def folder(where: Path, *files: str, ignore: str | None = None) -> Path:
    """Make a folder with files, and an `.arenaignore`."""
    for name in files:
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        (where / name).write_text(name)
    if ignore is not None:
        (where / ".arenaignore").write_text(ignore)
    return where


def counted(where: Path) -> list[str]:
    """Return the paths that count."""
    return [path.decode() for path, _ in counted_files(where)]


@pytest.mark.parametrize(
    ("ignore", "left"),
    [
        ("", ["a.log", "a.py", "data/a.log", "data/b.bin"]),
        ("# nothing\n\n", ["a.log", "a.py", "data/a.log", "data/b.bin"]),
        ("*.log\n", ["a.py", "data/b.bin"]),
        ("/a.log\n", ["a.py", "data/a.log", "data/b.bin"]),
        ("data/\n", ["a.log", "a.py"]),
        ("*.log\n!data/a.log\n", ["a.py", "data/a.log", "data/b.bin"]),
        ("data/\n!data/a.log\n", ["a.log", "a.py"]),
        ("data/*\n!data/a.log\n", ["a.log", "a.py", "data/a.log"]),
        ("**/a.*\r\n", ["data/b.bin"]),
    ],
)
def test_patterns_are_those_of_git(tmp_path: Path, ignore: str, left: list[str]) -> None:
    folder(tmp_path, "a.log", "a.py", "data/a.log", "data/b.bin", ignore=ignore)

    assert counted(tmp_path) == left


def test_what_is_left_out_changes_no_hash(tmp_path: Path) -> None:
    folder(tmp_path / "bare", "bot.py")
    folder(tmp_path / "full", "bot.py", "notes/todo.txt", ignore="notes/\n")

    assert content_hash(tmp_path / "full") == content_hash(tmp_path / "bare")


def test_a_folder_without_one_has_the_hash_that_tournaments_have_stored(tmp_path: Path) -> None:
    folder(tmp_path, "bot.py", "a/b.txt", "a.txt")

    assert content_hash(tmp_path) == "ae4c28e8e3cd0a338a306acf59dae1c4e6b8920f4888f37c1a20cb5ad8533845"


def test_a_link_that_is_left_out_is_no_reason_to_refuse(tmp_path: Path) -> None:
    folder(tmp_path, "bot.py", "node_modules/x/index.js", ignore="node_modules\nlatest\n")
    (tmp_path / "latest").symlink_to("bot.py")
    (tmp_path / "node_modules" / "link").symlink_to("/etc/passwd")

    assert counted(tmp_path) == ["bot.py"]


def test_a_pattern_for_folders_takes_out_no_link(tmp_path: Path) -> None:
    folder(tmp_path, "bot.py", ignore="data/\n")
    (tmp_path / "data").symlink_to("/etc")

    with pytest.raises(ConfigError, match="data is a link"):
        counted(tmp_path)


def test_a_line_that_is_no_pattern_is_named(tmp_path: Path) -> None:
    folder(tmp_path, "bot.py", ignore="*.log\n!\n")

    with pytest.raises(ConfigError, match=r"\.arenaignore, line 2: "):
        counted(tmp_path)


def test_a_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    folder(tmp_path, "bot.py")
    (tmp_path / ".arenaignore").write_bytes(b"\xff")

    with pytest.raises(ConfigError, match=r"\.arenaignore is not UTF-8"):
        counted(tmp_path)


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_list_that_is_no_ordinary_file_is_refused(tmp_path: Path, kind: str) -> None:
    folder(tmp_path, "bot.py")
    place = tmp_path / ".arenaignore"
    {"link": lambda: place.symlink_to("bot.py"), "pipe": lambda: os.mkfifo(place), "folder": place.mkdir}[
        kind
    ]()

    with pytest.raises(ConfigError, match=r"\.arenaignore is no ordinary file"):
        counted(tmp_path)
