"""Bots on disk: found by directory or as samples, and told apart by what they hold."""

import os
import shutil
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.roster import content_hash, load_bot, sample_names


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A small bot's directory."""
    directory = tmp_path / "mybot"
    (directory / "tables").mkdir(parents=True)
    (directory / "bot.py").write_text("print()")
    (directory / "tables" / "a.txt").write_text("1")
    (directory / "bot.toml").write_text(
        'name = "mybot"\nversion = "2"\ngames = ["color_elevator"]\ncommand = ["python", "bot.py"]\n'
    )
    return directory


def test_a_bot_is_loaded_by_its_directory(bot: Path) -> None:
    version = load_bot(str(bot))

    assert (version.manifest.name, version.manifest.version, version.directory) == ("mybot", "2", bot)
    assert version.content_hash == content_hash(bot)


def test_a_relative_directory_counts_from_the_base(bot: Path) -> None:
    assert load_bot("./mybot", base=bot.parent).directory == bot


def test_a_relative_directory_counts_from_the_working_directory(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bot)

    assert load_bot(".").directory == bot


@pytest.mark.parametrize("name", sample_names())
def test_every_sample_is_loaded_by_its_name(name: str) -> None:
    assert load_bot(f"sample:{name}").manifest.name == name


def test_an_unknown_sample_is_answered_with_those_that_are_known() -> None:
    with pytest.raises(ConfigError, match=r"no sample bot 'nobody'; they are .*random_bot"):
        load_bot("sample:nobody")


@pytest.mark.parametrize("name", ["", "..", "random_bot/..", "../sample_bots/random_bot"])
def test_a_sample_is_a_name_and_no_path(name: str) -> None:
    with pytest.raises(ConfigError, match="no sample bot"):
        load_bot(f"sample:{name}")


def test_a_bare_sample_name_is_told_the_prefix(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the sample bot is written sample:random_bot"):
        load_bot("random_bot", base=tmp_path)


def test_a_bot_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no bot at 'nowhere': .*nowhere is not there$"):
        load_bot("nowhere", base=tmp_path)


def test_a_file_is_answered_with_its_directory(bot: Path) -> None:
    with pytest.raises(ConfigError, match=r"is a file; name the directory it is in"):
        load_bot(str(bot / "bot.py"))


def test_a_copy_has_the_same_hash(bot: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(bot, tmp_path / "elsewhere")

    assert content_hash(copy) == content_hash(bot)


@pytest.mark.parametrize("ignored", ["__pycache__/bot.pyc", ".git/HEAD", ".env", "tables/.a.swp"])
def test_caches_and_dotfiles_do_not_count(bot: Path, ignored: str) -> None:
    before = content_hash(bot)
    (bot / ignored).parent.mkdir(exist_ok=True)
    (bot / ignored).write_text("x")

    assert content_hash(bot) == before


def test_a_changed_file_changes_the_hash(bot: Path) -> None:
    before = content_hash(bot)
    (bot / "tables" / "a.txt").write_text("2")

    assert content_hash(bot) != before


def test_a_renamed_file_changes_the_hash(bot: Path) -> None:
    before = content_hash(bot)
    (bot / "tables" / "a.txt").rename(bot / "tables" / "b.txt")

    assert content_hash(bot) != before


def test_bytes_cannot_move_from_one_file_to_the_next_unseen(tmp_path: Path) -> None:
    for name, first, second in (("one", "a", "bc"), ("two", "ab", "c")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").write_text(first)
        (tmp_path / name / "y").write_text(second)

    assert content_hash(tmp_path / "one") != content_hash(tmp_path / "two")


@pytest.mark.parametrize("target", ["/etc/passwd", "bot.py", "tables", "nothing"])
def test_links_are_refused(bot: Path, target: str) -> None:
    (bot / "link").symlink_to(target)

    with pytest.raises(ConfigError, match="link is a link; a bot's directory has only files and directories"):
        content_hash(bot)


def test_special_files_are_refused(bot: Path) -> None:
    os.mkfifo(bot / "pipe")

    with pytest.raises(ConfigError, match="pipe is no ordinary file"):
        content_hash(bot)


def test_a_sample_is_one_by_its_name_and_by_its_directory() -> None:
    version = load_bot("sample:random_bot")

    assert version.is_sample
    assert load_bot(str(version.directory)).is_sample


def test_a_copy_of_a_sample_and_what_is_below_one_are_none(bot: Path) -> None:
    copy = bot.parent / "random_bot"
    shutil.copytree(load_bot("sample:random_bot").directory, copy)

    assert not load_bot(str(bot)).is_sample
    assert not load_bot(str(copy)).is_sample
