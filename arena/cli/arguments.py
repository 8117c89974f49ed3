"""Options that commands share."""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """How a command writes its rows."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class ReportFormat(StrEnum):
    """How a command writes what is no table of rows."""

    TABLE = "table"
    JSON = "json"


TournamentOption = Annotated[
    str | None,
    typer.Option(
        "--tournament",
        "-t",
        metavar="ID",
        help="Which tournament; the newest if left out.",
        show_default=False,
    ),
]
FormatOption = Annotated[
    Format, typer.Option("--format", "-f", help="A table for people, JSON or CSV for programs.")
]
ReportFormatOption = Annotated[
    ReportFormat, typer.Option("--format", "-f", help="Text for people, or JSON for programs.")
]
LeagueOption = Annotated[
    str | None,
    typer.Option("--league", "-l", metavar="NAME", help="Instead: of a league.", show_default=False),
]
RoundOption = Annotated[
    int, typer.Option("--round", min=0, help="Of a league: of this round.", show_default=False)
]
