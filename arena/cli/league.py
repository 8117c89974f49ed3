"""`arena league`: the leagues of a server."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import Format, FormatOption
from arena.cli.listing import say, show
from arena.cli.server import CaCertOption, InsecureOption, ServerOption, league_client
from arena.dashboard.listing import Listing, wrapped_table
from arena.league.settings import load_settings
from arena.tournament.spec import read_toml

HEADINGS = {
    "league": "league",
    "games": "games",
    "running": "running",
    "frozen": "frozen",
    "season": "season",
    "rounds": "rounds",
    "bots": "bots",
    "anonymous": "anonymous",
}
NameArgument = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]

league = typer.Typer(
    help="The leagues of a server.",
    epilog="For example: arena league start main",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@league.command()
def add(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The league's TOML file.", show_default=False)],
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Make a league from its file. It takes bots at once; its rounds begin with `arena league start`.

    \b
    Examples:
      arena league add main.toml
    """
    load_settings(file)  # what is wrong is told with the file's own name
    text, _ = read_toml(file, what="league")
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        made = client.admin.AddLeague(file=text).league
    say(f"league {made.name} is there; let its rounds begin with: arena league start {made.name}")


@league.command("list")
def list_leagues(
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """List the leagues by name.

    \b
    Examples:
      arena league list
      arena league list --server league.example.org:5055 --format json
    """
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        rows = [
            {
                "league": found.name,
                "games": tuple(found.games),
                "running": found.is_running,
                "frozen": found.is_frozen,
                "season": found.season,
                "rounds": found.rounds,
                "bots": found.bots,
                "anonymous": found.is_anonymous,
            }
            for found in client.league.ListLeagues().leagues
        ]
    show([Listing("Leagues", tuple(HEADINGS), rows, wrapped_table(HEADINGS, rows))], form)


@league.command()
def start(
    name: NameArgument,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Let the rounds of a league begin.

    \b
    Examples:
      arena league start main
    """
    _set_running(name, server, ca_cert, insecure, is_running=True)
    say(f"league {name} plays as soon as there are bots of enough accounts")


@league.command()
def stop(
    name: NameArgument,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Stop the rounds of a league.

    Running matches are finished; the round goes on when the league is started again.

    \b
    Examples:
      arena league stop main
    """
    _set_running(name, server, ca_cert, insecure, is_running=False)
    say(f"league {name} begins no match any more")


@league.command("end-season")
def end_season(
    name: NameArgument,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """End a season with a final.

    Entries are frozen, and after the round under way the final is played, with a new secret. Its result is
    kept, and the next season begins without ratings.

    \b
    Examples:
      arena league end-season main
    """
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        season = client.admin.EndSeason(league=name).season
    say(f"season {season} of {name} ends: entries are frozen until its final is played")


def _set_running(
    name: str, server: str | None, ca_cert: Path | None, insecure: bool, *, is_running: bool
) -> None:
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        client.admin.SetLeagueRunning(league=name, is_running=is_running)
