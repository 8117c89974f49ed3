"""The `--db` option that every command with stored tournaments shares."""

from typing import Annotated

import typer

DatabaseOption = Annotated[
    str,
    typer.Option(
        "--db", help="The database: a file, or a URL such as postgresql://host/name.", envvar="ARENA_DB"
    ),
]
