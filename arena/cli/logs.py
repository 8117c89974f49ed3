"""`arena logs`: what bots wrote to stdout and stderr."""

from collections.abc import Iterator
from typing import Annotated

import typer

from arena.cli.arguments import RoundOption, TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import write
from arena.cli.server import ServerOption, league_client
from arena.core.errors import ConfigError
from arena.core.ids import MatchId, parse_match_id
from arena.core.text import gist, harmless
from arena.match.record import MatchRecord
from arena.storage import Archive, StoredOutput, StoredTournament, open_archive
from arena.tournament.output_text import GIST_LENGTH, output_text


def logs(
    match: Annotated[
        str | None,
        typer.Argument(metavar="MATCH", help="Its id: stage/block/rotation.", show_default=False),
    ] = None,
    bot: Annotated[
        str | None, typer.Option(help="Only this bot's; without MATCH: of its latest matches.")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, max=10_000, help="Without MATCH: at most so many pieces.")
    ] = 20,
    league: Annotated[
        str | None,
        typer.Option("--league", "-l", metavar="NAME", help="Of your bot in a league.", show_default=False),
    ] = None,
    number: RoundOption = 0,
    server: ServerOption = None,
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
      arena logs --league main --bot fox
    """
    if league is not None:
        if bot is None:
            raise ConfigError("say with --bot which of your bots' output to show")
        with league_client(server) as client:
            write(client.league.GetLogs(league=league, bot=bot, round=number, match=match or "").text)
        return
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
            output = archive.output(found, number, match=match)
            yield from _told(output, match)
            if not output.pieces:  # a bot that fails to start has written before any match
                yield f"-- what it wrote before and after: arena logs --bot {found.entrant_names[number]}"
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
    return output_text(output.pieces, held_back=output.held_back, dropped=output.dropped, match=match)
