"""Options that the commands for looking at stored tournaments share."""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """How a command writes its rows."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


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
