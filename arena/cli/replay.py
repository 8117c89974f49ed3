"""`arena replay`: one match as text, move by move."""

from typing import Annotated

import typer

from arena.cli.arguments import TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import write
from arena.core.ids import parse_match_id
from arena.games.registry import find_game
from arena.match.replay_text import to_text
from arena.scheduling.seeds import deal_seed
from arena.storage import open_archive


def replay(
    match: Annotated[
        str, typer.Argument(metavar="MATCH", help="Its id: stage/block/rotation.", show_default=False)
    ],
    tournament: TournamentOption = None,
    db: DatabaseOption = "arena.db",
) -> None:
    """Tell a stored match again, move by move.

    Every hand is open. A match can be told when all rotations of its block are stored. `arena matches`
    lists them. Debug notes and evidence of faults, which are for a bot's author and whoever runs the
    tournament, are shown.

    \b
    Examples:
      arena replay main/0/2
      arena replay main/0/2 --tournament quickstart-3 | less
    """
    wanted = parse_match_id(match)
    with open_archive(db) as archive:
        found = archive.find(tournament)
        record = archive.match(found, wanted)
        secret = archive.deal_secret(found)
    stage = found.setup.stages[found.stage_number(wanted.stage)]
    lines = to_text(
        record,
        game=find_game(stage.game),
        options=stage.options,
        seed=deal_seed(secret, stage.name, wanted.block),
        entrants=found.entrants,
    )
    write("".join(f"{line}\n" for line in lines))
