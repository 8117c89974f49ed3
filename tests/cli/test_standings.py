import csv
import io
import json

import pytest

from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of
from tests.cli.conftest import Arena
from tests.cli.filled import BOTS, make_setup, play_block


def rows_by_hand() -> Fold:
    """Fold the whole tournament again, without a database."""
    setup = make_setup()
    fold = Fold(setup, programme_of(setup))
    for stage, schedule in enumerate(programme_of(setup).schedules):
        for block in range(schedule.blocks):
            for record in play_block(setup, stage, block):
                fold.add(record)
    fold.advance()
    return fold


def test_the_table_is_that_of_all_matches_folded_again(stored: Arena) -> None:
    rows = json.loads(stored("standings", "-t", "cup-1", "--stage", "main", "--format", "json").out)

    expected = rows_by_hand().rows(0)
    assert [(row["rank"], row["bot"], row["mu"], row["sigma"], row["faults"]) for row in rows] == [
        (row.rank, BOTS[row.entrant], row.mu, row.sigma, row.faults) for row in expected
    ]


def test_the_newest_tournament_is_shown_by_default(stored: Arena) -> None:
    assert stored("standings").out.startswith("league-1: main")


def test_every_stage_and_all_of_them_have_a_table(stored: Arena) -> None:
    out = stored("standings", "-t", "cup-1").out

    titles = [line for line in out.splitlines() if line.startswith("cup-1: ")]
    assert titles == [
        "cup-1: main  linger_longer standard, 3 seats",
        "cup-1: duel  color_elevator standard, 2 seats",
        "cup-1: all stages",
    ]


def test_a_stopped_tournament_says_that_its_tables_are_provisional(stored: Arena) -> None:
    out = stored("standings", "-t", "league-1").out

    assert "provisional, 1 of 8 blocks" in out
    assert out.endswith("~ provisional: fewer than 20 blocks\n")


def test_csv_has_all_stages_in_one_table_and_nothing_else(stored: Arena) -> None:
    result = stored("standings", "-t", "cup-1", "--format", "csv")

    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["stage"] for row in rows] == ["main"] * 4 + ["duel"] * 2 + [""] * 4
    assert {row["bot"] for row in rows} == set(BOTS)
    assert result.err == ""


def test_who_missed_a_stage_has_no_rank_over_all_stages(stored: Arena) -> None:
    rows = json.loads(stored("standings", "-t", "cup-1", "--format", "json").out)

    overall = {row["bot"]: row["rank"] for row in rows if row["stage"] is None}
    assert sorted(overall.items(), key=lambda item: item[1] or 9)[2:] == [("dot", None), ("cat", None)]
    assert "- missed a stage: its figures can't" in stored("standings", "-t", "cup-1").out


def test_an_unfinished_table_over_all_stages_says_so_and_has_nobody_who_has_not_played(stored: Arena) -> None:
    out = stored("standings", "-t", "league-1").out
    rows = json.loads(stored("standings", "-t", "league-1", "--format", "json").out)

    assert "league-1: all stages  provisional, over 1 of 2 stages\n" in out
    assert "missed a stage" not in out
    of_stage = {row["bot"]: row["mu"] for row in rows if row["stage"] == "main" and row["blocks"]}
    assert {row["bot"]: row["mu"] for row in rows if row["stage"] is None} == of_stage
    assert len(of_stage) == 3


def test_nothing_is_explained_that_is_not_in_the_tables(stored: Arena) -> None:
    assert "missed a stage" not in stored("standings", "-t", "cup-1", "--stage", "main").out


def test_head_to_head_counts_every_pair_from_both_sides(stored: Arena) -> None:
    words = ("standings", "-t", "cup-1", "--stage", "main", "--head-to-head", "--format", "json")

    pairs = {(row["bot"], row["opponent"]): row for row in json.loads(stored(*words).out)}

    assert len(pairs) == 4 * 3
    for (bot, opponent), row in pairs.items():
        # Two bots of four meet at two of the four tables of three: two deals, three rotations each.
        assert row["matches"] == 12
        assert row["score"] + pairs[opponent, bot]["score"] == pytest.approx(1)


def test_head_to_head_says_what_its_figures_mean(stored: Arena) -> None:
    out = stored("standings", "-t", "cup-1", "--head-to-head").out

    assert "How often the bot of a line came before that of a column" in out


def test_per_seat_has_every_bot_as_often_in_every_seat(stored: Arena) -> None:
    rows = json.loads(
        stored("standings", "-t", "cup-1", "--stage", "main", "--per-seat", "--format", "json").out
    )

    assert {(row["bot"], row["seat"]): row["matches"] for row in rows} == {
        (bot, seat): 6 for bot in BOTS for seat in range(3)
    }


def test_two_special_tables_at_once_are_refused(stored: Arena) -> None:
    result = stored("standings", "--head-to-head", "--per-seat")

    assert result.code == 2
    assert "ask for one at a time" in result.err


def test_matches_of_a_block_that_is_not_whole_do_not_count(stored: Arena) -> None:
    rows = json.loads(
        stored("standings", "-t", "league-1", "--stage", "main", "--per-seat", "--format", "json").out
    )

    assert sum(row["matches"] for row in rows) == 3 * 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-t", "cup-9"), "no tournament 'cup-9' in arena.db"),
        (("--stage", "mian"), "no stage 'mian'; its stages are main, duel"),
        (("--format", "xml"), "'xml' is not one of 'table', 'json', 'csv'"),
    ],
)
def test_a_wrong_word_is_named_with_what_is_known(
    stored: Arena, words: tuple[str, ...], message: str
) -> None:
    result = stored("standings", *words)

    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_tables_fit_into_80_columns(stored: Arena) -> None:
    for extra in ((), ("--head-to-head",), ("--per-seat",)):
        assert max(map(len, stored("standings", "-t", "cup-1", *extra).out.splitlines())) <= 80
