import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from arena.bootstrap.log_lines import end_log, start_log

LOG = logging.getLogger("arena.league.some")


@contextmanager
def log(*, as_json: bool) -> Iterator[Callable[[], list[str]]]:
    """Log into memory; yield what returns the lines."""
    file = io.StringIO()
    handler = start_log(as_json=as_json, file=file)
    try:
        yield lambda: file.getvalue().splitlines()
    finally:
        end_log(handler)


def test_a_line_has_level_text_and_facts() -> None:
    with log(as_json=False) as lines:
        LOG.info("a round begins", extra={"facts": {"league": "main", "reason": "why not"}})

    (line,) = lines()
    assert line.endswith(' info    a round begins league=main reason="why not"')


def test_json_has_an_object_a_line_with_every_fact_apart() -> None:
    with log(as_json=True) as lines:
        LOG.warning("refused %s", "it", extra={"who": "ann", "facts": {"round": 3}})

    (line,) = lines()
    told = json.loads(line)
    assert (told["level"], told["text"], told["who"], told["round"]) == ("warning", "refused it", "ann", 3)
    assert told["from"] == "arena.league.some"


def test_text_of_strangers_cannot_steer_a_terminal_or_forge_a_line() -> None:
    with log(as_json=False) as lines:
        LOG.info("x", extra={"facts": {"reason": "\x1b[31mred\n2026-01-01 00:00:00 info forged"}})

    (line,) = lines()
    assert "\x1b" not in line


@pytest.mark.parametrize("as_json", [False, True])
def test_a_bug_is_logged_with_its_traceback(as_json: bool) -> None:
    with log(as_json=as_json) as lines:
        try:
            raise ZeroDivisionError("a bug")
        except ZeroDivisionError as error:
            LOG.error("it failed", exc_info=error)

    assert "ZeroDivisionError: a bug" in "\n".join(lines())
    assert "Traceback" in "\n".join(lines())
