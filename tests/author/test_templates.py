"""Every template becomes a bot that plays at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.author.templates import SUFFIX, class_name, fill, games_of, languages, write_bot
from arena.core.errors import ConfigError
from arena.roster.bot_version import load_bot
from tests.end_to_end.arena_command import ROOT

GAMES = games_of("python")


@pytest.mark.parametrize("language", languages())
def test_a_new_bot_has_its_name_and_all_games(tmp_path: Path, language: str) -> None:
    write_bot(tmp_path / "my-bot", language)

    manifest = load_bot(str(tmp_path / "my-bot")).manifest
    assert manifest.name == "my-bot"
    assert set(manifest.games) == set(GAMES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_for_one_game_says_nothing_of_the_others(tmp_path: Path, language: str, game: str) -> None:
    made = write_bot(tmp_path / "mine", language, [game])

    text = "".join((tmp_path / "mine" / file).read_text(encoding="utf-8") for file in made.files)
    assert game in text
    assert not any(other in text for other in GAMES if other != game)


@pytest.mark.parametrize("language", languages())
def test_nothing_of_a_template_is_left_in_a_new_bot(tmp_path: Path, language: str) -> None:
    made = write_bot(tmp_path / "mine", language)

    for file in made.files:
        text = (tmp_path / "mine" / file).read_text(encoding="utf-8")
        assert not file.endswith(SUFFIX)
        assert not any(mark in text for mark in ("__NAME__", "__CLASS__", "__GAME", "[only ", "[end]"))


@pytest.mark.slow
@pytest.mark.parametrize("games", [[], *([game] for game in GAMES)], ids=["all", *GAMES])
def test_the_test_of_a_new_python_bot_passes(tmp_path: Path, games: list[str]) -> None:
    write_bot(tmp_path / "mine", "python", games)

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "mine",
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("games", [[], *([game] for game in GAMES)], ids=["all", *GAMES])
def test_a_new_python_bot_needs_no_formatting(tmp_path: Path, games: list[str]) -> None:
    write_bot(tmp_path / "mine", "python", games)

    ruff = [str(Path(sys.executable).with_name("ruff"))]
    for words in (["format", "--check", "--line-length", "110"], ["check", "--select", "F,E9"]):
        done = subprocess.run(
            [*ruff, *words, "--isolated", "--no-cache", str(tmp_path / "mine")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"mine has something in it; name a folder that isn't there"):
        write_bot(tmp_path / "mine", "python")

    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()

    assert write_bot(tmp_path / "mine", "python").name == "mine"


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()

    with pytest.raises(ConfigError, match="mine is a file"):
        write_bot(tmp_path / "mine", "python")


def test_a_bad_name_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'My Bot' can't name a bot: a name has 1 to 32 of a-z"):
        write_bot(tmp_path / "My Bot", "python")

    assert not list(tmp_path.iterdir())


def test_an_unknown_language_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no template for 'cobol'; say --lang .*python"):
        write_bot(tmp_path / "mine", "cobol")


def test_an_unknown_game_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"knows no game 'chess'; say --game \w+ or --game \w+"):
        write_bot(tmp_path / "mine", "python", ["chess"])

    assert not list(tmp_path.iterdir())


def test_lines_for_other_games_are_left_out() -> None:
    text = "a\n  # [only chess]\nb\n// [end]\n# [only go]\nc __NAME__\n# [end]\nd\n"

    assert fill(text, ["go"], {"__NAME__": "me"}) == "a\nc me\nd\n"


@pytest.mark.parametrize(
    ("name", "expected"), [("mybot", "Mybot"), ("my-bot_2", "MyBot2"), ("9lives", "Bot9lives")]
)
def test_a_class_is_named_after_its_bot(name: str, expected: str) -> None:
    assert class_name(name) == expected


def test_templates_of_any_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "cobol" / "src").mkdir(parents=True)
    (tmp_path / "cobol" / "src" / f"bot.cob{SUFFIX}").write_text(
        "* [only go]\n* __CLASS__ __GAMES__\n* [end]\n", encoding="utf-8"
    )

    made = write_bot(tmp_path / "out" / "mine", "cobol", templates=tmp_path)

    assert made.files == ("src/bot.cob",)
    assert (made.folder / "src" / "bot.cob").read_text(encoding="utf-8") == '* Mine "go"\n'
