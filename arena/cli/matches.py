"""`arena matches`: the stored matches of a tournament."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from arena.cli.arguments import Format, FormatOption, LeagueOption, RoundOption, TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.league_matches import show_league_matches
from arena.cli.listing import say, show
from arena.cli.server import ServerOption
from arena.core.errors import ConfigError
from arena.core.ids import parse_match_id
from arena.dashboard.listing import Listing, wrapped_table
from arena.match.record import MatchRecord
from arena.storage import MatchFilter, open_archive

KEYS = ("match", "stage", "block", "rotation", "bots", "places", "chips", "ending", "moves", "faults",
        "forfeits", "seconds")  # fmt: skip
HEADINGS = {key: key for key in ("match", "result", "ending", "moves", "faults")}


def matches(
    tournament: TournamentOption = None,
    stage: Annotated[str | None, typer.Option(help="Only matches of this stage.")] = None,
    bot: Annotated[str | None, typer.Option(help="Only matches that this bot played in.")] = None,
    faults: Annotated[bool, typer.Option("--faults", help="Only matches in which a bot did wrong.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="At most so many.")] = 20,
    before: Annotated[
        str | None, typer.Option(metavar="MATCH", help="Only matches before this one: the next page.")
    ] = None,
    league: LeagueOption = None,
    number: RoundOption = 0,
    server: ServerOption = None,
    db: DatabaseOption = "arena.db",
    form: FormatOption = Format.TABLE,
) -> None:
    """List matches, of a tournament or of a league.

    The last of the schedule comes first. A match is listed when all rotations of its block are stored. A
    league's come from its server.

    \b
    Examples:
      arena matches
      arena matches --bot greedy_bot --faults
      arena matches -t quickstart-3 --stage elevator --limit 100 --format csv
      arena matches --league main --bot anna/fox
    """
    if league is not None:
        show_league_matches(
            league,
            server=server,
            number=number,
            bot=bot,
            only_faults=faults,
            limit=limit,
            before=before,
            form=form,
        )
        return
    if number or server is not None:
        raise ConfigError("--round and --server are about a league; name it with --league")
    with open_archive(db) as archive:
        found = archive.find(tournament)
        records = archive.latest_matches(
            found,
            MatchFilter(
                stage=None if stage is None else found.stage_number(stage),
                entrant=None if bot is None else found.entrant_number(bot),
                only_faults=faults,
            ),
            limit=limit,
            before=None if before is None else parse_match_id(before),
        )
    rows = [_row(record, found.entrant_names) for record in records]
    table = wrapped_table(HEADINGS, [row | {"faults": _counted(row["faults"])} for row in rows])
    nothing = "no match with a fault" if faults else "no match"
    show([Listing(f"Matches of {found.id}", KEYS, rows, table)], form, footnote="" if rows else nothing)
    if len(records) == limit and form is Format.TABLE:
        say(f"more: the same command with --before {records[-1].id}")


def _counted(faults: Sequence[str]) -> tuple[str, ...]:
    """Write the same faults of one bot as one."""
    return tuple(fault if count == 1 else f"{fault} x{count}" for fault, count in Counter(faults).items())


def _row(record: MatchRecord, names: Sequence[str]) -> dict[str, Any]:
    bots = tuple(names[entrant] for entrant in record.seats)
    placed = sorted(zip(record.places, bots, strict=True))
    return {
        "result": tuple(f"{place} {bot}" for place, bot in placed),
        "match": str(record.id),
        "stage": record.id.stage,
        "block": record.id.block,
        "rotation": record.id.rotation,
        "bots": bots,
        "places": record.places,
        "chips": record.chips,
        "ending": record.ending.value,
        "moves": len(record.moves),
        "faults": tuple(f"{bots[fault.seat]} {fault.kind.value}" for fault in record.faults),
        "forfeits": tuple(bots[seat] for seat in record.forfeits),
        "seconds": round(record.seconds, 3),
    }
