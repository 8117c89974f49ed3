"""`arena tournaments`: what is stored."""

from arena.cli.arguments import Format, FormatOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import Column, Listing, Row, plain_table, show
from arena.storage import Archive, StoredTournament, open_archive

KEYS = ("tournament", "status", "created", "bots", "stages", "matches", "planned", "practice", "commitment")
COLUMNS = (
    Column("tournament", "tournament"),
    Column("status", "status"),
    Column("created (UTC)", "created"),
    Column("bots", "bots", is_number=True),
    Column("stages", "stages"),
    Column("matches", "matches", is_number=True),
    Column("of", "planned", is_number=True),
)


def tournaments(db: DatabaseOption = "arena.db", form: FormatOption = Format.TABLE) -> None:
    """List the stored tournaments, newest first.

    \b
    Examples:
      arena tournaments
      arena tournaments --db season.db --format json
    """
    with open_archive(db) as archive:
        rows = [_row(archive, tournament) for tournament in archive.tournaments()]
    show([Listing("Tournaments", KEYS, rows, plain_table(COLUMNS, rows))], form)


def _row(archive: Archive, tournament: StoredTournament) -> Row:
    return {
        "tournament": tournament.id,
        "status": "finished" if tournament.is_finished else "unfinished",
        "created": tournament.created.strftime("%Y-%m-%d %H:%M:%S"),
        "bots": len(tournament.setup.entrants),
        "stages": tournament.stage_names,
        "matches": sum(archive.stored_matches(tournament)),
        "planned": tournament.total_matches,
        "practice": tournament.setup.practice,
        "commitment": tournament.commitment,
    }
