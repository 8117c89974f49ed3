"""Names of bots that are named on a command line."""

from pathlib import Path

import pytest

from arena.bootstrap.seated_names import seated_names, who_is_who
from arena.core.errors import ConfigError
from tests.author.bots import write_program
from tests.end_to_end.arena_command import arena as command


def versions(folder: Path) -> list[str]:
    """Write two bots of one name in different folders."""
    return [str(write_program(folder / place / "fox")) for place in ("old", "new")]


def test_bots_of_one_name_are_numbered_and_it_is_said_which_is_which(tmp_path: Path) -> None:
    old, new = versions(tmp_path)
    bots = [old, "sample:random_bot", new]

    names = seated_names(bots)

    assert names == ["fox", "random_bot", "fox-2"]
    assert list(who_is_who(bots, names)) == [f"fox is {old}", f"fox-2 is {new}"]


def test_copies_of_one_bot_need_no_word() -> None:
    bots = ["sample:random_bot", "sample:random_bot"]

    assert seated_names(bots) == ["random_bot", "random_bot-2"]
    assert not list(who_is_who(bots, seated_names(bots)))


def test_a_number_is_not_put_behind_a_name_that_fills_its_room(tmp_path: Path) -> None:
    bot = str(write_program(tmp_path / ("f" * 32)))

    assert seated_names([bot, bot]) == ["f" * 32, "f" * 28 + "-2"]


def test_a_path_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(ConfigError, match="no bot can be at"):
        seated_names(["a\0b"])


@pytest.mark.slow
def test_bots_of_one_name_can_play_a_match(tmp_path: Path) -> None:
    old, new = versions(tmp_path)

    done = command(tmp_path, "match", old, new, "--game", "color_elevator", "--plain")

    assert done.returncode == 0, done.stderr
    assert f"fox-2 is {new}" in done.stderr
    assert "fox-2" in done.stdout
