"""`arena bot duel`, with real bots in real processes."""

import io
import json
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from arena.author.duel import Duel
from arena.cli import bot_duel
from arena.dashboard.listing import drawn_for, tables_of
from tests.author.bots import write_program
from tests.author.test_duel import block
from tests.cli.conftest import Arena
from tests.end_to_end.arena_command import arena as command
from tests.end_to_end.arena_command import start_arena

TABLE = ("--game", "color_elevator", "--seats", "2", "--workers", "1")


def test_a_mistake_is_named_before_anything_is_played(arena: Arena, tmp_path: Path) -> None:
    result = arena("bot", "duel", "sample:random_bot", *TABLE)

    assert result.code == 2
    assert "a duel takes two bots or more" in result.err
    assert not list(tmp_path.iterdir())


def test_a_table_of_long_names_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = ["a" * 32, "b" * 32, "c" * 32]
    duel = Duel(names, seats=3, most=100, sure=0.95)
    while not duel.is_over:
        duel.add(block([3, 2, 1]))

    drawn = drawn_for(io.StringIO(), tables_of([bot_duel._listing(duel)]))

    assert max(map(len, drawn.splitlines())) <= 80
    assert drawn.startswith(f"After {duel.blocks} blocks, 95 % sure\n")
    assert drawn.count("better") == 3
    assert all(drawn.count(name[0]) >= 2 * 32 for name in names)


@pytest.mark.slow
def test_a_duel_ends_when_the_better_one_is_clear_and_keeps_nothing(tmp_path: Path) -> None:
    bots = ("sample:random_bot", "sample:elevator_bot")

    done = command(tmp_path, "bot", "duel", *bots, *TABLE, "-n", "5000", "--format", "json")

    assert done.returncode == 0, done.stderr
    (pair,) = json.loads(done.stdout)
    assert (pair["first"], pair["second"], pair["better"]) == ("random_bot", "elevator_bot", "elevator_bot")
    assert pair["blocks"] < 1_000
    assert pair["low"] <= pair["lead"] <= pair["high"] < 0
    assert pair["p"] <= 0.05
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_of_two_bots_that_are_one_neither_is_better_and_the_end_comes_early(tmp_path: Path) -> None:
    bot = str(write_program(tmp_path / "mine"))

    done = command(tmp_path, "bot", "duel", bot, bot, *TABLE, "-n", "400", "--db", "kept.db")

    assert done.returncode == 0, done.stderr
    assert "mine, mine-2: not clear" in " ".join(done.stdout.split())
    assert "a larger -n may tell" in " ".join(done.stdout.split())
    with sqlite3.connect(tmp_path / "kept.db") as database:
        ((matches,),) = database.execute("select count(*) from matches")
    assert 40 <= matches < 800


@pytest.mark.slow
def test_a_warning_of_too_few_deals_names_the_option_of_a_duel(tmp_path: Path) -> None:
    bots = ["sample:random_bot"] * 3

    done = command(tmp_path, "bot", "duel", *bots, *TABLE[:2], "--workers", "1", "-n", "1", "--plain")

    assert done.returncode == 0, done.stderr
    assert "-n 1 is no multiple of 2" in done.stdout


@pytest.mark.slow
def test_a_verdict_does_not_hang_on_how_many_workers_play(tmp_path: Path) -> None:
    words = ("bot", "duel", "sample:greedy_bot", "sample:random_bot", "--game", "color_elevator")
    ends = []
    for count in ("1", "2"):
        done = command(
            tmp_path, *words, "--seats", "2", "--seed", "s", "-n", "300", "-f", "json", "--workers", count
        )
        assert done.returncode == 0, done.stderr
        ends.append(json.loads(done.stdout))

    assert ends[0] == ends[1]


@pytest.mark.slow
def test_a_duel_that_is_stopped_by_hand_shows_what_is_known(tmp_path: Path) -> None:
    words = ("bot", "duel", "sample:random_bot", "sample:random_bot", *TABLE, "-n", "100000", "--plain")
    running = start_arena(tmp_path, *words, "--db", "kept.db")
    deadline = time.monotonic() + 120
    while not _matches(tmp_path / "kept.db") and time.monotonic() < deadline:
        time.sleep(0.1)

    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=120)

    assert running.returncode == 130, out
    assert "stopped before it was decided" in out
    assert "not clear yet" in " ".join(out.split())
    assert "Traceback" not in out


def _matches(file: Path) -> int:
    """Count the matches that are stored, as far as there is a database."""
    if not file.exists():
        return 0
    try:
        with sqlite3.connect(file) as database:
            ((count,),) = database.execute("select count(*) from matches")
    except sqlite3.OperationalError:
        return 0
    return int(count)
