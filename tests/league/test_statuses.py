"""What becomes of our errors; that it reaches the caller is in test_server.py."""

from collections.abc import Iterator
from urllib.parse import quote

import grpc
import pytest

from arena.core.errors import (
    ArenaError,
    BotError,
    CheckFailed,
    ConfigError,
    HostError,
    IllegalMove,
    Interrupted,
    RulesError,
    StorageBusy,
    StorageError,
    UnknownName,
)
from arena.league.calls import Refusal
from arena.league.statuses import MOST_ENCODED, readable, status_of

Code = grpc.StatusCode
EXPECTED = {
    BotError: Code.INTERNAL,
    CheckFailed: Code.FAILED_PRECONDITION,
    ConfigError: Code.INVALID_ARGUMENT,
    HostError: Code.UNAVAILABLE,
    IllegalMove: Code.INTERNAL,
    Interrupted: Code.UNAVAILABLE,
    RulesError: Code.INVALID_ARGUMENT,
    StorageBusy: Code.UNAVAILABLE,
    StorageError: Code.UNAVAILABLE,
    UnknownName: Code.NOT_FOUND,
}
"""By class; one that isn't here is a bug, and one of ours may not be forgotten."""


def _kinds(of: type[ArenaError]) -> Iterator[type[ArenaError]]:
    for kind in of.__subclasses__():
        if kind.__module__ == "arena.core.errors":
            yield kind
        yield from _kinds(kind)


def test_every_error_of_ours_has_its_status() -> None:
    assert set(_kinds(ArenaError)) == set(EXPECTED)
    for kind, code in EXPECTED.items():
        assert status_of(kind("x")).code is code


@pytest.mark.parametrize("kind", [BotError, HostError, StorageBusy, StorageError, ValueError, KeyError])
def test_what_is_not_the_callers_mistake_is_told_in_general_words(kind: type[Exception]) -> None:
    status = status_of(kind("database /srv/league.db is locked"))

    assert status.is_ours
    assert "/srv" not in status.text


def test_a_refusal_is_told_as_it_is() -> None:
    assert status_of(Refusal(Code.NOT_FOUND, "there is no bot ace")) == (
        Code.NOT_FOUND,
        "there is no bot ace",
        False,
    )


@pytest.mark.parametrize(
    "text", ["x" * 100_000, "€" * 100_000, "line\n" * 5_000, "%" * 9_000, "\x1b[31m\0" * 100]
)
def test_whatever_its_text_a_status_fits_into_the_metadata_of_a_client(text: str) -> None:
    told = readable(text)

    assert len(quote(told)) <= MOST_ENCODED
    assert told.replace("\n", "").isprintable()


def test_lines_stay_lines() -> None:
    assert readable("no:\n  a\n  b") == "no:\n  a\n  b"
