"""Matches of a league, from its server."""

from typing import Any

from arena.cli.arguments import Format
from arena.cli.listing import say, show
from arena.cli.server import league_client
from arena.dashboard.listing import Listing, wrapped_table

KEYS = ("match", "game", "bots", "places", "chips", "ending", "faults")
HEADINGS = {key: key for key in ("match", "result", "ending", "faults")}


def show_league_matches(
    league: str,
    *,
    server: str | None,
    number: int,
    bot: str | None,
    only_faults: bool,
    limit: int,
    before: str | None,
    form: Format,
) -> None:
    """List matches of a round (0: the latest), the last of the schedule first.

    Raises:
        ConfigError: there is no such league, round, bot or match.
        HostError: the server can't be reached.
    """
    with league_client(server) as client:
        found = client.league.ListMatches(
            league=league,
            round=number,
            bot=bot or "",
            only_faults=only_faults,
            limit=limit,
            before=before or "",
        )
    rows = [_row(match) for match in found.matches]
    nothing = "no match with a fault" if only_faults else "no match"
    title = f"Matches of round {found.round} of {league}"
    listing = Listing(title, KEYS, rows, wrapped_table(HEADINGS, rows))
    show([listing], form, footnote="" if rows else nothing)
    if len(rows) == limit and form is Format.TABLE:
        say(f"more: the same command with --before {found.matches[-1].match}")


def _row(match: Any) -> dict[str, Any]:
    bots = tuple(f"{seat.account}/{seat.bot}" for seat in match.seats)
    places = tuple(seat.place for seat in match.seats)
    return {
        "result": tuple(f"{place} {bot}" for place, bot in sorted(zip(places, bots, strict=True))),
        "match": match.match,
        "game": match.game,
        "bots": bots,
        "places": places,
        "chips": tuple(seat.chips for seat in match.seats),
        "ending": match.ending,
        "faults": match.faults,
    }
