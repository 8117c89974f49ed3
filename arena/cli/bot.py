"""`arena bot`: what authors of bots do."""

import json
import shlex
import textwrap
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arena.author.check_report import CheckReport, Step
from arena.author.templates import write_bot
from arena.bootstrap.bot_check import check_bot
from arena.bootstrap.workers import worker_count
from arena.cli.arguments import ReportFormat, ReportFormatOption
from arena.cli.bot_debug import debug
from arena.cli.bot_duel import duel
from arena.cli.listing import say, write
from arena.core.errors import CheckFailed
from arena.core.text import harmless, lines_of
from arena.roster.manifest import MANIFEST
from arena.sandbox.choice import PROCESS, isolating_sandbox

bot = typer.Typer(
    help="Begin a bot, check it, compare it, debug it.",
    epilog="Start with: arena bot new mybot",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

WIDTH = 79
_LONGEST_LINE = 500
_MOST_OUTPUT = 20
"""So many of the last lines that the bot wrote are shown."""
_MOST_RECORD = 24
"""So many lines of a match are shown, up to the fault."""


@bot.command()
def new(
    name: Annotated[
        Path,
        typer.Argument(metavar="NAME", help="Its name: a folder of that name is made.", show_default=False),
    ],
    language: Annotated[
        str, typer.Option("--lang", "-l", metavar="LANGUAGE", help="The language it is written in.")
    ] = "python",
    game: Annotated[
        list[str] | None,
        typer.Option("--game", "-g", help="A game it is to play; all of them if none is named."),
    ] = None,
) -> None:
    """Begin a bot: a folder with one that plays at once.

    \b
    Examples:
      arena bot new mybot
      arena bot new mybot --game linger_longer
      arena bot new mybot --lang javascript
    """
    made = write_bot(name, language, game or [])
    folder = shlex.quote(str(name))
    typer.echo(f"{made.folder}: {', '.join(made.files)}")
    program = next(file for file in made.files if Path(file).stem == "bot" and file != MANIFEST)
    typer.echo(f"1. Write the strategy in {folder}/{program}; README.md beside it says how to try it.")
    typer.echo(f"2. arena bot check {folder}")
    typer.echo(f"3. arena bot duel {folder} sample:random_bot --game {made.games[0]} --db duel.db")


@bot.command()
def check(
    path: Annotated[Path, typer.Argument(metavar="FOLDER", help="The bot's folder.", show_default=False)],
    sandbox: Annotated[
        str | None,
        typer.Option(
            "--sandbox",
            metavar="NAME",
            help="docker, bubblewrap or process; by default the best that works here.",
            show_default=False,
        ),
    ] = None,
    form: ReportFormatOption = ReportFormat.TABLE,
) -> None:
    """Check a bot as a league does before it may play.

    Its manifest, its files, its packages and build step, its start, and a block of each game that it claims
    against bots that come with the arena, in which no fault is allowed. Each step says what was seen, and
    what to change. Leaves with 1 if the bot may not play.

    \b
    Examples:
      arena bot check ./mybot
      arena bot check ./mybot --sandbox process
      arena bot check ./mybot --format json > report.json
    """
    if sandbox is None:
        sandbox = isolating_sandbox()[0]
    if sandbox is None:
        sandbox = PROCESS
        say("no sandbox can hold strangers' bots here (`arena sandbox doctor`): checked without isolation")
    workers = worker_count(None)
    if form is ReportFormat.JSON:
        report = check_bot(path, sandbox=sandbox, tell=lambda _: None, workers=workers)
        write(json.dumps(report.as_json(), indent=2) + "\n")
    else:
        with _patience():
            report = check_bot(path, sandbox=sandbox, tell=lambda step: write(_told(step)), workers=workers)
        write("".join(f"{line}\n" for line in _evidence(report)))
    if not report.ok:
        raise CheckFailed(f"{path} may not play yet")


def _patience() -> AbstractContextManager[object]:
    """Show on a terminal that something is being done, below what is written meanwhile."""
    console = Console()
    return (
        console.status("checking; a block of a game takes some seconds")
        if console.is_terminal
        else nullcontext()
    )


def _told(step: Step) -> str:
    """Write one step: its name, what was seen, what to change."""
    head = f"{'ok' if step.ok else 'NO':<4}{step.name:<16}"
    lines = [harmless(line, _LONGEST_LINE) for line in lines_of(step.seen)]
    if step.advice:
        lines.append(f"-> {step.advice}")
    indent = " " * len(head)
    wrapped = (textwrap.wrap(line, WIDTH - len(head)) or [""] for line in lines)
    text = [f"{indent}{part}" for line in wrapped for part in line]
    text[0] = head + text[0].removeprefix(indent)
    return "\n".join(text) + "\n"


def _evidence(report: CheckReport) -> Iterator[str]:
    """Show the match up to its fault, and the end of what the bot wrote."""
    if report.record:
        lines = report.record.splitlines()
        end = next((number for number, line in enumerate(lines) if line.endswith("the house")), len(lines))
        yield from ("", "The match up to the fault (--format json has all of it):")
        yield from lines[max(0, end + 1 - _MOST_RECORD) : end + 1]
    if report.output.strip():
        yield from ("", "The end of what the bot wrote:")
        for line in lines_of(report.output.strip())[-_MOST_OUTPUT:]:
            yield from textwrap.wrap(harmless(line, _LONGEST_LINE), WIDTH, subsequent_indent="  ") or [""]
    if report.ok:
        yield from ("", "It may play.")


bot.command()(duel)
bot.command()(debug)
