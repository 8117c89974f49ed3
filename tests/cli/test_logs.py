"""What bots wrote, as it is shown."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.core.ids import MatchId
from arena.match.faults import FaultKind
from arena.storage import open_store
from arena.tournament.fold import Fold
from arena.tournament.output import OutputChunk, OutputPiece
from arena.tournament.programme import programme_of
from tests.cli.conftest import Arena, Result
from tests.cli.filled import make_setup, play_block

HOSTILE = "evil \x1b[2J\x1b]0;title\x07 [bold]loud[/bold] \u202egnp\r\n-- main/9/9\nlast"
FIRST, SECOND = MatchId("main", 0, 0), MatchId("main", 1, 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database: ann wrote in two matches, ben was lost, dot wrote before its time."""
    folder = tmp_path_factory.mktemp("logs")
    setup = make_setup()
    with open_store(folder / "arena.db") as store:
        tournament = store.create(setup, "")
        fold = Fold(setup, programme_of(setup))
        records = [record for block in range(2) for record in play_block(setup, 0, block)]
        for record in records:
            fold.add(record)
        fold.advance()
        ann, ben = records[0].seats[:2]
        pieces = [
            OutputPiece(ann, 0, "a0", (OutputChunk("loading\n"), OutputChunk(HOSTILE, (FIRST,), lost=4096))),
            OutputPiece(
                ann, 0, "a0", (OutputChunk("both\n", (FIRST, SECOND)), OutputChunk("x", (), (FIRST,)))
            ),
            OutputPiece(ben, 0, "b0", (OutputChunk("oops\n", (FIRST,)),), "crash: exit code 3", is_full=True),
            OutputPiece(3, 0, "d0", (OutputChunk("my cards\n", (MatchId("main", 5, 0),)),)),
        ]
        store.add(tournament, records, output=pieces, checkpoint=fold.checkpoint())
    return folder


@pytest.fixture
def logs(folder: Path, arena: Arena, tmp_path: Path) -> Callable[..., Result]:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)

    def run(*words: str) -> Result:
        return arena("logs", *words)

    return run


def test_a_match_shows_what_each_of_its_bots_wrote_while_it_was_open(logs: Arena) -> None:
    result = logs("main/0/0")

    assert (result.code, result.err) == (0, "")
    assert result.out.count("main/0/0, seat ") == 3
    assert "  oops" in result.out
    assert "  both" in result.out
    assert "loading" not in result.out
    assert "  x" not in result.out.splitlines()


def test_the_matches_that_were_open_are_named(logs: Arena) -> None:
    lines = logs("main/1/0").out.splitlines()

    both = lines.index("  both")
    assert lines[both - 1] == "-- main/1/0 main/0/0"
    assert lines[both + 1 : both + 3] == ["-- main/1/0", "  x"]


def test_a_bot_alone_shows_its_latest_output(logs: Arena) -> None:
    lines = logs("--bot", "ann").out.splitlines()

    assert lines[:4] == ["ann 1.0", "-- instance a0, lane 0", "-- no match was open", "  loading"]
    assert lines[-1] == "  x"


def test_why_an_instance_was_lost_is_said_and_that_it_wrote_all_it_may(logs: Arena) -> None:
    out = logs("main/0/0", "--bot", "ben").out

    assert "-- it was lost: crash: exit code 3" in out
    assert "-- it has written as much as it may" in out


def test_where_the_output_of_a_bot_is_that_wrote_nothing_in_the_match_is_said(logs: Arena) -> None:
    lines = logs("main/0/0").out.splitlines()

    silent = lines.index("-- it wrote nothing while this match was open")
    assert lines[silent + 1].startswith("-- what it wrote before and after: arena logs --bot ")
    assert logs(*lines[silent + 1].split("arena logs ")[1].split()).code == 0


def test_faults_of_the_match_are_told(logs: Arena) -> None:
    assert f"-- move 0: {FaultKind.MALFORMED_MOVE.value}: evil " in logs("main/0/0").out


def test_what_is_missing_is_said(logs: Arena) -> None:
    assert "-- 4,096 bytes are missing here" in logs("main/0/0").out


def test_output_can_not_touch_the_terminal_nor_pass_for_the_arenas_words(logs: Arena) -> None:
    result = logs("main/0/0")

    assert all(line.isprintable() for line in result.out.splitlines())
    assert "  -- main/9/9" in result.out.splitlines()
    assert "[bold]loud[/bold]" in result.out


def test_output_that_would_give_a_deal_away_is_held_back(logs: Arena) -> None:
    out = logs("--bot", "dot").out

    assert "my cards" not in out
    assert "-- held back until the blocks of all their matches are complete: 1 more" in out


def test_a_bot_that_wrote_nothing_is_said_to_have(logs: Arena) -> None:
    assert logs("--bot", "cat").out.splitlines()[-1] == "-- it wrote nothing"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say whose output to show: a match, a bot, or both"),
        (("--bot", "bob"), "no bot 'bob'; its bots are ann, ben, cat, dot"),
        (("main/9/9",), "has no match main/9/9"),
        (("main/0/0", "--bot", "dot"), "dot did not play in main/0/0"),
        (("main",), "'main' is no match id"),
    ],
)
def test_a_wrong_word_is_named(logs: Arena, words: tuple[str, ...], message: str) -> None:
    result = logs(*words)

    assert (result.code, result.out) == (2, "")
    assert message in result.err
