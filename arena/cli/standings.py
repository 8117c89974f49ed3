"""`arena standings`: the tables of a tournament, as far as its blocks are folded."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

import typer

from arena.cli.arguments import Format, FormatOption, LeagueOption, TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.league_standings import show_league
from arena.cli.listing import show
from arena.cli.server import ServerOption
from arena.core.errors import ConfigError
from arena.dashboard.listing import Listing, Row
from arena.dashboard.tables import (
    has_provisional,
    head_to_head_table,
    per_seat_table,
    standing_values,
    standings_table,
)
from arena.dashboard.words import MISSED_NOTE, PROVISIONAL_NOTE, overall_title
from arena.rating.head_to_head import HeadToHead, PairRow
from arena.rating.overall import overall_table
from arena.rating.per_seat import PerSeat, SeatRow
from arena.rating.standings import StandingRow
from arena.storage import Archive, StoredTournament, open_archive
from arena.tournament.fold import Fold
from arena.tournament.programme import programme_of

STANDING_KEYS = ("stage", "rank", "bot", "mu", "sigma", "conservative", "blocks", "matches", "wins",
                 "mean_place", "faults", "forfeits", "benched")  # fmt: skip
PAIR_KEYS = ("stage", "bot", "opponent", "matches", "better", "shared", "score")
SEAT_KEYS = ("stage", "bot", "seat", "matches", "wins", "mean_place")
Counts = TypeVar("Counts", HeadToHead, PerSeat)


def standings(
    tournament: TournamentOption = None,
    stage: Annotated[str | None, typer.Option(help="Only this stage.", show_default=False)] = None,
    head_to_head: Annotated[
        bool, typer.Option("--head-to-head", help="Instead: how often each bot came before each other.")
    ] = False,
    per_seat: Annotated[
        bool, typer.Option("--per-seat", help="Instead: how each bot did in each seat.")
    ] = False,
    league: LeagueOption = None,
    live: Annotated[
        bool, typer.Option("--live", help="Of a league: show every change until Ctrl-C.")
    ] = False,
    number: Annotated[
        int, typer.Option("--round", min=0, help="Of a league: at the end of this round.", show_default=False)
    ] = 0,
    season: Annotated[
        int,
        typer.Option("--season", min=0, help="Of a league: the result of this season.", show_default=False),
    ] = 0,
    server: ServerOption = None,
    db: DatabaseOption = "arena.db",
    form: FormatOption = Format.TABLE,
) -> None:
    """Show the standings of a tournament, or of a league.

    A table for each stage, then one over all of them. Whole blocks count, in the order of the schedule. A
    place is the mean of all matches; 1 is best. In JSON and CSV the rows over all stages have no stage.

    \b
    Examples:
      arena standings
      arena standings -t quickstart-3 --stage elevator
      arena standings --head-to-head
      arena standings --format csv
      arena standings --league main --live
      arena standings --league main --season 1
    """
    if league is not None:
        show_league(league, server=server, number=number, season=season, is_live=live, form=form)
        return
    if live or number or season or server is not None:
        raise ConfigError("--live, --round, --season and --server are about a league; name it with --league")
    if head_to_head and per_seat:
        raise ConfigError("--head-to-head and --per-seat are two tables; ask for one at a time")
    with open_archive(db) as archive:
        found = archive.find(tournament)
        stages = range(len(found.setup.stages)) if stage is None else [found.stage_number(stage)]
        if head_to_head:
            listings = [_head_to_head(archive, found, number) for number in stages]
            footnote = "How often the bot of a line came before that of a column; a shared place counts half."
        elif per_seat:
            listings = [_per_seat(archive, found, number) for number in stages]
            footnote = ""
        else:
            fold = Fold.at(found.setup, programme_of(found.setup), archive.checkpoint(found))
            overall = overall_table([fold.rows(number) for number in stages]) if len(stages) > 1 else ()
            listings = _standings(found, fold, stages, overall)
            footnote = _footnote([row for number in stages for row in fold.rows(number)], overall)
    show(listings, form, footnote=footnote)


def _standings(
    found: StoredTournament, fold: Fold, stages: Sequence[int], overall: Sequence[StandingRow]
) -> list[Listing]:
    """List each stage's table, and the one over all stages if there is one."""
    listings = [_stage_listing(found, fold, number) for number in stages]
    if overall:
        rows = [fold.rows(number) for number in stages]
        title = f"{found.id}: {overall_title(rows, is_finished=fold.is_complete)}"
        listings.append(_listing(found, overall, title=title, stage=None))
    return listings


def _footnote(rows: Sequence[StandingRow], overall: Sequence[StandingRow]) -> str:
    """Explain the signs in the tables that a reader can't guess."""
    notes = [MISSED_NOTE] if any(row.rank == 0 for row in overall) else []
    if has_provisional([*rows, *overall]):
        notes.append(PROVISIONAL_NOTE)
    return "\n".join(notes)


def _stage_listing(found: StoredTournament, fold: Fold, number: int) -> Listing:
    setup = found.setup.stages[number]
    folded, blocks = fold.tables[number].blocks, programme_of(found.setup).schedules[number].blocks
    title = f"{found.id}: {setup.name}  {setup.game} {setup.options.preset}, {setup.seats} seats"
    if folded < blocks:
        title += f"  provisional, {folded:,} of {blocks:,} blocks"
    return _listing(found, fold.rows(number), title=title, stage=setup.name)


def _listing(
    found: StoredTournament, rows: Sequence[StandingRow], *, title: str, stage: str | None
) -> Listing:
    names = found.entrant_names
    flat = [{"stage": stage, **standing_values(row, names[row.entrant])} for row in rows]
    return Listing(title, STANDING_KEYS, flat, standings_table(rows, names))


def _counted(counts: Counts, archive: Archive, found: StoredTournament, number: int) -> Counts:
    """Count the rated matches of a stage."""
    for record in archive.matches(found, stage=number, only_rated=True):
        counts.add(record.seats, record.places)
    return counts


def _head_to_head(archive: Archive, found: StoredTournament, number: int) -> Listing:
    names, stage = found.entrant_names, found.stage_names[number]
    pairs = _counted(HeadToHead(), archive, found, number).rows()
    rows = [_pair_row(pair, names, stage) for pair in pairs]
    return Listing(f"{found.id}: {stage}, head to head", PAIR_KEYS, rows, head_to_head_table(pairs, names))


def _pair_row(pair: PairRow, names: Sequence[str], stage: str) -> Row:
    return {
        "stage": stage,
        "bot": names[pair.entrant],
        "opponent": names[pair.opponent],
        "matches": pair.matches,
        "better": pair.wins,
        "shared": pair.shares,
        "score": pair.mean,
    }


def _per_seat(archive: Archive, found: StoredTournament, number: int) -> Listing:
    names, stage = found.entrant_names, found.stage_names[number]
    seats = _counted(PerSeat(), archive, found, number).rows()
    rows = [_seat_row(row, names, stage) for row in seats]
    return Listing(f"{found.id}: {stage}, per seat", SEAT_KEYS, rows, per_seat_table(seats, names))


def _seat_row(row: SeatRow, names: Sequence[str], stage: str) -> Row:
    return {
        "stage": stage,
        "bot": names[row.entrant],
        "seat": row.seat,
        "matches": row.matches,
        "wins": row.wins,
        "mean_place": row.mean_place,
    }
