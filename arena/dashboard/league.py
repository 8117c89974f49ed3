"""A league's standings from afar: redrawn in place on a terminal, a line for each change elsewhere."""

from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.core.text import harmless
from arena.dashboard.listing import titled
from arena.dashboard.tables import has_provisional, standings_table
from arena.dashboard.watching import tolerate_characters
from arena.dashboard.words import PROVISIONAL_NOTE, plural
from arena.roster.league_tables import GameTable, LeagueTables

_LEADERS = 3
"""So many of a table are named in a line."""


def league_parts(tables: LeagueTables) -> list[RenderableType]:
    """Draw all tables of a league, a line above that says as of when."""
    parts: list[RenderableType] = [Text(headline(tables), style="bold")]
    for table in tables.games:
        drawn = standings_table(table.rows, table.names) if table.rows else Text("no bots yet", style="dim")
        parts += [Text(), *titled(table.game, drawn)]
    if tables.round:
        parts += [Text(), Text(provenance(tables), style="dim")]
    if any(has_provisional(table.rows) for table in tables.games):
        parts += [Text(), Text(PROVISIONAL_NOTE, style="dim")]
    return parts


def headline(tables: LeagueTables) -> str:
    """Say in one line which league this is, and how far it has come."""
    words = [f"{tables.league}, season {tables.season}"]
    if tables.round:
        words.append(
            f"round {tables.round} ({tables.kind}), {tables.blocks:,} of {tables.total_blocks:,} blocks"
        )
    else:
        words.append("no round yet")
    if not tables.is_running:
        words.append("stopped")
    return "; ".join(words)


def provenance(tables: LeagueTables) -> str:
    """Say which tournament a round is, and what its secret is held to."""
    return f"Tournament {tables.tournament}; SHA-256 of its secret: {tables.commitment}"


class LeagueScreen:
    """Shows tables as they come, for as long as it is entered."""

    def __init__(self, console: Console) -> None:
        """Show on a console."""
        tolerate_characters(console)
        self._console = console
        is_live = console.is_interactive and not console.is_dumb_terminal
        self._live = Live(console=console, auto_refresh=False) if is_live else None
        self._said: str | None = None

    def show(self, tables: LeagueTables) -> None:
        """Draw tables in place of those before, or write a line about them."""
        if self._live is not None:
            self._live.update(Group(*league_parts(tables)), refresh=True)
        else:
            self._line(f"{headline(tables)}{''.join(map(_leaders, tables.games))}")

    def say(self, text: str) -> None:
        """Tell something else, such as that the server can't be reached; once until it changes."""
        if text != self._said:
            self._said = text
            self._line(text)

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def _line(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)


def _leaders(table: GameTable) -> str:
    leaders = (
        f"{row.rank}. {harmless(table.names[row.entrant], 80)} {row.conservative:.1f}"
        for row in table.rows[:_LEADERS]
        if row.rank
    )
    return f"; {table.game}: {', '.join(leaders) or plural(len(table.rows), 'bot') + ', none rated yet'}"
