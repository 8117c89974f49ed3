"""What becomes of an error: one table from our errors to gRPC's statuses, and what callers read.

Errors of ours, of the disk and of the database are told in general words: the rest is for the log.
"""

from typing import NamedTuple
from urllib.parse import quote

import grpc

from arena.core.errors import (
    ArenaError,
    CheckFailed,
    ConfigError,
    HostError,
    Interrupted,
    StorageError,
    UnknownName,
)
from arena.core.text import harmless, shorten
from arena.league.calls import Refusal
from arena.league.tokens import without_tokens
from arena.roster.submission import QuotaExceeded

MOST_ENCODED = 4_000
"""Bytes of a status's text as it is sent: clients take 8 KiB of metadata, and need room for more."""
_MOST_LINES = 40
_LONGEST_LINE = 500

_BUG = "the server failed at this; its operator finds the reason in its log"
_STORAGE = "the server can't use its database now; nothing stored is lost; try again later"
_HOST = "the server can't do this now; try again later, or ask its operator"
_STOPPING = "the server is stopping; try again later"
_MISSING = "the server does not offer this call"


class Status(NamedTuple):
    """How a call ends that did not go well."""

    code: grpc.StatusCode
    text: str
    """What the caller reads."""
    is_ours: bool
    """Whether the server failed, and not the caller: then the error belongs into the log."""


_TABLE: tuple[tuple[type[Exception], grpc.StatusCode, str | None], ...] = (
    (QuotaExceeded, grpc.StatusCode.RESOURCE_EXHAUSTED, None),
    (UnknownName, grpc.StatusCode.NOT_FOUND, None),
    (ConfigError, grpc.StatusCode.INVALID_ARGUMENT, None),
    (CheckFailed, grpc.StatusCode.FAILED_PRECONDITION, None),
    (StorageError, grpc.StatusCode.UNAVAILABLE, _STORAGE),
    (HostError, grpc.StatusCode.UNAVAILABLE, _HOST),
    (Interrupted, grpc.StatusCode.UNAVAILABLE, _STOPPING),
    (ArenaError, grpc.StatusCode.INTERNAL, _BUG),
    (NotImplementedError, grpc.StatusCode.UNIMPLEMENTED, _MISSING),
    (Exception, grpc.StatusCode.INTERNAL, _BUG),
)
"""The first row that fits; without a text the error's own is told, since the caller can mend it."""


def status_of(error: Exception) -> Status:
    """Return how a call ends that raised this."""
    if isinstance(error, Refusal):
        return Status(error.code, readable(error.text), is_ours=False)
    code, text = next((code, text) for kind, code, text in _TABLE if isinstance(error, kind))
    if text is None:
        return Status(code, readable(str(error)), is_ours=False)
    return Status(code, text, is_ours=code is not grpc.StatusCode.UNIMPLEMENTED)


def readable(text: str) -> str:
    """Return a text without control characters and tokens that fits into a status."""
    lines = [harmless(line, _LONGEST_LINE) for line in without_tokens(text).splitlines()[:_MOST_LINES]]
    whole = "\n".join(lines)
    while (size := len(quote(whole))) > MOST_ENCODED:
        whole = shorten(whole, len(whole) * MOST_ENCODED // (size + 16))
    return whole
