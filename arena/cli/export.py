"""`arena export`: a tournament as JSON Lines, which `arena verify` proves."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, TextIO

import typer

from arena.cli.arguments import TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import say
from arena.cli.stored_claim import stored_claim
from arena.core.errors import ConfigError
from arena.games.registry import find_game
from arena.match.record import MatchRecord
from arena.match.transcript import to_json
from arena.scheduling.seeds import deal_seed
from arena.storage import StoredTournament, open_archive
from arena.verification.head import head_to_json

OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file, not to stdout.", show_default=False
    ),
]


def export(
    tournament: TournamentOption = None, output: OutputOption = None, db: DatabaseOption = "arena.db"
) -> None:
    """Write a tournament as JSON Lines: a head, then one match a line (docs/match_record.md).

    Only blocks of which all rotations are stored; once the tournament is finished, what there is of void
    blocks, too, and the secret and the seeds of deals. Evidence of faults is for a bot's author and whoever runs the tournament: take it
    out before you publish records. `arena verify FILE` proves a file, as long as it is whole.

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
    """Open a file that has its name only when it is whole, or stdout."""
    if output is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    part = output.with_name(f"{output.name}.part")
    try:
        with part.open("w", encoding="ascii") as file:
            yield file
        part.replace(output)
    except OSError as error:
        raise ConfigError(f"can't write {output}: {error.strerror}; name another file with -o") from error
    finally:
        part.unlink(missing_ok=True)
