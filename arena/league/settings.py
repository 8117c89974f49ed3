"""What a league plays and how: read from a TOML file, kept as JSON, never changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from arena.core.errors import ConfigError
from arena.core.ids import check_name
from arena.games.options import choices
from arena.league.planning import TARGET_BLOCKS
from arena.match.player import TimeControl
from arena.rating.trueskill_system import default_draw_probability
from arena.tournament.enrol import options_of
from arena.tournament.setup import AUTO, Timing
from arena.tournament.spec import FaultSection, GameEntry, Name, Section, TimeSection, read_toml, validate


class LeagueFile(Section):
    """All of a league's file."""

    name: Name
    games: list[GameEntry] = Field(min_length=1, max_length=100)
    anonymous: bool = True
    """Bots aren't told whom they play."""
    remote: bool = False
    """Bots may play over the network."""
    sandbox: str = AUTO
    target_blocks: int = Field(default=TARGET_BLOCKS, ge=1, le=1_000_000)
    """How many blocks a round has of each game, about."""
    time: TimeSection = TimeSection()
    faults: FaultSection = FaultSection()


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """One of the games that a league plays; its stages and tables are named after it."""

    game: str
    options: Any
    """Validated options of the game."""
    draw_probability: float

    @property
    def seats(self) -> int:
        """How many play at a table."""
        return int(self.options.players)


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """What a league plays and how."""

    name: str
    stages: tuple[LeagueGame, ...]
    """Each game once, in the order of the file."""
    time: TimeControl
    start_us: int
    """How long an instance may take from its start to its hello."""
    timing: Timing
    sandbox: str
    anonymous: bool
    remote: bool
    max_faults: int
    bench_after: int
    target_blocks: int
    """How many blocks a round has of each game, about."""

    @property
    def games(self) -> tuple[str, ...]:
        """Return the names of the games."""
        return tuple(stage.game for stage in self.stages)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values, with the keys of a league's file."""
        return {
            "name": self.name,
            "games": [_game_to_json(stage) for stage in self.stages],
            "anonymous": self.anonymous,
            "remote": self.remote,
            "sandbox": self.sandbox,
            "target_blocks": self.target_blocks,
            "time": {
                "move_ms": self.time.move_us // 1000,
                "bank_ms": self.time.bank_us // 1000,
                "start_ms": self.start_us // 1000,
                "timing": self.timing.value,
            },
            "faults": {"max_faults": self.max_faults, "bench_after": self.bench_after},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "LeagueSettings":
        """Read what `to_json` returned.

        Raises:
            ConfigError: this version of the arena can't read it.
        """
        return parse_settings(document, where="the settings of the league")


def load_settings(path: Path) -> LeagueSettings:
    """Read a league's file.

    Raises:
        ConfigError: it can't be read, isn't TOML, or a key or value is wrong; names file, key and what is
            right.
    """
    return parse_settings(read_toml(path, what="league")[1], where=str(path))


def parse_settings(document: Mapping[str, Any], *, where: str) -> LeagueSettings:
    """Validate what a league's file said.

    Raises:
        ConfigError: names `where`, and for each problem its key, the value, and what is allowed.
    """
    if "seed" in document:
        raise ConfigError(
            f"{where}: seed: leave it out. A league draws a new secret for every round, because with a seed "
            "anyone could compute the deals before they are played"
        )
    content = validate(LeagueFile, dict(document), where=where, what="league")
    stages = tuple(_game(entry, f"{where}: games.{number}") for number, entry in enumerate(content.games))
    games = [stage.game for stage in stages]
    for number, game in enumerate(games):
        if game in games[:number]:
            raise ConfigError(
                f"{where}: games.{number}.game: {game} is there already; make a league of its own for other "
                "options of it"
            )
    return LeagueSettings(
        name=check_name(content.name, what="league"),
        stages=stages,
        time=TimeControl(content.time.move_ms * 1000, content.time.bank_ms * 1000),
        start_us=content.time.start_ms * 1000,
        timing=Timing(content.time.timing),
        sandbox=content.sandbox,
        anonymous=content.anonymous,
        remote=content.remote,
        max_faults=content.faults.max_faults,
        bench_after=content.faults.bench_after,
        target_blocks=content.target_blocks,
    )


def _game(entry: GameEntry, key: str) -> LeagueGame:
    try:
        options = options_of(entry)
    except ConfigError as error:
        raise ConfigError(f"{key}: {error}") from error
    probability = entry.draw_probability or default_draw_probability(options.players)
    return LeagueGame(entry.game, options, probability)


def _game_to_json(stage: LeagueGame) -> dict[str, Any]:
    names = choices(type(stage.options)).keys() - {"players"}
    return {
        "game": stage.game,
        "preset": stage.options.preset,
        "options": {name: getattr(stage.options, name) for name in sorted(names)},
        "seats": stage.seats,
        "draw_probability": stage.draw_probability,
    }
