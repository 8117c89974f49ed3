"""`arena sandbox`: what bots run in."""

import textwrap
from typing import Annotated

import typer

from arena.bootstrap.bot_trial import Greeting, find_stranger, greet
from arena.cli.arguments import Format, FormatOption
from arena.cli.listing import say, show
from arena.core.clock import SystemClock
from arena.core.errors import BotError, CheckFailed
from arena.core.text import gist
from arena.dashboard.doctor import choice_listing, examination_listing, to_do
from arena.sandbox.doctor.examine import examine_all
from arena.tournament.output_text import GIST_LENGTH

sandbox = typer.Typer(
    help="What bots run in.",
    epilog="Start with: arena sandbox doctor",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@sandbox.command()
def build(
    base: Annotated[
        str | None,
        typer.Option(
            "--base",
            metavar="IMAGE",
            envvar="ARENA_BASE_IMAGE",
            help="An image with Python in it, or `host` for this machine's own; python:3.12-slim, or if no "
            "registry gives that the machine's own, if left out.",
            show_default=False,
        ),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove older ones that no container uses, too.")
    ] = False,
) -> None:
    """Make the image that bots written in Python run in.

    Quick if nothing has changed. A run with the docker sandbox makes it by itself; this is to have it made
    before, or from another base.

    \b
    Examples:
      arena sandbox build
      arena sandbox build --base python:3.13-slim
      arena sandbox build --prune
    """
    from arena.sandbox.images import engine, runner  # noqa: PLC0415 -- docker takes a quarter of a second

    client = engine.connect()
    tag = runner.ensure_runner(client, say, base)
    if prune:
        for removed in runner.prune(client, tag):
            say(f"removed {removed}")
    typer.echo(tag)


@sandbox.command()
def doctor(form: FormatOption = Format.TABLE) -> None:
    """Show what each sandbox finds on this machine.

    It says which one `auto` takes, and what to do about problems. Leaves with 1 if bots of strangers can't
    be run here.

    \b
    Examples:
      arena sandbox doctor
      arena sandbox doctor --format json
    """
    examinations = examine_all()
    chosen = next((each.sandbox for each in examinations if each.holds_untrusted), None)
    listings = [*map(examination_listing, examinations), choice_listing(chosen)]
    show(listings, form, footnote=to_do(examinations))
    if chosen is None:
        raise CheckFailed("no sandbox can hold untrusted bots here")


@sandbox.command(name="try")
def try_bot(
    bot: Annotated[
        str, typer.Argument(help="The folder of a bot, or sample:NAME.", metavar="BOT", show_default=False)
    ],
    name: Annotated[
        str, typer.Option("--sandbox", metavar="NAME", help="auto, docker, bubblewrap or process.")
    ] = "auto",
) -> None:
    """Start a bot in a sandbox as a tournament does.

    It is ended after its first message. Nobody vouches for it here: `auto` takes what holds a stranger's.
    Leaves with 1 if it says no hello.

    \b
    Examples:
      arena sandbox try ./mybot
      arena sandbox try sample:random_bot --sandbox bubblewrap
    """
    stranger = find_stranger(bot, name)
    typer.echo(f"{'sandbox':<15}{stranger.choice.sandbox} ({stranger.choice.reason})")
    try:
        greeting = greet(stranger, SystemClock(), say)
    except BotError as error:
        typer.echo(f"{'first message':<15}none: it does not say hello")
        evidence = gist(str(error), GIST_LENGTH)  # in one line, as the bot may have written some like ours
        raise CheckFailed(f"{bot} does not say hello: {evidence}") from error
    for heading, text in _words(greeting).items():
        typer.echo(textwrap.fill(f"{heading:<15}{text}", width=79, subsequent_indent=" " * 15))


def _words(greeting: Greeting) -> dict[str, str]:
    """Say in words what a start has taken."""
    limits = greeting.limits
    memory = "can't be told" if greeting.memory_bytes is None else _mebibytes(greeting.memory_bytes)
    return {
        "first message": f"after {greeting.start_us / 1e6:.2f} s; {greeting.cpu_us / 1e6:.2f} s of CPU time",
        "memory": f"{memory} in use",
        "limits": (
            f"{_mebibytes(limits.memory_bytes)} of memory, {limits.processes} processes and threads, "
            f"{limits.open_files} open files, {_mebibytes(limits.temporary_bytes)} of temporary files, "
            f"{_mebibytes(limits.file_bytes)} a file, one core"
        ),
        "not held to": ", ".join(greeting.unbounded) or "nothing is left open",
    }


def _mebibytes(count: int) -> str:
    return f"{count / (1 << 20):,.0f} MiB"
