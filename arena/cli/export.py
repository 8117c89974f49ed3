"""`arena export`: a tournament as JSON Lines, which `arena verify` proves."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Annotated, TextIO

import typer

from arena.cli.arguments import TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import say, stdout
from arena.cli.stored_claim import stored_claim
from arena.core.errors import ConfigError
from arena.games.registry import find_game
from arena.match.record import MatchRecord
from arena.match.transcript import to_json
from arena.scheduling.seeds import deal_seed
from arena.storage import StoredTournament, open_archive
from arena.verification.head import head_to_json

_DATABASE = b"SQLite format 3\0"
"""What a file of SQLite begins with."""

OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file, not to stdout.", show_default=False
    ),
]


def export(
    tournament: TournamentOption = None, output: OutputOption = None, db: DatabaseOption = "arena.db"
) -> None:
    """Write a tournament as JSON Lines.

    A head, then one match a line (docs/match_record.md). Only blocks of which all rotations are stored;
    once the tournament is finished, what there is of void blocks, too, and the secret and the seeds of
    deals. Evidence of faults is for a bot's author and whoever runs the tournament: take it out before you
    publish records. `arena verify FILE` proves a file, as long as it is whole.

    \b
    Examples:
      arena export -o quickstart.jsonl
      arena export -t quickstart-3 | jq 'select(.format == "arena-match/1") | .places'
    """
    with open_archive(db) as archive:
        found = archive.find(tournament)
        secret = archive.deal_secret(found)
        describe = partial(_describe, found=found, secret=secret)
        head = head_to_json(stored_claim(archive, found, secret=secret))
        with _opened(output) as file:
            _write(file, head)
            count = 0
            for record in archive.matches(found):
                _write(file, describe(record))
                count += 1
    if output is not None:
        say(f"wrote {count:,} matches of {found.id} to {output}")


def _write(file: TextIO, document: dict[str, object]) -> None:
    file.write(json.dumps(document, separators=(",", ":")) + "\n")


def _describe(record: MatchRecord, *, found: StoredTournament, secret: bytes) -> dict[str, object]:
    stage = found.setup.stages[found.stage_number(record.id.stage)]
    return to_json(
        record,
        tournament=found.id,
        game=find_game(stage.game),
        options=stage.options,
        seed=deal_seed(secret, stage.name, record.id.block),
        reveal_seed=found.is_finished,
        entrants=found.entrants,
    )


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    """Open stdout, a device or pipe as it is, or a file that has its name only when it is whole."""
    if output is None:
        with stdout() as file:
            yield file
        return
    try:
        if output.is_dir():
            raise ConfigError(f"can't write {output}: it is a folder; name a file with -o")
        if output.exists() and not output.is_file():
            with output.open("w", encoding="ascii") as file:
                yield file
        else:
            with _replacing(output.resolve()) as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ConfigError(f"can't write {output}: {error.strerror}; name another file with -o") from error


@contextmanager
def _replacing(target: Path) -> Iterator[TextIO]:
    """Write beside a file, and put it in that one's place at the end; a database is never replaced."""
    if target.exists():
        with target.open("rb") as old:
            if old.read(len(_DATABASE)) == _DATABASE:
                raise ConfigError(f"can't write {target}: it is a database; name another file with -o")
    part = target.with_name(f"{target.name}.{token_hex(4)}.part")
    with part.open("x", encoding="ascii") as file:
        try:
            yield file
            file.close()
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
