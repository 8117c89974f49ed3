"""Standings of a league, from its server: once, or live."""

from rich.console import Console

from arena.cli.arguments import Format
from arena.cli.listing import show
from arena.cli.server import league_client
from arena.core.errors import ConfigError
from arena.dashboard.league import LeagueScreen, headline, provenance
from arena.dashboard.listing import Listing
from arena.dashboard.tables import has_provisional, standing_values, standings_table
from arena.dashboard.words import PROVISIONAL_NOTE
from arena.league.spectator import read_tables, watch_tables
from arena.roster.league_tables import GameTable, LeagueTables

KEYS = ("game", "rank", "bot", "mu", "sigma", "conservative", "blocks", "matches", "wins", "mean_place",
        "faults", "forfeits", "benched")  # fmt: skip


def show_league(
    league: str, *, server: str | None, number: int, season: int, is_live: bool, form: Format
) -> None:
    """Show a league's tables, and go on with it if they are to be live.

    Raises:
        ConfigError: there is no such league or round, or options that don't go together.
        HostError: the server can't be reached.
    """
    if is_live and (number or season or form is not Format.TABLE):
        raise ConfigError(
            "--live is for the present tables, for people; leave out --round, --season and --format"
        )
    if number and season:
        raise ConfigError("--round and --season are two tables; ask for one at a time")
    with league_client(server) as client:
        if not is_live:
            _show(read_tables(client, league, number, season), form)
            return
        with LeagueScreen(Console(markup=False, highlight=False, emoji=False)) as screen:
            for tables in watch_tables(client, league, screen.say):
                screen.show(tables)


def _show(tables: LeagueTables, form: Format) -> None:
    listings = [_listing(tables, table) for table in tables.games]
    notes = [provenance(tables)] if tables.round else []
    if any(has_provisional(table.rows) for table in tables.games):
        notes.append(PROVISIONAL_NOTE)
    show(listings, form, footnote="\n".join(notes))


def _listing(tables: LeagueTables, table: GameTable) -> Listing:
    rows = [{"game": table.game, **standing_values(row, table.names[row.entrant])} for row in table.rows]
    drawn = standings_table(table.rows, table.names)
    return Listing(f"{headline(tables)}: {table.game}", KEYS, rows, drawn)
