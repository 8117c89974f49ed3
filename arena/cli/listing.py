"""Rows for people as a table, for programs as JSON or CSV: on stdout, where nothing else goes.

JSON and CSV have the same flat rows. Text is never read as markup, and made harmless: a JSON string
escapes what could do harm, so there it is whole.
"""

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.cli.arguments import Format
from arena.core.text import harmless
from arena.dashboard.watching import tolerate_characters

Value = str | int | float | bool | tuple[str, ...] | tuple[int, ...] | None
Row = Mapping[str, Value]
MOST_CHARACTERS = 500
"""Of a cell in a table or in CSV."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a plain table: its heading, and which value of a row it shows."""

    heading: str
    key: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows under a title, all with the same keys, and the table that shows them to people."""

    title: str
    keys: tuple[str, ...]
    """What JSON and CSV have of every row, in order."""
    rows: Sequence[Row]
    table: RenderableType


def show(listings: Sequence[Listing], form: Format, *, footnote: str = "") -> None:
    """Write listings, which have the same keys, to stdout; the footnote goes under tables alone."""
    if form is Format.TABLE:
        parts = [part for listing in listings for part in (heading(listing.title), listing.table)]
        show_parts([*parts, Text(footnote)] if footnote else parts)
    elif form is Format.JSON:
        rows = [{key: row[key] for key in listing.keys} for listing in listings for row in listing.rows]
        write(json.dumps(rows, indent=2) + "\n")
    else:
        write(_csv_of(listings))


def show_parts(parts: Sequence[RenderableType]) -> None:
    """Write to stdout what rich can draw; an empty line goes before every text but the first."""
    console = Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
    tolerate_characters(console)
    with console.capture() as captured:
        for number, part in enumerate(parts):
            if number and isinstance(part, Text):
                console.print()
            console.print(part)
    # Rich pads lines to the width of the table, which nobody wants in a file.
    write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def heading(text: str) -> Text:
    """Return a title as it stands above a table."""
    return Text(harmless(text, MOST_CHARACTERS), style="bold cyan")


def plain_table(columns: Sequence[Column], rows: Sequence[Row]) -> Table:
    """Draw rows in a table that wraps long words and loses nothing."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(
            Text(column.heading),
            justify="right" if column.is_number else "left",
            no_wrap=column.is_number,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(_cell(row[column.key])) for column in columns))
    return table


def write(text: str) -> None:
    """Write to stdout now, so that a reader who has gone is noticed here and not at exit."""
    sys.stdout.write(text)
    sys.stdout.flush()


def say(text: str) -> None:
    """Tell a person something on stderr, where it is no part of the output."""
    sys.stderr.write(f"{harmless(text, MOST_CHARACTERS)}\n")


def _csv_of(listings: Sequence[Listing]) -> str:
    file = io.StringIO()
    keys = listings[0].keys
    writer = csv.DictWriter(file, keys, lineterminator="\n")
    writer.writeheader()
    for listing in listings:
        for row in listing.rows:
            writer.writerow({key: harmless(_joined(row[key], ";"), MOST_CHARACTERS) for key in keys})
    return file.getvalue()


def _cell(value: Value) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return harmless(_joined(value, ", "), MOST_CHARACTERS)


def _joined(value: Value, separator: str) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return separator.join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
