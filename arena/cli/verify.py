"""`arena verify`: proves a stored or exported tournament from nothing."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from arena.cli.arguments import Format, FormatOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import show, write
from arena.cli.stored_claim import stored_claim
from arena.core.clock import SystemClock
from arena.core.errors import CheckFailed
from arena.dashboard.listing import Listing, Row
from arena.storage import open_archive
from arena.tournament.programme import programme_of
from arena.verification.claim import Claim, ClaimedMatch
from arena.verification.lines import read_file
from arena.verification.proof import PARTS, Proven, prove

KEYS = ("tournament", "finished", "commitment", "matches", "moves", "blocks", "waiting_blocks",
        "benched_blocks", "void_blocks", "unplayed_matches", "unproven", "seconds")  # fmt: skip
LONG = 2_000
"""Matches from which on it is worth while to show how far it has come."""
_ID = re.compile(r"[a-z0-9_-]+")
"""What ids of tournaments are made of."""
SHOWN = 10
"""Void blocks that the summary names."""


def verify(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="TOURNAMENT | FILE",
            help="Its id, or a file of arena export (- for stdin); the newest tournament if left out.",
            show_default=False,
        ),
    ] = None,
    db: DatabaseOption = "arena.db",
    form: FormatOption = Format.TABLE,
) -> None:
    """Prove a tournament, stored or exported.

    Its secret is the one committed to, and all else follows: every deal from the secret; every
    seat from the schedule; every move legal, with the events, places and chips that follow from it; faults
    and forfeits; benched bots; and from these the tables, figure by figure. Stops at the first thing that
    is not as it should be, and leaves with code 1. A file is proven without any database.

    \b
    Examples:
      arena verify
      arena verify quickstart-3
      arena verify quickstart.jsonl
      arena verify --db season.db --format json
    """
    clock = SystemClock()
    began = clock.micros()
    if what is not None and _is_file(what):
        claim, proven = _file(Path("/dev/stdin" if what == "-" else what))
    else:
        claim, proven = _stored(what, db)
    seconds = (clock.micros() - began) / 1e6
    if form is Format.TABLE:
        write("".join(f"{line}\n" for line in _summary(claim, proven, seconds=seconds)))
    else:
        show([Listing("", KEYS, [_row(claim, proven, seconds=seconds)], Text())], form)


def _is_file(what: str) -> bool:
    """Tell whether a word means a file: one that is there, a pipe too, or what can't be a tournament's id."""
    is_there = os.path.exists(what) and not os.path.isdir(what)  # noqa: PTH110, PTH112 - any text may come
    return is_there or what == "-" or _ID.fullmatch(what) is None


def _file(path: Path) -> tuple[Claim, Proven]:
    claim, matches = read_file(path)
    with _progress(matches, programme_of(claim).total_matches) as told:
        return claim, prove(claim, told)


def _stored(tournament: str | None, db: str) -> tuple[Claim, Proven]:
    with open_archive(db) as archive:
        found = archive.find(tournament)
        claim = stored_claim(archive, found, secret=archive.deal_secret(found))
        stray = archive.stray(found)
        if stray is not None:
            raise CheckFailed(f"match {stray} is stored, and the schedule of {found.id} has no such match")
        matches = (ClaimedMatch(record) for record in archive.matches(found))
        with _progress(matches, sum(archive.stored_matches(found))) as told:
            return claim, prove(claim, told)


@contextmanager
def _progress(matches: Iterable[ClaimedMatch], total: int) -> Iterator[Iterable[ClaimedMatch]]:
    """Show on a terminal how far it has come, if it takes long; nothing of it stays."""
    console = Console(stderr=True)
    with Progress(
        console=console, transient=True, disable=not console.is_terminal or total < LONG
    ) as progress:
        yield progress.track(matches, total=total, description="matches")


def _row(claim: Claim, proven: Proven, *, seconds: float) -> Row:
    return {
        "tournament": claim.tournament,
        "finished": claim.is_finished,
        "commitment": claim.commitment,
        "matches": proven.matches,
        "moves": proven.moves,
        "blocks": proven.rated_blocks,
        "waiting_blocks": proven.waiting_blocks,
        "benched_blocks": proven.benched_blocks,
        "void_blocks": proven.void_blocks,
        "unplayed_matches": proven.unplayed_matches,
        "unproven": proven.unproven,
        "seconds": round(seconds, 3),
    }


def _summary(claim: Claim, proven: Proven, *, seconds: float) -> Iterator[str]:
    so_far = "" if claim.is_finished else " so far"
    yield (
        f"{claim.tournament} is proven{so_far}: {proven.matches:,} matches with {proven.moves:,} moves, "
        f"{proven.rated_blocks:,} rated blocks, in {seconds:.1f} s"
    )
    yield f"as they should be: {', '.join(part for part in PARTS if part not in proven.unproven)}"
    if proven.unproven:
        yield f"not proven, since the secret is not revealed: {', '.join(proven.unproven)}"
    if proven.unplayed_matches:
        yield f"not played again, since a shuffle is not stated: {proven.unplayed_matches:,} matches"
    if not claim.is_finished:
        total = programme_of(claim).total_blocks
        yield (
            f"unfinished: {claim.next_block:,} of {total:,} blocks are in its tables, "
            f"and {proven.waiting_blocks:,} beyond them are complete"
        )
    if proven.benched_blocks:
        yield f"not played, because somebody was benched: {proven.benched_blocks:,} blocks"
    if claim.secret:
        yield f"commitment: {claim.commitment}; is it the one that was published?"
    void = proven.void_blocks
    more = f" and {len(void) - SHOWN:,} more" if len(void) > SHOWN else ""
    yield f"void blocks: {len(void):,}{': ' if void else ''}{', '.join(void[:SHOWN])}{more}"
