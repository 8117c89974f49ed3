"""A table that drops columns, in a stated order, until it fits; it never wraps."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

GAP = 2
LEAST_WIDTH = 8
"""What a column that gives way keeps, if it had more."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a fitted table."""

    title: str
    is_number: bool = True
    dropped: int | None = None
    """When it goes if the table is too wide: 1 goes first; None: never."""
    gives_way: bool = False
    """True for the one column that is cut when nothing is left to drop."""


@dataclass(frozen=True, slots=True)
class FittedTable:
    """Columns and cells; which columns are shown is decided when it is drawn."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Text, ...], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it in the width there is."""
        yield self.table(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Say how wide it would like to be, and is."""
        widths = self._widths()
        kept = self._kept(widths, options.max_width)
        width = min(_total([widths[number] for number in kept]), options.max_width)
        return Measurement(width, width)

    def table(self, width: int) -> Table:
        """Return the table with the columns that fit in a width."""
        widths = self._widths()
        kept = self._kept(widths, width)
        excess = _total([widths[number] for number in kept]) - width
        table = Table(
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            padding=(0, GAP - 1, 0, 0),
            header_style="bold",
        )
        for number in kept:
            column = self.columns[number]
            wide = widths[number]
            if column.gives_way and excess > 0:
                wide = max(min(wide, LEAST_WIDTH), wide - excess)
            justify: JustifyMethod = "right" if column.is_number else "left"
            table.add_column(
                Text(column.title), justify=justify, width=wide, no_wrap=True, overflow="ellipsis"
            )
        for row in self.rows:
            table.add_row(*(row[number] for number in kept))
        return table

    def _widths(self) -> list[int]:
        """Return how wide each column is without cutting anything."""
        return [
            max([cell_len(column.title), *(row[number].cell_len for row in self.rows)])
            for number, column in enumerate(self.columns)
        ]

    def _kept(self, widths: Sequence[int], width: int) -> list[int]:
        """Return the numbers of the columns that are shown."""
        kept = list(range(len(self.columns)))
        order = sorted(
            (dropped, number)
            for number, column in enumerate(self.columns)
            if (dropped := column.dropped) is not None
        )
        for _, number in order:
            if _total([widths[each] for each in kept]) <= width:
                break
            kept.remove(number)
        return kept


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)
