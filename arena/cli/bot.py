"""`arena bot`: what authors of bots do."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from arena.author.templates import write_bot

bot = typer.Typer(
    help="Begin a bot, check it, compare it, debug it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@bot.command()
def new(
    name: Annotated[
        Path, typer.Argument(help="Its name: a folder of that name is made.", show_default=False)
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
    typer.echo(f"1. Write the strategy in {name}; its README.md says how to try it.")
    typer.echo(f"2. arena bot check {folder}")
    typer.echo(f"3. arena bot duel {folder} sample:random_bot --game {made.games[0]}")
