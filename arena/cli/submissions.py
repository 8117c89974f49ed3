"""`arena submissions`: what became of one's uploads."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated

import typer

from arena.cli.arguments import Format, FormatOption
from arena.cli.listing import show, write
from arena.cli.server import CaCertOption, InsecureOption, ServerOption, league_client
from arena.core.errors import ConfigError
from arena.core.text import harmless
from arena.dashboard.listing import Listing, Row, wrapped_table
from arena.league.client import LeagueClient
from arena.league.wire_submission import submission_from_wire
from arena.roster.submission import Submission

KEYS = ("number", "account", "league", "bot", "version", "state", "created", "content_hash", "reason")
HEADINGS = {
    "number": "number",
    "account": "account",
    "league": "league",
    "bot": "bot",
    "version": "version",
    "state": "state",
    "created": "created (UTC)",
    "reason": "reason",
}
_MOST_LINE = 2_000


def submissions(
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", min=1, help="Show one whole, with what its check has seen.", show_default=False
        ),
    ] = None,
    league: Annotated[
        str, typer.Option("--league", "-l", metavar="NAME", help="Only of this league.", show_default=False)
    ] = "",
    limit: Annotated[int, typer.Option("-n", min=1, max=100, help="How many.")] = 20,
    before: Annotated[
        int, typer.Option("--before", min=0, metavar="NUMBER", help="Only older ones.", show_default=False)
    ] = 0,
    server: ServerOption = None,
    ca_cert: CaCertOption = None,
    insecure: InsecureOption = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """List your submissions to a league server.

    The newest come first; an admin sees everybody's. One of them is shown whole by its number.

    \b
    Examples:
      arena submissions
      arena submissions 12
      arena submissions --league main --format json
    """
    with league_client(server, ca_cert=ca_cert, insecure=insecure) as client:
        found = (
            [_one(client, number)]
            if number is not None
            else _some(client, league=league, limit=limit, before=before)
        )
    if number is not None and form is Format.TABLE:
        write("".join(f"{line}\n" for line in told_whole(found[0])))
        return
    rows = [as_row(submission) for submission in found]
    short = [
        {**row, "reason": submission.reason.partition("\n")[0]}
        for row, submission in zip(rows, found, strict=True)
    ]
    show([Listing("Submissions", KEYS, rows, wrapped_table(HEADINGS, short))], form)


def as_row(submission: Submission) -> Row:
    """Return what every list of submissions has of one."""
    created = datetime.fromtimestamp(submission.created, UTC)
    return {
        "number": submission.number,
        "account": submission.account,
        "league": submission.league,
        "bot": submission.bot,
        "version": submission.version or None,
        "state": submission.state.value,
        "created": created.strftime("%Y-%m-%d %H:%M:%S"),
        "content_hash": submission.content_hash,
        "reason": submission.reason,
    }


def told_whole(submission: Submission) -> Iterator[str]:
    """Tell a submission with all that its check has seen, in lines that can only be read."""
    version = f" version {submission.version}" if submission.version else ""
    who = f"{submission.account}/{submission.bot}{version}"
    yield f"submission {submission.number}: {who} in {submission.league}: {submission.state.value}"
    parts = (("", submission.reason), ("it wrote:", submission.output), ("the match:", submission.record))
    for heading, text in parts:
        if text:
            yield ""
            yield from filter(None, [heading])
            yield from (harmless(line, _MOST_LINE) for line in text.splitlines())


def _one(client: LeagueClient, number: int) -> Submission:
    for submission in _some(client, league="", limit=1, before=number + 1):
        if submission.number == number:
            return submission
    raise ConfigError(f"you have no submission {number}; yours are listed by: arena submissions")


def _some(client: LeagueClient, *, league: str, limit: int, before: int) -> list[Submission]:
    answer = client.league.ListSubmissions(league=league, limit=limit, before=before)
    return [submission_from_wire(told) for told in answer.submissions]
