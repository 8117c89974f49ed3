"""`arena logs`: what bots wrote to stdout and stderr."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from arena.cli.arguments import TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import write
from arena.core.errors import ConfigError
from arena.core.ids import MatchId, parse_match_id
from arena.core.text import gist, harmless, lines_of
from arena.match.record import MatchRecord
from arena.storage import Archive, StoredOutput, StoredTournament, open_archive
from arena.tournament.output import OutputPiece

LONGEST_LINE = 2_000
MOST_NAMED = 6
"""Of the matches that were open so many are named."""
GIST_LENGTH = 300


def logs(
    match: Annotated[
        str | None,
        typer.Argument(metavar="[MATCH]", help="Its id: stage/block/rotation.", show_default=False),
    ] = None,
    bot: Annotated[
        str | None, typer.Option(help="Only this bot's; without MATCH: of its latest matches.")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, max=10_000, help="Without MATCH: at most so many pieces.")
    ] = 20,
    tournament: TournamentOption = None,
    db: DatabaseOption = "arena.db",
) -> None:
    """Show what bots wrote to stdout and stderr.

    It is told by bot and instance. A line that begins with -- is the arena's: it names the matches open
    while the bot wrote what follows, what is missing, and why an instance was lost. In throughput timing an
    instance plays many matches at once, and nothing tells which of them a line is about: for the logs of
    one match alone run with `timing = "strict"`, or with `in_flight = 1`.

    A piece is what an instance wrote in about a second. The last 16 KiB of it are kept, and of every bot the
    latest 4 MiB. It is shown when the blocks of all its matches are complete.

    \b
    Examples:
      arena logs main/0/2
      arena logs main/0/2 --bot greedy_bot
      arena logs --bot greedy_bot --limit 100
    """
    if match is None and bot is None:
        raise ConfigError("say whose output to show: a match, a bot, or both; `arena matches` lists matches")
    with open_archive(db) as archive:
        found = archive.find(tournament)
        entrant = None if bot is None else found.entrant_number(bot)
        if match is not None:
            lines = _of_match(archive, found, parse_match_id(match), entrant)
        else:
            assert entrant is not None  # noqa: S101 -- one of the two is there
            lines = _of_bot(archive, found, entrant, limit)
        write("".join(f"{line}\n" for line in lines))


def _of_match(
    archive: Archive, found: StoredTournament, match: MatchId, entrant: int | None
) -> Iterator[str]:
    record = archive.match(found, match)
    if entrant is not None and entrant not in record.seats:
        raise ConfigError(f"{found.entrant_names[entrant]} did not play in {match}")
    for seat, number in enumerate(record.seats):
        if entrant is None or entrant == number:
            yield f"{match}, seat {seat}: {_name(found, number)}"
            yield from _faults(record, seat)
            yield from _told(archive.output(found, number, match=match), match)
            yield ""


def _of_bot(archive: Archive, found: StoredTournament, entrant: int, limit: int) -> Iterator[str]:
    yield _name(found, entrant)
    yield from _told(archive.output(found, entrant, limit=limit), None)


def _name(found: StoredTournament, entrant: int) -> str:
    name, version = found.entrants[entrant]
    return f"{harmless(name, 32)} {harmless(version, 32)}"


def _faults(record: MatchRecord, seat: int) -> Iterator[str]:
    for fault in record.faults:
        if fault.seat == seat:
            yield f"-- move {fault.move_number}: {fault.kind.value}: {gist(fault.evidence, GIST_LENGTH)}"


def _told(output: StoredOutput, match: MatchId | None) -> Iterator[str]:
    """Tell the output of one entrant, with a heading where another instance goes on."""
    if output.dropped:
        yield f"-- older output of this bot, {output.dropped:,} bytes as stored, had no room and was dropped"
    instance = ""
    for piece in output.pieces:
        if piece.instance != instance:
            instance = piece.instance
            yield f"-- instance {harmless(instance, 32)}, lane {piece.lane}"
        yield from _piece(piece, match)
    if output.held_back:
        yield f"-- held back until the blocks of all their matches are complete: {output.held_back} more"
    elif not output.pieces:
        yield "-- it wrote nothing" if not output.dropped else "-- nothing else is kept"


def _piece(piece: OutputPiece, match: MatchId | None) -> Iterator[str]:
    """Tell a piece, or those chunks of it during which a match was open."""
    opened: tuple[MatchId, ...] | None = None
    is_open = False
    for now_open, chunk in piece.by_open_matches():
        is_open = match is None or match in now_open
        if not is_open:
            continue
        if now_open != opened:
            opened = now_open
            yield f"-- {_named(now_open, match)}"
        if chunk.lost:
            yield f"-- {chunk.lost:,} bytes are missing here"
        for line in lines_of(chunk.text.removesuffix("\n")):
            yield f"  {harmless(line, LONGEST_LINE)}"
    if piece.is_full:
        yield "-- it has written as much as it may; what it wrote later is lost"
    if piece.end and (is_open or not piece.chunks):
        yield f"-- it was lost: {gist(piece.end, GIST_LENGTH)}"


def _named(matches: Sequence[MatchId], first: MatchId | None) -> str:
    """Name open matches, the one that was asked for first."""
    if not matches:
        return "no match was open"
    names = [str(match) for match in sorted(matches, key=lambda match: (match != first, match))]
    more = len(names) - MOST_NAMED
    return " ".join(names[:MOST_NAMED]) + (f" and {more} more were open" if more > 0 else "")
