"""`arena plan`: what a tournament would play and need."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arena.bootstrap.tournaments import plan_content, source_of
from arena.bootstrap.workers import worker_count
from arena.cli.run import WorkersOption
from arena.dashboard.plan import plan_table
from arena.tournament.plan import refuse_beyond
from arena.tournament.spec import load_file


def plan(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The tournament's TOML file.", show_default=False)
    ],
    workers: WorkersOption = None,
) -> None:
    """Show what a tournament would play and need.

    Stages, tables, matches; instances, memory, time, sandbox. Nothing is started. A plan over the file's
    limit (`max_matches` under [run], a million unless it says otherwise) is refused, with the ways out.

    \b
    Examples:
      arena plan tournaments/quickstart.toml
      arena plan my.toml --workers 8
    """
    loaded = load_file(file)
    made, sandbox = plan_content(loaded.content, source_of(loaded), workers=worker_count(workers))
    Console().print(plan_table(made, sandbox))
    refuse_beyond(made, loaded.content.run.max_matches)
