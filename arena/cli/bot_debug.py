"""`arena bot debug`: a stored match's turns, put to a bot under a debugger."""

import textwrap
from typing import Annotated

import typer

from arena.bootstrap.bot_debug import DebugTurn, debug_bot, find_match, seat_for
from arena.bootstrap.duel import STAGE
from arena.cli.arguments import TournamentOption
from arena.cli.database import DatabaseOption
from arena.cli.listing import say, write
from arena.core.errors import BotError, CheckFailed, ConfigError
from arena.core.ids import parse_match_id
from arena.core.text import harmless
from arena.dashboard.words import plural
from arena.roster.bot_version import load_bot
from arena.storage.archive import open_archive

_LONGEST = 400
_WIDTH = 79


def debug(
    bot: Annotated[
        str, typer.Argument(help="The bot's folder, or sample:NAME.", metavar="BOT", show_default=False)
    ],
    match: Annotated[
        str, typer.Option("--match", "-m", help="Its id: stage/block/rotation.", show_default=False)
    ],
    seat: Annotated[
        int | None,
        typer.Option("--seat", "-s", help="Whose turns; the bot's own if left out.", show_default=False),
    ] = None,
    tournament: TournamentOption = None,
    db: DatabaseOption = "arena.db",
) -> None:
    """Put a stored match's turns to a bot under a debugger.

    The bot is started on this terminal, so that `breakpoint()` stops in it and takes what you type. There is
    no clock. The match goes as it is stored, whatever the bot answers; each turn says whether the answer is
    the stored move. Lines that begin with -- are the arena's.

    \b
    Examples:
      arena bot debug ./mybot --match main/0/2
      arena bot debug ./mybot --match duel/17/0 --db duel.db --seat 1
    """
    version = load_bot(bot)
    wanted = parse_match_id(match)
    try:
        with open_archive(db) as archive:
            stored = find_match(archive, tournament, wanted)
    except ConfigError as error:
        if wanted.stage != STAGE:
            raise
        raise ConfigError(
            f"{error}; a duel is kept only if it, like this command, gets `--db duel.db`"
        ) from error
    place = seat_for(version, stored, seat)
    _tell(
        f"{stored.record.id}: {stored.game.name}, {version.manifest.name} has the seat {place} "
        f"of {stored.names[place]}"
    )
    turns: list[DebugTurn] = []

    def tell(turn: DebugTurn) -> None:
        turns.append(turn)
        _tell(_turn_words(turn))

    try:
        debug_bot(version, stored, place, tell=tell, say=say)
    except BotError as error:
        raise CheckFailed(f"the bot ended before the match did: {error}") from error
    alike = sum(turn.is_stored for turn in turns)
    _tell(f"the match is over: {plural(len(turns), 'turn')}, {alike} answered as stored")


def _turn_words(turn: DebugTurn) -> str:
    """Say how a turn was answered."""
    whose = " by the house" if turn.is_house else ""
    same = f"as stored{whose}" if turn.is_stored else f"stored is {turn.stored}{whose}"
    note = f"; note: {turn.note}" if turn.note else ""
    return f"turn {turn.number}, move {turn.move}: {turn.answer}, {same}{note}"


def _tell(text: str) -> None:
    """Write a line of the arena's, now: the bot writes to the same terminal."""
    line = f"-- {harmless(text, _LONGEST)}"
    write("\n".join(textwrap.wrap(line, _WIDTH, subsequent_indent="   ")) + "\n")
