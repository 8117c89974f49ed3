"""Tables as the protocol tells them, to plain types."""

from arena.protocol.v1 import league_pb2 as wire
from arena.rating.standings import StandingRow
from arena.roster.league_tables import GameTable, LeagueTables


def tables_from_wire(told: wire.Standings) -> LeagueTables:
    """Return standings as plain types."""
    return LeagueTables(
        league=told.league,
        season=told.season,
        round=told.round,
        kind=told.kind,
        tournament=told.tournament,
        commitment=told.commitment,
        blocks=told.blocks,
        total_blocks=told.total_blocks,
        is_running=told.is_running,
        games=tuple(_table(table) for table in told.tables),
    )


def _table(told: wire.GameTable) -> GameTable:
    return GameTable(
        told.game,
        names=tuple(f"{row.account}/{row.bot} v{row.version}" for row in told.rows),
        rows=tuple(_row(number, row) for number, row in enumerate(told.rows)),
    )


def _row(number: int, told: wire.StandingsRow) -> StandingRow:
    return StandingRow(
        rank=told.rank,
        entrant=number,
        mu=told.mu,
        sigma=told.sigma,
        blocks=told.blocks,
        matches=told.matches,
        wins=told.wins,
        mean_place=told.mean_place,
        faults=told.faults,
        forfeits=told.forfeits,
        is_benched=told.is_benched,
    )
