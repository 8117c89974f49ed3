"""`arena withdraw`: takes a bot out of a league."""

from typing import Annotated

import typer

from arena.cli.listing import say
from arena.cli.server import CaCertOption, InsecureOption, ServerOption, league_client


def withdraw(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="Its name, as in its bot.toml.", show_default=False)
    ],
    league: Annotated[
        str, typer.Option("--league", "-l", metavar="NAME", help="Which league.", show_default=False)
    ],
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
) -> None:
    """Take a bot of yours out of a league.

    It plays in no round that begins later. Its matches and ratings stay as they are. A bot that is submitted
    again begins anew.

    \b
    Examples:
      arena withdraw mybot --league main
    """
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        client.league.WithdrawBot(league=league, bot=bot)
    say(f"{bot} plays in no round of {league} that begins from now on")
