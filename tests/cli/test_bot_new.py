"""`arena bot new`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Arena


def test_a_new_bot_is_there_with_what_to_do_next(arena: Arena, tmp_path: Path) -> None:
    result = arena("bot", "new", "mybot", "--game", "linger_longer")

    assert (result.code, result.err) == (0, "")
    said, *then = result.out.splitlines()
    assert said == "mybot: .arenaignore, README.md, bot.py, bot.toml, test_bot.py"
    assert then == [
        "1. Write the strategy in mybot/bot.py; README.md beside it says how to try it.",
        "2. arena bot check mybot",
        "3. arena bot duel mybot sample:random_bot --game linger_longer --db duel.db",
    ]
    assert 'games = ["linger_longer"]' in (tmp_path / "mybot" / "bot.toml").read_text(encoding="utf-8")


def test_the_file_of_the_strategy_is_named_in_any_language(arena: Arena) -> None:
    assert "1. Write the strategy in mine/bot.js;" in arena("bot", "new", "mine", "--lang", "javascript").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["My Bot"], "'My Bot' can't name a bot: a name has 1 to 32 of a-z"),
        (["mine", "--lang", "cobol"], "there is no template for 'cobol'; say --lang"),
        (["mine", "--game", "chess"], "knows no game 'chess'; say --game"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_made(
    arena: Arena, tmp_path: Path, words: list[str], said: str
) -> None:
    result = arena("bot", "new", *words)

    assert result.code == 2
    assert said in result.err
    assert not list(tmp_path.iterdir())


def test_a_second_bot_of_the_name_does_not_touch_the_first(arena: Arena, tmp_path: Path) -> None:
    arena("bot", "new", "mybot")
    (tmp_path / "mybot" / "bot.py").write_text("mine", encoding="utf-8")

    result = arena("bot", "new", "mybot")

    assert result.code == 2
    assert "mybot has something in it; name a folder that isn't there, or an empty one" in result.err
    assert (tmp_path / "mybot" / "bot.py").read_text(encoding="utf-8") == "mine"
