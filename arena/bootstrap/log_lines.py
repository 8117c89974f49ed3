"""The server's log: a line an event on stderr, for people, or as JSON for programs.

Who logs gives facts that programs want apart as `extra`; those that lines for people shall have beside their
text are in `facts` among them. Text of bots and callers is made harmless here.
"""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TextIO

from arena.core.text import harmless

_MOST_CHARACTERS = 2_000
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "facts"}
"""What every record has."""


class _Lines(logging.Formatter):
    """Lines for people: time, level, what happened, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, with a traceback below it if there is one."""
        facts = "".join(f" {key}={_shown(value)}" for key, value in _facts(record).items())
        text = "\n".join(harmless(line, _MOST_CHARACTERS) for line in record.getMessage().splitlines())
        line = f"{_moment(record):%Y-%m-%d %H:%M:%S} {record.levelname.lower():<7} {text}{facts}"
        return line if record.exc_info is None else f"{line}\n{self.formatException(record.exc_info)}"


class _Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object."""
        line = {
            "time": _moment(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
            **{key: value for key, value in vars(record).items() if key not in _USUAL},
            **_facts(record),
        }
        if record.exc_info is not None:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def start_log(*, as_json: bool, file: TextIO | None = None) -> logging.Handler:
    """Send what the arena logs to stderr or to a file; return what `end_log` takes."""
    handler = logging.StreamHandler(file or sys.stderr)
    handler.setFormatter(_Json() if as_json else _Lines())
    logger = logging.getLogger("arena")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    return handler


def end_log(handler: logging.Handler) -> None:
    """Send nothing there any more."""
    logging.getLogger("arena").removeHandler(handler)


def _moment(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _facts(record: logging.LogRecord) -> Mapping[str, object]:
    facts: Mapping[str, object] = getattr(record, "facts", {})
    return facts


def _shown(value: object) -> str:
    text = harmless(str(value), _MOST_CHARACTERS)
    return json.dumps(text, ensure_ascii=False) if " " in text or not text else text
