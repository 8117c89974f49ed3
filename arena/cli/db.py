"""`arena db`: the database as a whole."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import Format, FormatOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import say, show
from arena.core.errors import CheckFailed
from arena.dashboard.listing import Listing, wrapped_table
from arena.dashboard.words import plural
from arena.storage.soundness import Examination, examine
from arena.storage.upkeep import backup, upgrade

db = typer.Typer(
    help="The database as a whole.",
    epilog="For example: arena db check",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
KEYS = (
    "database",
    "version",
    "tournaments",
    "matches",
    "output_pieces",
    "accounts",
    "submissions",
    "leagues",
    "rounds",
    "ratings",
    "problems",
)


@db.command(name="backup")
def back_up(
    file: Annotated[Path, typer.Argument(help="Where to; a new file.", metavar="FILE", show_default=False)],
    where: DatabaseOption = "arena.db",
) -> None:
    """Copy a SQLite database while it is used.

    What is stored at one moment goes into a new file, and tournaments and leagues go on meanwhile. The
    secrets of unfinished ones are not in it, since they are not in the database: whoever has the copy can
    compute no deal. To resume such a tournament from a copy, keep the secrets' folder too.

    \b
    Examples:
      arena db backup monday.db
      arena db backup /mnt/backups/monday.db --db league.db
    """
    size = backup(where, file)
    say(f"{file} is whole and on the disk: {size:,} bytes. To see that all of it can be read:")
    say(f"  arena db check --db {shlex.quote(str(file))}")


@db.command()
def check(where: DatabaseOption = "arena.db", form: FormatOption = Format.TABLE) -> None:
    """Read all of a database, and say what is damaged.

    Every page, reference and record, and whether checkpoints fit what is stored. Of one tournament
    `arena verify` proves more: that deals, moves and tables are as they must be. Leaves with 1 if anything
    is wrong.

    \b
    Examples:
      arena db check
      arena db check --db league.db --format json
    """
    found = examine(where)
    row = _row(found)
    shown = {key: key.replace("_", " ") for key in KEYS if key != "problems" and row[key]}
    show([Listing("Database", KEYS, [row], wrapped_table(shown, [row]))], form)
    for problem in found.problems:
        say(problem)
    if found.problems:
        raise CheckFailed(
            f"{found.where} has {plural(len(found.problems), 'problem')}, told above; restore it from a "
            "backup, or keep a copy of it before anything else is written"
        )


@db.command(name="upgrade")
def bring_up_to_date(where: DatabaseOption = "arena.db") -> None:
    """Bring a database that an older arena has made up to date.

    The first command that writes to it does the same by itself. An older arena can't use it any more.

    \b
    Examples:
      arena db upgrade
      arena db upgrade --db league.db
    """
    before, after = upgrade(where)
    say(
        f"its tables are of version {after}, the newest"
        if before == after
        else f"its tables are now of version {after}; they were of version {before}"
    )


def _row(found: Examination) -> dict[str, str | int | tuple[str, ...]]:
    counts = {key: found.counts[key] for key in KEYS[2:-1]}
    return {"database": found.where, "version": found.version, **counts, "problems": found.problems}
