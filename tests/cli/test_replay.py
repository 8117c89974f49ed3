import shutil
from pathlib import Path

import pytest

from arena.core.cards import TEXTS
from tests.cli.conftest import Arena
from tests.cli.filled import make_setup, play_block


def test_every_move_of_the_match_is_told_in_order(stored: Arena) -> None:
    record = play_block(make_setup(), 0, 3)[2]

    result = stored("replay", "main/3/2", "-t", "cup-1")

    told = [line.split()[4] for line in result.out.splitlines() if line.endswith((" ms", "the house"))]
    assert (result.code, result.err) == (0, "")
    assert told == [TEXTS[move] for move in record.moves]


def test_a_match_of_an_unfinished_tournament_can_be_told(stored: Arena) -> None:
    assert stored("replay", "main/0/1", "-t", "league-1").out.startswith("match main/0/1: linger_longer")


def test_what_a_bot_wrote_can_not_touch_the_terminal(stored: Arena) -> None:
    out = stored("replay", "main/0/0", "-t", "cup-1").out

    assert "[bold]loud[/bold]" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_a_block_that_is_not_whole_is_not_told(stored: Arena) -> None:
    result = stored("replay", "main/1/0", "-t", "league-1")

    assert (result.code, result.out) == (2, "")
    assert "is shown when the last rotation of its block is stored" in result.err


@pytest.mark.parametrize(
    ("match", "message"),
    [
        ("main/99/0", "cup-1 has no match main/99/0; the stored ones are listed by: arena matches"),
        ("main-1-2", "'main-1-2' is no match id; it is stage/block/rotation"),
        ("final/0/0", "no stage 'final'; its stages are main, duel"),
    ],
)
def test_a_match_that_is_not_there_says_what_is(stored: Arena, match: str, message: str) -> None:
    result = stored("replay", match, "-t", "cup-1")

    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_without_the_secret_an_unfinished_match_can_not_be_told(stored: Arena) -> None:
    shutil.rmtree(Path("arena.db.secrets"))

    result = stored("replay", "main/0/1", "-t", "league-1")

    assert (result.code, result.out) == (4, "")
    assert "the secret of league-1 is missing" in result.err
