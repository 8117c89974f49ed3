"""`arena bot check`: what it prints; what it finds is tested beside the check."""

import json
from pathlib import Path

import pytest

from tests.author.bots import write_program
from tests.cli.conftest import Arena


def test_a_step_says_what_was_seen_and_what_to_change(arena: Arena, tmp_path: Path) -> None:
    write_program(tmp_path / "mine", before="sys.exit('no \\x1b[31mtable')")

    result = arena("bot", "check", "mine", "--sandbox", "process")

    assert result.code == 1
    assert result.err == "error: mine may not play yet\n"
    assert result.out.splitlines()[0] == "ok  manifest        mine 1 plays color_elevator"
    assert "NO  start           it ended before its hello: exited, exit code 1" in result.out
    assert "-> The command in bot.toml must start a program that stays" in result.out
    assert result.out.endswith("The end of what the bot wrote:\nno table\n")
    assert max(map(len, result.out.splitlines())) < 80


def test_programs_get_the_same_as_json(arena: Arena, tmp_path: Path) -> None:
    write_program(tmp_path / "mine", before="sys.exit('no table')")

    result = arena("bot", "check", "mine", "--sandbox", "process", "--format", "json")

    assert result.code == 1
    report = json.loads(result.out)
    assert report["ok"] is False
    assert [(step["name"], step["ok"]) for step in report["steps"]][-1] == ("start", False)
    assert report["output"] == "no table"


def test_a_folder_that_is_not_there_has_no_manifest(arena: Arena) -> None:
    result = arena("bot", "check", "nowhere", "--sandbox", "process")

    assert result.code == 1
    assert "bot.toml is missing" in result.out


@pytest.mark.slow
def test_a_bot_that_may_play_is_told_so(arena: Arena, tmp_path: Path) -> None:
    write_program(tmp_path / "mine")

    result = arena("bot", "check", "mine", "--sandbox", "process")

    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("\nIt may play.\n")


@pytest.mark.slow
def test_the_match_is_shown_up_to_the_fault(arena: Arena, tmp_path: Path) -> None:
    write_program(tmp_path / "mine", "from arena.bot import Placement\nreturn Placement(Card(0), 0)")

    result = arena("bot", "check", "mine", "--sandbox", "process")

    assert result.code == 1
    assert "The match up to the fault (--format json has all of it):" in result.out
    assert result.out.splitlines()[-1].endswith("the house")
    assert max(map(len, result.out.splitlines())) <= 80
