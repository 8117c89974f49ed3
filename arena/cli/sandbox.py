"""`arena sandbox`: what bots run in."""

from typing import Annotated

import typer

from arena.cli.listing import say

sandbox = typer.Typer(
    help="What bots run in.", no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None
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
    """Make the image that bots written in Python run in. Quick if nothing has changed.

    A run with the docker sandbox makes it by itself; this is to have it made before, or from another base.

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
