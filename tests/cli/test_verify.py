"""`arena verify` proves what was played, and shows no secret."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.scheduling.seeds import commitment, deal_seed
from tests.cli.conftest import Arena
from tests.cli.filled import SECRET
from tests.cli.tampering import edit


def test_a_finished_tournament_is_proven(stored: Arena) -> None:
    result = stored("verify", "cup-1")

    assert (result.code, result.err) == (0, "")
    first, proven, committed, void = result.out.splitlines()
    assert first.startswith("cup-1 is proven: 30 matches with ")
    assert " moves, 11 rated blocks, in " in first
    assert proven.startswith(
        "as they should be: commitment, deals, seats, moves, events, places, chips, faults"
    )
    assert committed.startswith(f"commitment: {commitment(SECRET)}; is it ")
    assert void == "void blocks: 0"


def test_an_unfinished_tournament_is_proven_as_far_as_it_has_come(stored: Arena) -> None:
    result = stored("verify")

    assert result.code == 0
    assert result.out.startswith("league-1 is proven so far: 5 matches with ")
    assert "unfinished: 1 of 11 blocks are in its tables, and 1 beyond them are complete\n" in result.out


def test_a_file_is_proven_without_any_database(stored: Arena) -> None:
    stored("export", "-t", "cup-1", "-o", "cup.jsonl")
    Path("arena.db").unlink()

    result = stored("verify", "cup.jsonl")

    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("cup-1 is proven: 30 matches with ")


def test_the_file_of_an_unfinished_tournament_is_proven_but_for_its_secret(stored: Arena) -> None:
    stored("export", "-o", "league.jsonl")

    result = stored("verify", "league.jsonl")

    assert result.code == 0
    assert "not proven, since the secret is not revealed: commitment, deals\n" in result.out
    assert "as they should be: seats, moves, events, " in result.out


@pytest.mark.parametrize("word", ["-", "/dev/stdin"])
def test_a_file_may_come_through_a_pipe(stored: Arena, word: str) -> None:
    export = stored("export", "-t", "cup-1").out

    done = subprocess.run(
        [sys.executable, "-m", "arena", "verify", word],
        input=export,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.startswith("cup-1 is proven: 30 matches with ")


def test_a_full_disk_is_told_in_one_line(stored: Arena) -> None:
    del stored  # it fills the directory
    for command in ("verify", "export"):
        with Path("/dev/full").open("w", encoding="ascii") as full:
            done = subprocess.run(
                [sys.executable, "-m", "arena", command],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )

        assert (done.returncode, done.stderr) == (
            2,
            "error: can't write to stdout: No space left on device\n",
        )


def test_what_could_not_be_played_again_is_not_said_to_be_as_it_should(stored: Arena) -> None:
    lines = [json.loads(line) for line in stored("export").out.splitlines()]
    for line in lines[1:]:
        line["hands"] = [{"dealer": 0, "events": []}]
    Path("league.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="ascii")

    result = stored("verify", "league.jsonl")

    assert result.code == 0
    assert "is proven so far: 0 matches with 0 moves" in result.out
    assert "as they should be: seats\n" in result.out
    assert ": commitment, deals, moves, events, places, chips, faults, benched bots, tables\n" in result.out
    assert "not played again, since a shuffle is not stated: 5 matches\n" in result.out


def test_any_file_that_is_there_is_taken_for_a_file(stored: Arena) -> None:
    stored("export", "-t", "cup-1", "-o", "records.txt")

    assert stored("verify", "records.txt").out.startswith("cup-1 is proven: 30 matches")


def test_programs_get_json(stored: Arena) -> None:
    (row,) = json.loads(stored("verify", "cup-1", "--format", "json").out)

    assert row.pop("seconds") >= 0
    assert row.pop("moves") > 30
    assert row == {
        "tournament": "cup-1", "commitment": commitment(SECRET), "finished": True, "matches": 30,
        "blocks": 11, "waiting_blocks": 0, "benched_blocks": 0, "void_blocks": [], "unplayed_matches": 0,
        "unproven": [],
    }  # fmt: skip


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_an_unrevealed_secret_is_not_shown(stored: Arena, form: str) -> None:
    stored("export", "-o", "league.jsonl")
    edit("league-1", "main/0/1", lambda record: replace(record, places=record.places[::-1]))

    shown = [stored("verify", "--format", form), stored("verify", "league.jsonl", "--format", form)]

    text = "".join(result.out + result.err for result in shown)
    assert SECRET.hex() not in text
    assert deal_seed(SECRET, "main", 0).hex() not in text


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("nowhere.jsonl", "can't read nowhere.jsonl: No such file"),
        ("nowhere.txt", "can't read nowhere.txt: No such file"),
        ("a" * 5000, "there is no tournament 'aaa"),
        ("cup-7", "no tournament 'cup-7'"),
    ],
)
def test_what_is_not_there_is_a_mistake(stored: Arena, word: str, message: str) -> None:
    result = stored("verify", word)

    assert result.code == 2
    assert message in result.err
