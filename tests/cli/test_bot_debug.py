"""`arena bot debug`, with a real bot whose stdin is a pipe."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.author.bots import write_program
from tests.cli.conftest import Arena
from tests.end_to_end.arena_command import environment

AS_STORED = "return view.legal_moves[int(self.rng.random() * len(view.legal_moves))]"
"""What the players of the stored tournaments did: with the same seed and views it is the same moves."""
LL = {"method": "linger_longer", "games": ("linger_longer",)}


def debug(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, and type something."""
    return subprocess.run(
        [sys.executable, "-m", "arena", "bot", "debug", *words],
        cwd=folder,
        env=environment(),
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def folder(stored: Arena, tmp_path: Path) -> Path:
    """Return a folder with stored tournaments of ann, ben, cat and dot."""
    del stored
    return tmp_path


def test_a_bot_that_plays_as_stored_is_told_so_at_every_turn(folder: Path) -> None:
    write_program(folder / "ben", AS_STORED, **LL)

    done = debug(folder, "ben", "--match", "main/1/1", "--tournament", "cup-1")

    assert done.returncode == 0, done.stdout + done.stderr
    head, *turns, end = done.stdout.splitlines()
    assert head.startswith("-- main/1/1: linger_longer, ben has the seat ")
    assert len(turns) > 2
    assert all(turn.endswith(", as stored") for turn in turns)
    assert end == f"-- the match is over: {len(turns)} turns, {len(turns)} answered as stored"


@pytest.mark.slow
def test_the_match_goes_as_stored_whatever_the_bot_answers(folder: Path) -> None:
    body = "self.note('saw %d events' % len(view.history))\nreturn view.legal_moves[-1]"
    write_program(folder / "ben", body, **LL)
    write_program(folder / "as_stored" / "ben", AS_STORED, **LL)
    words = ("--match", "main/1/1", "--tournament", "cup-1")

    turns = debug(folder, "as_stored/ben", *words).stdout.count("-- turn ")
    done = debug(folder, "ben", *words)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("-- turn ") == turns
    assert ", stored is " in done.stdout
    assert "; note: saw " in done.stdout


def test_a_breakpoint_stops_in_the_bot_and_takes_what_is_typed(folder: Path) -> None:
    body = "if len(view.hand) == 3 and not len(view.played):\n    breakpoint()\n" + AS_STORED
    write_program(folder / "ben", body, **LL)

    done = debug(
        folder, "ben", "-m", "main/1/1", "-t", "cup-1", typed="p 'cards:', len(view.hand)\nc\n" + "c\n" * 20
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "(Pdb) ('cards:', 3)" in done.stdout
    assert "-- the match is over" in done.stdout


@pytest.mark.slow
def test_a_bot_that_never_played_there_may_take_any_seat(folder: Path) -> None:
    write_program(folder / "stranger", **LL)

    refused = debug(folder, "stranger", "--match", "main/1/1", "--tournament", "cup-1")
    done = debug(folder, "stranger", "--match", "main/1/1", "--tournament", "cup-1", "--seat", "2")

    assert refused.returncode == 2
    assert "no bot named 'stranger' played in main/1/1; say --seat: the seats are 0 " in refused.stderr
    assert done.returncode == 0, done.stdout + done.stderr
    assert "stranger has the seat 2 of " in done.stdout


@pytest.mark.slow
def test_an_illegal_answer_is_told_and_the_next_turn_comes(folder: Path) -> None:
    body = "return next(Card(card) for card in range(52) if Card(card) not in view.hand)"
    write_program(folder / "ben", body, **LL)

    done = debug(folder, "ben", "--match", "main/1/1", "--tournament", "cup-1")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 answered as stored" in done.stdout
    assert done.stdout.count("-- turn ") > 2


@pytest.mark.slow
def test_a_bot_that_crashes_ends_the_session_with_its_traceback(folder: Path) -> None:
    write_program(folder / "ben", "return 1 / 0", **LL)

    done = debug(folder, "ben", "--match", "main/1/1", "--tournament", "cup-1")

    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert "error: the bot ended before the match did: crash in turn 1" in done.stderr
    assert "wrote no output" not in done.stderr


@pytest.mark.slow
def test_a_bot_that_does_not_start_is_told_from_one_that_crashes(folder: Path) -> None:
    write_program(folder / "ben", before="sys.exit('no table')", **LL)

    done = debug(folder, "ben", "--match", "main/1/1", "--tournament", "cup-1")

    assert done.returncode == 1
    assert "it ended before its hello: exited, exit code 1" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--match", "main/99/0"], "has no match main/99/0"),
        (["--match", "main"], "'main' is no match id"),
        (["--match", "duel/0/1"], "doesn't say that it plays color_elevator, the game of duel/0/1"),
        (["--match", "main/1/1", "--seat", "9"], "--seat 9: the match has the seats 0 "),
    ],
)
def test_a_mistake_is_named(stored: Arena, tmp_path: Path, words: list[str], said: str) -> None:
    write_program(tmp_path / "ann", AS_STORED, **LL)

    result = stored("bot", "debug", "ann", "--tournament", "cup-1", *words)

    assert result.code == 2
    assert said in result.err


def test_how_a_duel_is_kept_is_said_if_none_is(arena: Arena, tmp_path: Path) -> None:
    write_program(tmp_path / "ann", AS_STORED, **LL)

    result = arena("bot", "debug", "ann", "--match", "duel/0/0")

    assert result.code == 2
    assert "a duel is kept only if it, like this command, gets `--db duel.db`" in result.err


@pytest.mark.slow
def test_the_second_interrupt_ends_a_bot_that_ignores_the_first(folder: Path) -> None:
    body = "print('I think', flush=True)\ntime.sleep(600)"
    write_program(folder / "ben", body, before="import signal\nsignal.signal(2, signal.SIG_IGN)", **LL)
    running = subprocess.Popen(
        [sys.executable, "-m", "arena", "bot", "debug", "ben", "-m", "main/1/1", "-t", "cup-1"],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    while "I think" not in running.stdout.readline():
        assert running.poll() is None

    for _ in range(2):
        os.killpg(running.pid, signal.SIGINT)
        time.sleep(0.3)
    out, _ = running.communicate(timeout=60)

    assert running.returncode == 1, out
    assert "the bot ended before the match did: crash in turn 1" in out
