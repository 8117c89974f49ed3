"""`arena sandbox doctor` and `arena sandbox try`."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Arena
from tests.end_to_end.arena_command import BOTS
from tests.sandbox.engine import engine, requires_docker
from tests.sandbox.strangers import bubblewrap, no_engine, requires_bubblewrap, without_engine

__all__ = ["bubblewrap", "engine", "no_engine"]


@without_engine
def test_the_doctor_shows_every_sandbox_and_what_auto_takes_within_80_columns(arena: Arena) -> None:
    result = arena("sandbox", "doctor")

    assert [line for line in result.out.splitlines() if "hold untrusted bots" in line][0::2] == [
        "docker: can't hold untrusted bots",
        "process: can't hold untrusted bots",
    ]
    assert "for untrusted bots" in result.out
    assert max(map(len, result.out.splitlines())) <= 80
    assert "\x1b" not in result.out


@requires_bubblewrap
@without_engine
def test_the_doctor_leaves_with_0_where_one_sandbox_can_hold_strangers(arena: Arena) -> None:
    result = arena("sandbox", "doctor", "--format", "json")
    rows = json.loads(result.out)

    assert (result.code, result.err) == (0, "")
    assert rows[0]["sandbox"] == "docker"
    assert rows[0]["verdict"] == "no"
    assert rows[-1] == {
        "sandbox": "auto",
        "what": "for untrusted bots",
        "found": "bubblewrap",
        "verdict": "ok",
        "remedy": "",
    }


@requires_docker
def test_docker_comes_first(arena: Arena) -> None:
    rows = json.loads(arena("sandbox", "doctor", "--format", "json").out)

    assert rows[-1]["found"] == "docker"


def test_a_bot_is_tried_and_what_it_needed_is_told(arena: Arena) -> None:
    result = arena("sandbox", "try", "sample:random_bot", "--sandbox", "process")

    assert (result.code, result.err) == (0, "")
    told = {line[:15].strip(): line[15:] for line in result.out.splitlines()}
    assert told["sandbox"] == "process (you asked for it)"
    assert re.match(r"after \d+\.\d\d s; \d+\.\d\d s of CPU time", told["first message"])
    assert 10 < int(told["memory"].split()[0]) < 200
    assert told["limits"].startswith("256 MiB of memory, 64 processes")
    assert told["not held to"].startswith("files, network, neighbours")
    assert max(map(len, result.out.splitlines())) < 80


@requires_bubblewrap
@without_engine
def test_nobody_vouches_for_a_bot_that_is_tried(arena: Arena) -> None:
    result = arena("sandbox", "try", "sample:random_bot")

    assert result.code == 0, result.err
    assert "bubblewrap (random_bot is not trusted; docker can't run here)" in result.out


@requires_docker
def test_a_bot_is_tried_in_docker(arena: Arena) -> None:
    result = arena("sandbox", "try", "sample:random_bot", "--sandbox", "docker")

    assert result.code == 0, result.err
    assert "nothing is left open" in result.out


@pytest.mark.parametrize(
    ("bot", "words"),
    [("exits_at_once", "I need a file that isn't there"), ("wont_start", "there-is-no-such-program")],
)
def test_a_bot_that_says_no_hello_leaves_with_1_and_the_end_of_its_output(
    arena: Arena, bot: str, words: str
) -> None:
    result = arena("sandbox", "try", str(BOTS / bot), "--sandbox", "process")

    assert result.code == 1
    assert "does not say hello" in result.err
    assert result.out.splitlines()[-1] == "first message  none: it does not say hello"
    assert words in result.err


def test_what_a_bot_wrote_before_its_hello_can_not_pass_for_a_line_of_ours(
    arena: Arena, tmp_path: Path
) -> None:
    (tmp_path / "bot.toml").write_text(
        'name = "fox"\nversion = "1"\ngames = ["linger_longer"]\ncommand = ["python", "bot.py"]\n'
    )
    (tmp_path / "bot.py").write_text(
        r"print('no\nnot held to    nothing is left open\n\x1b[2J'); raise SystemExit(1)"
    )

    result = arena("sandbox", "try", str(tmp_path), "--sandbox", "process")

    assert result.code == 1
    assert len(result.err.splitlines()) == 1
    assert "\x1b" not in result.err


def test_a_bot_that_is_not_there_is_a_mistake(arena: Arena, tmp_path: Path) -> None:
    result = arena("sandbox", "try", str(tmp_path / "nowhere"))

    assert result.code == 2
    assert "no bot at" in result.err
