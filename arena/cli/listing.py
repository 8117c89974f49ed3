"""What the commands for looking print: rows on stdout, where nothing else goes; remarks on stderr."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from arena.cli.arguments import Format
from arena.core.errors import ConfigError
from arena.core.text import harmless
from arena.dashboard.listing import MOST_CHARACTERS, Listing, csv_of, drawn_for, json_of, tables_of


def show(listings: Sequence[Listing], form: Format, *, footnote: str = "") -> None:
    """Write listings, which have the same keys, to stdout; the footnote goes under tables alone."""
    if form is Format.TABLE:
        write(drawn_for(sys.stdout, tables_of(listings, footnote)))
    else:
        write(json_of(listings) if form is Format.JSON else csv_of(listings))


def write(text: str) -> None:
    """Write to stdout now, so that a reader who has gone is noticed here and not at exit."""
    with stdout() as file:
        file.write(text)


@contextmanager
def stdout() -> Iterator[TextIO]:
    """Write to stdout, all of it before this is left.

    Raises:
        ConfigError: it takes no more, as a full disk does.
    """
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What waits to be written would be tried, and fail, once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise ConfigError(f"can't write to stdout: {error.strerror}") from error


def say(text: str) -> None:
    """Tell a person something on stderr, where it is no part of the output."""
    sys.stderr.write(f"{harmless(text, MOST_CHARACTERS)}\n")
