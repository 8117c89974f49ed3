"""Rows as a table for people, as JSON or CSV for programs; the latter two have the same flat rows.

Text is never read as markup, and made harmless: a JSON string escapes what could do harm, so there it
is whole.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.core.text import harmless
from arena.dashboard.watching import tolerate_characters

Value = str | int | float | bool | tuple[str, ...] | tuple[int, ...] | None
Row = Mapping[str, Value]
MOST_CHARACTERS = 500
"""Of a cell in a table or in CSV."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows under a title, all with the same keys, and the table that shows them to people."""

    title: str
    keys: tuple[str, ...]
    """What JSON and CSV have of every row, in order."""
    rows: Sequence[Row]
    table: RenderableType


def wrapped_table(headings: Mapping[str, str], rows: Sequence[Row]) -> Table:
    """Draw the keys that have a heading in a table that wraps long words and loses nothing."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key, heading in headings.items():
        is_number = any(_is_number(row[key]) for row in rows)
        table.add_column(
            Text(heading), justify="right" if is_number else "left", no_wrap=is_number, overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(_cell(row[key])) for key in headings))
    return table


def titled(title: str, *parts: RenderableType) -> list[RenderableType]:
    """Return parts with their title above them."""
    return [Text(harmless(title, MOST_CHARACTERS), style="bold cyan"), *parts]


def tables_of(listings: Sequence[Listing], footnote: str = "") -> list[RenderableType]:
    """Return all tables with their titles, and a note under them."""
    parts = [part for listing in listings for part in titled(listing.title, listing.table)]
    return [*parts, Text(footnote)] if footnote else parts


def drawn_for(file: TextIO, parts: Sequence[RenderableType]) -> str:
    """Draw as fits the file; an empty line goes before every text but the first."""
    console = Console(file=file, markup=False, highlight=False, emoji=False)
    tolerate_characters(console)
    with console.capture() as captured:
        for number, part in enumerate(parts):
            if number and isinstance(part, Text):
                console.print()
            console.print(part)
    # Rich pads lines to the width of the table, which nobody wants in a file.
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def json_of(listings: Sequence[Listing]) -> str:
    """Write the rows of listings with the same keys as one JSON array."""
    rows = [{key: row[key] for key in listing.keys} for listing in listings for row in listing.rows]
    return json.dumps(rows, indent=2) + "\n"


def csv_of(listings: Sequence[Listing]) -> str:
    """Write the rows of listings with the same keys as CSV with a heading; lists are joined."""
    file = io.StringIO()
    keys = listings[0].keys
    writer = csv.DictWriter(file, keys, lineterminator="\n")
    writer.writeheader()
    for listing in listings:
        for row in listing.rows:
            writer.writerow({key: harmless(_joined(row[key], ";"), MOST_CHARACTERS) for key in keys})
    return file.getvalue()


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cell(value: Value) -> str:
    return f"{value:,}" if _is_number(value) else harmless(_joined(value, ", "), MOST_CHARACTERS)


def _joined(value: Value, separator: str) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return separator.join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
