"""Tables of results: rows and names in, something that Rich can draw out.

Names are made harmless here, so that callers may pass them as they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from arena.core.text import harmless
from arena.dashboard.fitted import GAP, Column, FittedTable
from arena.dashboard.words import PROVISIONAL, figure
from arena.match.faults import FaultKind
from arena.rating.head_to_head import PairRow
from arena.rating.per_seat import SeatRow
from arena.rating.standings import StandingRow

NAME_LENGTH = 32
STANDINGS = (
    Column("#"),
    Column("bot", is_number=False, gives_way=True),
    Column("mu-3σ"),  # noqa: RUF001
    Column("mu", dropped=7),
    Column("sigma", dropped=6),
    Column("blocks", dropped=4),
    Column("matches", dropped=1),
    Column("wins", dropped=3),
    Column("place", dropped=5),
    Column("faults", dropped=8),
    Column("forfeits", dropped=2),
)
"""Narrow screens lose matches (they follow from blocks) first, and never rank, bot and the first figure."""


def standings_table(rows: Sequence[StandingRow], names: Sequence[str]) -> FittedTable:
    """Draw standings; figures that rest on few blocks are marked, and so are benched bots."""
    return FittedTable(STANDINGS, tuple(_standing(row, names) for row in rows))


def has_provisional(rows: Sequence[StandingRow]) -> bool:
    """Tell whether a table of these rows has marked figures, which its reader must be told about."""
    return any(figure(row, 0).startswith(PROVISIONAL) for row in rows)


def standing_values(row: StandingRow, name: str) -> dict[str, str | int | float | bool | None]:
    """Return a line of a table as programs read it, under the keys of JSON and CSV."""
    return {
        "rank": row.rank or None,
        "bot": name,
        "mu": row.mu,
        "sigma": row.sigma,
        "conservative": row.conservative,
        "blocks": row.blocks,
        "matches": row.matches,
        "wins": row.wins,
        "mean_place": row.mean_place if row.matches else None,
        "faults": row.faults,
        "forfeits": row.forfeits,
        "benched": row.is_benched,
    }


def _standing(row: StandingRow, names: Sequence[str]) -> tuple[Text, ...]:
    name = named(names, row.entrant)
    if row.is_benched:
        name.append(" (benched)", style="yellow")
    return (
        Text(f"{row.rank}" if row.rank else "-"),
        name,
        Text(figure(row, row.conservative), style="bold"),
        Text(figure(row, row.mu)),
        Text(f"{row.sigma:.2f}"),
        Text(f"{row.blocks:,}"),
        Text(f"{row.matches:,}"),
        Text(f"{row.wins:,}"),
        Text(f"{row.mean_place:.2f}" if row.matches else "-"),
        Text(f"{row.faults:,}", style="red" if row.faults else "none"),
        Text(f"{row.forfeits:,}", style="red" if row.forfeits else "none"),
    )


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A figure for each bot of a line and each column; as many columns side by side as fit."""

    corner: str
    """What stands above the names."""
    lines: Mapping[int, Text]
    columns: Mapping[int, str]
    figures: Mapping[tuple[int, int], str]
    """By the keys of line and column."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the columns in groups, one table below the other."""
        names = max((name.cell_len for name in self.lines.values()), default=0)
        widest = max(map(cell_len, [*self.columns.values(), *self.figures.values()]), default=0)
        fitting = max(1, (options.max_width - max(names, len(self.corner))) // (widest + GAP))
        keys = list(self.columns)
        for first in range(0, len(keys), fitting):
            if first:
                yield Text()
            yield self._table(keys[first : first + fitting])

    def _table(self, keys: Sequence[int]) -> FittedTable:
        columns = (
            Column(self.corner, is_number=False, gives_way=True),
            *(Column(self.columns[key]) for key in keys),
        )
        rows = [
            (name, *(Text(self.figures.get((line, key), "-")) for key in keys))
            for line, name in self.lines.items()
        ]
        return FittedTable(columns, tuple(rows))


def head_to_head_table(rows: Sequence[PairRow], names: Sequence[str]) -> CrossTable:
    """Draw how often the bot of a line came before the bot of a column; a shared place counts half."""
    lines = {entrant: named(names, entrant) for entrant in sorted({row.entrant for row in rows})}
    figures = {(row.entrant, row.opponent): f"{100 * row.mean:.0f} %" for row in rows}
    return CrossTable("before", lines, {entrant: name.plain for entrant, name in lines.items()}, figures)


def per_seat_table(rows: Sequence[SeatRow], names: Sequence[str]) -> CrossTable:
    """Draw the mean place of each bot in each seat."""
    lines = {entrant: named(names, entrant) for entrant in sorted({row.entrant for row in rows})}
    seats = {seat: f"seat {seat}" for seat in sorted({row.seat for row in rows})}
    figures = {(row.entrant, row.seat): f"{row.mean_place:.2f}" for row in rows}
    return CrossTable("mean place of", lines, seats, figures)


def faults_table(counts: Mapping[tuple[int, FaultKind], int], names: Sequence[str]) -> FittedTable:
    """Draw how many faults of each kind each bot made; bots without one are left out."""
    kinds = [kind for kind in FaultKind if any(kind is key[1] for key in counts)]
    totals = {kind: sum(count for key, count in counts.items() if key[1] is kind) for kind in kinds}
    # Too many kinds for the screen: the rarest go first, and the sum stays.
    order = {kind: number for number, kind in enumerate(sorted(kinds, key=totals.__getitem__), start=1)}
    columns = (
        Column("faults of", is_number=False, gives_way=True),
        Column("all"),
        *(Column(kind.value, dropped=order[kind]) for kind in kinds),
    )
    lines = []
    for entrant in sorted({entrant for entrant, _ in counts}):
        cells = [counts.get((entrant, kind), 0) for kind in kinds]
        lines.append((named(names, entrant), *(Text(f"{count:,}") for count in (sum(cells), *cells))))
    return FittedTable(columns, tuple(lines))


def named(names: Sequence[str], entrant: int) -> Text:
    """Return an entrant's name, fit to be shown."""
    return Text(harmless(names[entrant], NAME_LENGTH))
