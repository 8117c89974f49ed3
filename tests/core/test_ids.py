"""Names and match ids."""

import pytest

from arena.core.errors import ConfigError
from arena.core.ids import MatchId, check_name, parse_match_id


def test_a_match_id_is_written_and_read() -> None:
    match = MatchId("main", 12, 3)

    assert str(match) == "main/12/3"
    assert parse_match_id("main/12/3") == match


@pytest.mark.parametrize(
    "text", ["", "main", "main/1", "main/1/2/3", "main/a/0", "main/-1/0", "main/1/", "m/²/0", "m/1/0\n"]
)
def test_a_text_of_another_form_is_no_match_id(text: str) -> None:
    with pytest.raises(ConfigError, match="is no match id; it is stage/block/rotation, for example main/0/2"):
        parse_match_id(text)


@pytest.mark.parametrize("text", [f"main/{'9' * 19}/0", f"main/0/{'9' * 10}", f"main/{'9' * 5_000}/0"])
def test_numbers_that_no_database_takes_are_no_match_id(text: str) -> None:
    with pytest.raises(ConfigError, match="is no match id"):
        parse_match_id(text)


def test_a_match_id_with_a_bad_stage_says_that_it_is_the_stage() -> None:
    with pytest.raises(ConfigError, match="'Main' can't name a stage"):
        parse_match_id("Main/1/2")


@pytest.mark.parametrize("name", ["a", "7", "random_bot", "a-b", "x" * 32])
def test_a_well_formed_name_is_returned(name: str) -> None:
    assert check_name(name, what="bot") == name


@pytest.mark.parametrize("name", ["", "_a", "-a", "A", "a b", "é", "a\n", "x" * 33, "a/b", "\x1b[31m"])
def test_another_name_is_refused_with_the_rule(name: str) -> None:
    with pytest.raises(ConfigError, match="can't name a bot: a name has 1 to 32 of a-z, 0-9"):
        check_name(name, what="bot")
