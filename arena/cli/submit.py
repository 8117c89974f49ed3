"""`arena submit`: enters a bot into a league."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from arena.cli.arguments import Format
from arena.cli.listing import say, write
from arena.cli.server import CaCertOption, InsecureOption, ServerOption, league_client
from arena.cli.submissions import as_row, told_whole
from arena.core.errors import CheckFailed, ConfigError, HostError
from arena.core.text import harmless
from arena.dashboard.words import plural
from arena.league.client import LeagueClient
from arena.league.sending import SendingStage, Told, send_bot
from arena.roster.packing import Parcel, pack
from arena.roster.submission import Submission, SubmissionState

SHOWN = 12
"""Files that are named; of more, the largest."""


def submit(
    path: Annotated[Path, typer.Argument(metavar="FOLDER", help="The bot's folder.", show_default=False)],
    league: Annotated[
        str | None,
        typer.Option(
            "--league",
            "-l",
            metavar="NAME",
            help="Which league; may be left out where there is but one.",
            show_default=False,
        ),
    ] = None,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
    form: Annotated[Format, typer.Option("--format", "-f", help="Lines for people, JSON for programs.")] = (
        Format.TABLE
    ),
) -> None:
    """Enter a bot into a league.

    The server checks it, and if it plays a block of each of its games without a fault, it plays from the
    league's next round on. What goes in is shown first; a file .arenaignore, written like .gitignore, leaves
    things out. Whoever leaves while it is checked loses nothing: arena submissions has the outcome. Leaves
    with 1 if the bot is refused. `arena bot check` makes the same check at home.

    \b
    Examples:
      arena submit ./mybot
      arena submit ./mybot --league main
      arena submit ./mybot --league main --format json
    """
    if not path.is_dir():
        raise ConfigError(f"{path} is no folder; give the one that has the bot's bot.toml")
    parcel = pack(path)
    tell: Callable[[str], None] = say if form is not Format.TABLE else _print_line
    for line in _contents(parcel):
        tell(line)
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        decided = _send(client, league or _only_league(client), parcel, tell)
    if form is not Format.TABLE:
        write(json.dumps({**as_row(decided), "output": decided.output, "record": decided.record}) + "\n")
    if decided.state is not SubmissionState.ACCEPTED:
        if form is Format.TABLE:
            write("".join(f"{line}\n" for line in told_whole(decided)))
        raise CheckFailed(f"submission {decided.number} is {decided.state.value}")


def _contents(parcel: Parcel) -> Iterator[str]:
    """Say what is sent."""
    total = sum(size for _, size in parcel.files)
    yield f"{plural(len(parcel.files), 'file')}, {total:,} bytes, packed {len(parcel.packed):,}:"
    largest = sorted(parcel.files, key=lambda file: -file[1])[:SHOWN]
    named: Sequence[tuple[str, int]] = sorted(largest)
    for path, size in named:
        yield f"  {size:>10,}  {harmless(path, 200)}"
    if len(parcel.files) > SHOWN:
        rest = len(parcel.files) - SHOWN
        yield f"  and {plural(rest, 'smaller file')}"


def _only_league(client: LeagueClient) -> str:
    names = [str(league.name) for league in client.league.ListLeagues().leagues]
    if len(names) != 1:
        raise ConfigError(f"which league? say --league NAME; there: {', '.join(names) or 'none'}")
    return names[0]


def _send(client: LeagueClient, league: str, parcel: Parcel, tell: Callable[[str], None]) -> Submission:
    """Send it, and tell what the server says until it is decided."""
    kept: Submission | None = None
    try:
        with _progress(len(parcel.packed)) as sent:
            for told in send_bot(client, league, parcel, sent):
                kept = told.submission or kept
                if told.stage is SendingStage.RECEIVING:
                    continue
                sent(len(parcel.packed))
                if kept is not None and told.stage is SendingStage.DECIDED:
                    if kept.state is SubmissionState.ACCEPTED:
                        tell(_line(told))
                    return kept
                tell(_line(told))
    except HostError as error:
        if kept is None:
            raise
        raise HostError(f"{error}\nsubmission {kept.number} is kept: see arena submissions") from None
    raise HostError("the server ended without a decision; see arena submissions")


def _line(told: Told) -> str:
    indent = "  " if told.stage is SendingStage.CHECKING else ""
    return indent + harmless(told.text, 400)


@contextmanager
def _progress(size: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how much is sent; nothing of it stays."""
    console = Console(stderr=True)
    columns = (TextColumn("sending"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("sending", total=size)

        def sent(count: int) -> None:
            progress.update(task, completed=count, visible=count < size)

        yield sent


def _print_line(line: str) -> None:
    typer.echo(line, file=sys.stdout)
