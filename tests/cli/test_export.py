import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.scheduling.seeds import deal_seed
from tests.cli.conftest import Arena
from tests.cli.filled import SECRET, make_setup, play_block


def exported(text: str) -> list[dict[str, Any]]:
    """Read the matches, which come after the head."""
    return [json.loads(line) for line in text.splitlines()[1:]]


def head_of(text: str) -> dict[str, Any]:
    head: dict[str, Any] = json.loads(text.splitlines()[0])
    return head


def test_every_match_is_a_line_in_schedule_order(stored: Arena) -> None:
    result = stored("export", "-t", "cup-1")

    expected = [
        *(f"main/{block}/{rotation}" for block in range(8) for rotation in range(3)),
        *(f"duel/{block}/{rotation}" for block in range(3) for rotation in range(2)),
    ]
    assert [match["match"] for match in exported(result.out)] == expected
    assert (result.code, result.err) == (0, "")


def test_a_line_is_the_record_of_its_match(stored: Arena) -> None:
    record = play_block(make_setup(), 0, 5)[1]

    match = exported(stored("export", "-t", "cup-1").out)[5 * 3 + 1]

    assert match["format"] == "arena-match/1"
    assert match["tournament"] == "cup-1"
    assert match["places"] == list(record.places)
    assert [seat["bot"] for seat in match["seats"]] == [make_setup().entrants[n].name for n in record.seats]
    plays = [event for hand in match["hands"] for event in hand["events"] if event["type"] == "play"]
    assert len(plays) == len(record.moves)


def test_the_first_line_says_what_was_to_be_played(stored: Arena) -> None:
    head = head_of(stored("export", "-t", "cup-1").out)

    assert (head["format"], head["tournament"], head["name"]) == ("arena-tournament/1", "cup-1", "cup")
    assert head["entrants"][2] == {"bot": "cat", "version": "1.2"}
    assert [(stage["name"], stage["deals"], stage["tables"]) for stage in head["stages"]] == [
        ("main", 2, None),
        ("duel", 3, None),
    ]
    assert head["stages"][0]["options"]["draw"] == "one"
    assert (head["bench_after"], head["window"], head["max_faults"]) == (10, 4096, 3)
    assert (head["finished"], head["next_block"], head["skipped"]) == (True, 11, [])


def test_the_first_line_has_the_standings_in_full(stored: Arena) -> None:
    shown = json.loads(stored("standings", "-t", "cup-1", "--format", "json").out)

    head = head_of(stored("export", "-t", "cup-1").out)

    rows = [row for table in head["standings"] for row in table["rows"]]
    listed = [{**row, "stage": None, "conservative": None} for row in shown if row["stage"] is not None]
    assert [{**row, "stage": None, "conservative": None} for row in rows] == listed
    assert head["faults"] == {"malformed_move": 2}


def test_the_first_line_has_the_secret_once_it_is_revealed(stored: Arena) -> None:
    finished = head_of(stored("export", "-t", "cup-1").out)
    unfinished = stored("export", "-t", "league-1").out

    assert bytes.fromhex(finished["secret"]) == SECRET
    assert (head_of(unfinished)["secret"], head_of(unfinished)["finished"]) == (None, False)
    assert SECRET.hex() not in unfinished


def test_the_seed_is_there_once_the_secret_is_revealed(stored: Arena) -> None:
    finished = exported(stored("export", "-t", "cup-1").out)
    unfinished = exported(stored("export", "-t", "league-1").out)

    assert finished[0]["seed"] == deal_seed(SECRET, "main", 0).hex()
    assert not any("seed" in match for match in unfinished)


def test_nothing_of_a_block_is_exported_before_it_is_whole(stored: Arena) -> None:
    matches = [match["match"] for match in exported(stored("export", "-t", "league-1").out)]

    assert matches == ["main/0/0", "main/0/1", "main/0/2", "duel/0/0", "duel/0/1"]


def test_a_file_gets_the_same_and_stdout_nothing(stored: Arena) -> None:
    direct = stored("export", "-t", "cup-1").out

    result = stored("export", "-t", "cup-1", "-o", "cup.jsonl")

    assert Path("cup.jsonl").read_text("ascii") == direct
    assert (result.out, result.err) == ("", "wrote 30 matches of cup-1 to cup.jsonl\n")
    assert [path.name for path in Path().glob("cup*")] == ["cup.jsonl"]


def test_a_file_that_can_not_be_written_is_named(stored: Arena) -> None:
    result = stored("export", "-o", "nowhere/cup.jsonl")

    assert result.code == 2
    assert "can't write nowhere/cup.jsonl: No such file or directory; name another file with -o" in result.err


@pytest.mark.parametrize(
    ("name", "message"), [("", "is a folder"), (".", "is a folder"), ("/", "is a folder")]
)
def test_a_folder_is_no_file_to_write_to(stored: Arena, name: str, message: str) -> None:
    result = stored("export", "-o", name)

    assert result.code == 2
    assert message in result.err


def test_no_database_is_replaced(stored: Arena) -> None:
    before = Path("arena.db").read_bytes()
    Path("link.jsonl").symlink_to("arena.db")

    for name in ("arena.db", "link.jsonl"):
        result = stored("export", "-o", name)

        assert result.code == 2
        assert "it is a database; name another file with -o" in result.err
    assert Path("arena.db").read_bytes() == before


def test_a_file_is_replaced_where_a_link_leads(stored: Arena) -> None:
    Path("old.jsonl").write_text("old", encoding="ascii")
    Path("link.jsonl").symlink_to("old.jsonl")

    stored("export", "-t", "cup-1", "-o", "link.jsonl")

    assert Path("link.jsonl").is_symlink()
    assert head_of(Path("old.jsonl").read_text("ascii"))["tournament"] == "cup-1"


def test_a_pipe_is_written_to_and_stays(stored: Arena) -> None:
    os.mkfifo("pipe")
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True) as reader:
        stored("export", "-t", "cup-1", "-o", "pipe")
        read = reader.communicate()[0]

    assert len(exported(read)) == 30
    assert Path("pipe").is_fifo()


def test_files_of_others_beside_it_are_left_alone(stored: Arena) -> None:
    Path("cup.jsonl.part").write_text("mine", encoding="ascii")

    stored("export", "-t", "cup-1", "-o", "cup.jsonl")

    assert [path.name for path in sorted(Path().glob("cup*"))] == ["cup.jsonl", "cup.jsonl.part"]
    assert Path("cup.jsonl.part").read_text("ascii") == "mine"


def test_a_reader_who_has_enough_is_no_error(stored: Arena) -> None:
    del stored  # it fills the directory
    arena = [sys.executable, "-m", "arena"]
    with subprocess.Popen(
        [*arena, "export", "-t", "cup-1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as export:
        assert export.stdout is not None
        assert export.stderr is not None
        export.stdout.close()

        complaints = export.stderr.read()

    assert complaints == ""
