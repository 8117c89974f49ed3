"""The tournament file: what a user sees for each way it can be wrong."""

from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.tournament.spec import load_file

GOOD = """
name = "cup"
bots = ["a", { path = "b", name = "bee" }]

[[stages]]
name = "main"
game = "linger_longer"
deals = 6
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "cup.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_file(write(folder, text))
    return str(caught.value)


def test_a_short_file_gets_the_defaults(tmp_path: Path) -> None:
    content = load_file(write(tmp_path, GOOD)).content

    assert [bot.path for bot in content.bots] == ["a", "b"]
    assert content.time.move_ms == 500
    assert content.time.bank_ms == 5_000
    assert content.run.window == 4_096
    assert content.stages[0].tables == "all"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: No such file"):
        load_file(tmp_path / "none.toml")


def test_a_folder_is_no_tournament_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"is a folder; give the \.toml file"):
        load_file(tmp_path)


def test_text_that_is_not_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    message = refusal(tmp_path, "name = cup\n")

    assert "cup.toml is not TOML" in message
    assert "line 1" in message


def test_bytes_that_are_not_utf_8_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_bytes(b"name = '\xff'")

    with pytest.raises(ConfigError, match="is not UTF-8 text"):
        load_file(file)


def test_an_unknown_key_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD + "dealz = 3\n")

    assert "cup.toml" in message
    assert "stages.0.dealz: there is no such key here" in message
    assert "deals" in message


def test_an_unknown_key_in_a_section_lists_that_sections_keys(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD + "[time]\nmove_seconds = 1\n")

    assert "time.move_seconds: there is no such key here; known are move_ms, bank_ms" in message


def test_a_negative_budget_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD + "[time]\nmove_ms = -5\n")

    assert "time.move_ms: should be greater than or equal to 1 (it is -5)" in message


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD.replace("deals = 6", ""))

    assert "stages.0.deals: is missing" in message


def test_a_name_that_is_none_is_refused_with_the_rule(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD.replace('"cup"', '"My Cup"'))

    assert "name: 'My Cup' is no name: 1 to 32 of a-z" in message


def test_two_stages_of_one_name_are_refused(tmp_path: Path) -> None:
    stage = GOOD[GOOD.index("[[stages]]") :]

    assert "two stages are named 'main'" in refusal(tmp_path, GOOD + stage)


def test_tables_are_all_or_a_number(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD + 'tables = "some"\n')

    assert "stages.0.tables" in message
    assert "'all'" in message


def test_all_problems_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD.replace("deals = 6", "deals = 0") + "[run]\nwindow = 0\n")

    assert "stages.0.deals" in message
    assert "run.window" in message


def test_a_number_in_the_place_of_a_list_is_refused(tmp_path: Path) -> None:
    assert "bots" in refusal(tmp_path, GOOD.replace('bots = ["a", { path = "b", name = "bee" }]', "bots = 3"))
