"""`arena tournaments`: what is stored."""

from arena.cli.arguments import Format, FormatOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import say, show
from arena.dashboard.listing import Listing, Row, wrapped_table
from arena.storage import Archive, StoredTournament, UnreadableTournament, open_archive

KEYS = ("tournament", "status", "created", "bots", "stages", "matches", "planned", "practice", "commitment")
HEADINGS = {
    "tournament": "tournament",
    "status": "status",
    "created": "created (UTC)",
    "bots": "bots",
    "stages": "stages",
    "matches": "matches",
    "planned": "of",
}


def tournaments(db: DatabaseOption = "arena.db", form: FormatOption = Format.TABLE) -> None:
    """List the stored tournaments, newest first.

    One that this version can't read is listed as unreadable; stderr says why.

    \b
    Examples:
      arena tournaments
      arena tournaments --db season.db --format json
    """
    with open_archive(db) as archive:
        found = archive.tournaments()
        rows = [_row(archive, tournament) for tournament in found]
    show([Listing("Tournaments", KEYS, rows, wrapped_table(HEADINGS, rows))], form)
    for tournament in found:
        if isinstance(tournament, UnreadableTournament):
            say(tournament.reason)


def _row(archive: Archive, tournament: StoredTournament | UnreadableTournament) -> Row:
    if isinstance(tournament, UnreadableTournament):
        return dict.fromkeys(KEYS) | {"tournament": tournament.id, "status": "unreadable"}
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
