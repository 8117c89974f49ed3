"""From a valid file to a complete setup: bots are found and read, games and options checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

from arena.core.errors import ConfigError
from arena.core.ids import check_name
from arena.games.registry import find_game
from arena.match.player import TimeControl
from arena.rating.trueskill_system import default_draw_probability
from arena.roster.bot_version import BotVersion, load_bot
from arena.scheduling.seeds import secret_from_seed
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup
from arena.tournament.spec import BotEntry, GameEntry, StageEntry, TournamentFile


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Where a tournament's description comes from, for messages and relative paths."""

    where: str
    """The file's name, or the command that stands for one."""
    base: Path
    """The folder that relative paths of bots start from."""


def enrol(
    content: TournamentFile, source: Enrolment, *, new_secret: bytes, max_instances: int
) -> TournamentSetup:
    """Read the bots and check the stages.

    Args:
        content: A valid tournament file.
        source: Where it comes from.
        new_secret: 32 bytes from the operating system, used unless the file has a `seed`.
        max_instances: How many instances a shard may keep, unless the file says.

    Raises:
        ConfigError: a bot, game, preset, option or table size that can't be; names file and key.
    """
    entrants = _entrants(content.bots, source)
    stages = tuple(
        _stage(entry, entrants, key=f"{source.where}: stages.{number}")
        for number, entry in enumerate(content.stages)
    )
    most_seats = max(stage.seats for stage in stages)
    if content.run.max_instances is not None and content.run.max_instances < most_seats:
        raise ConfigError(
            f"{source.where}: run.max_instances: {content.run.max_instances} instances can't fill a table of "
            f"{most_seats}; allow at least {most_seats}, or leave the key out"
        )
    strict = content.time.timing == "strict"
    return TournamentSetup(
        name=content.name,
        entrants=entrants,
        stages=stages,
        secret=new_secret if content.seed is None else secret_from_seed(content.seed),
        practice=content.seed is not None,
        time=TimeControl(content.time.move_ms * 1000, content.time.bank_ms * 1000),
        start_us=content.time.start_ms * 1000,
        timing=Timing(content.time.timing),
        anonymous=content.anonymous,
        max_faults=content.faults.max_faults,
        bench_after=content.faults.bench_after,
        window=content.run.window,
        in_flight=1 if strict else content.run.in_flight,
        max_instances=content.run.max_instances or max_instances,
        sandbox=content.sandbox,
    )


def _entrants(entries: Sequence[BotEntry], source: Enrolment) -> tuple[Entrant, ...]:
    """Read each bot's manifest and code."""
    entrants: list[Entrant] = []
    taken: dict[str, int] = {}
    for number, entry in enumerate(entries):
        key = f"{source.where}: bots.{number}"
        bot = _load(entry, source.base, key)
        name = check_name(entry.name or bot.manifest.name, what="bot")
        if name in taken:
            raise ConfigError(
                f"{key}: two bots are named {name!r} (the other is bots.{taken[name]}); "
                f'give one of them another name: {{ path = "{entry.path}", name = "…" }}'
            )
        taken[name] = number
        entrants.append(entrant_of(bot, number=number, name=name, trusted=entry.trusted or bot.is_sample))
    return tuple(entrants)


def entrant_of(bot: BotVersion, *, number: int, name: str, trusted: bool) -> Entrant:
    """Return a bot as it takes part in a tournament."""
    return Entrant(
        number=number,
        name=name,
        version=bot.manifest.version,
        directory=bot.directory,
        command=bot.manifest.command,
        games=bot.manifest.games,
        content_hash=bot.content_hash,
        trusted=trusted,
        requirements=bot.manifest.requirements,
        build=bot.manifest.build,
    )


def _load(entry: BotEntry, base: Path, key: str) -> BotVersion:
    """Load one bot, and say which line of the file asked for it if that fails."""
    try:
        return load_bot(entry.path, base=base)
    except ConfigError as error:
        raise ConfigError(f"{key}: {error}") from error
    except (OSError, ValueError) as error:  # a path that no file can have
        raise ConfigError(f"{key}: no bot can be at {entry.path[:60]!r}: {error}") from error


def options_of(entry: GameEntry) -> Any:
    """Return the options of a game that a file asks for.

    Raises:
        ConfigError: there is no such game, preset or option.
    """
    if "players" in entry.options:
        raise ConfigError("options.players: say `seats` instead")
    seats = {} if entry.seats is None else {"players": entry.seats}
    return find_game(entry.game).options(entry.preset, {**entry.options, **seats})


def _stage(entry: StageEntry, entrants: Sequence[Entrant], *, key: str) -> StageSetup:
    """Check one stage against its game and the bots that play it."""
    try:
        options = options_of(entry)
    except ConfigError as error:
        raise ConfigError(f"{key} ({entry.name}): {error}") from error
    players = tuple(entrant.number for entrant in entrants if entry.game in entrant.games)
    if len(players) < options.players:
        others = ", ".join(entrant.name for entrant in entrants if entry.game not in entrant.games)
        raise ConfigError(
            f"{key} ({entry.name}): a table has {options.players} seats, but only {len(players)} of the bots "
            f"play {entry.game}{f' (not {others}, says their bot.toml)' if others else ''}; "
            "add bots that do, or play at fewer seats"
        )
    sets = comb(len(players), options.players)
    if entry.tables != "all" and entry.tables > sets:
        raise ConfigError(
            f"{key} ({entry.name}).tables: {entry.tables} tables in a round, but {len(players)} bots at "
            f'tables of {options.players} allow 1 to {sets}, or "all"'
        )
    return StageSetup(
        name=entry.name,
        game=entry.game,
        options=options,
        entrants=players,
        seats=options.players,
        deals=entry.deals,
        tables=None if entry.tables == "all" else entry.tables,
        draw_probability=entry.draw_probability or default_draw_probability(options.players),
    )
