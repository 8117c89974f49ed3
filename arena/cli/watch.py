"""`arena watch`: a match of a league told move by move, from anywhere."""

from typing import Annotated

import typer

from arena.cli.server import ServerOption, league_client
from arena.core.errors import ConfigError
from arena.dashboard.match_screen import FASTEST, SLOWEST, make_match_screen
from arena.league.spectator import next_match, told_match

LeagueOption = Annotated[
    str, typer.Option("--league", "-l", metavar="NAME", help="Whose matches.", show_default=False)
]
USUAL_PACE = 2.0


def watch(
    league: LeagueOption,
    match: Annotated[
        str | None,
        typer.Argument(
            metavar="MATCH",
            help="Its id, stage/block/rotation; the next one if left out.",
            show_default=False,
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--round", min=0, help="Of this round; 0 for the latest.", show_default=False)
    ] = 0,
    pace: Annotated[
        float, typer.Option(help=f"Moves a second, {SLOWEST:g} to {FASTEST:g}; 0 for all at once.")
    ] = USUAL_PACE,
    server: ServerOption = None,
) -> None:
    """Watch a match of a league: a stored one, or each next one.

    A match can be seen as soon as its block is complete.

    On a terminal, keys set the pace: space pauses, n shows the next move, t all up to the next trick, + and -
    change the pace, q quits.

    \b
    Examples:
      arena watch --league main
      arena watch linger_longer/12/0 --league main --pace 8
      arena watch color_elevator/3/1 --league main --round 4 | less
    """
    if pace and not SLOWEST <= pace <= FASTEST:
        raise ConfigError(f"--pace is {SLOWEST:g} to {FASTEST:g} moves a second, or 0 for all at once")
    screen = make_match_screen(pace)
    with league_client(server) as client:
        if match is not None:
            screen.tell(told_match(client, league, match, number))
            return
        if number:
            raise ConfigError("--round needs a MATCH of that round")
        while screen.tell(next_match(client, league)):
            pass
