"""The tournament file: TOML, validated key by key; an error names file, key, value and what is allowed."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from arena.core.errors import ConfigError
from arena.core.ids import NAME_RULE, check_name
from arena.tournament.setup import AUTO

MAX_FILE_BYTES = 1 << 20

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$", description=NAME_RULE)]


class Section(BaseModel):
    """A part of a file, or all of it: its keys and no others, each with a value of its kind."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class BotEntry(Section):
    """One bot of the tournament."""

    path: str
    """Its folder, relative to the file, or `sample:NAME` for a bot that comes with the arena."""
    name: Name | None = None
    """Its name in this tournament; the manifest's if left out."""
    trusted: bool = False
    """It is the operator's own: it may run without isolation. Bots that come with the arena always may."""


class TimeSection(Section):
    """How long a bot may think."""

    move_ms: int = Field(default=500, ge=1, le=600_000)
    bank_ms: int = Field(default=5_000, ge=0, le=3_600_000)
    start_ms: int = Field(default=10_000, ge=100, le=600_000)
    timing: Literal["throughput", "strict"] = "throughput"


class FaultSection(Section):
    """What faults cost."""

    max_faults: int = Field(default=3, ge=1, le=1_000)
    bench_after: int = Field(default=10, ge=1, le=1_000_000)


class RunSection(Section):
    """How much is done at once."""

    window: int = Field(default=4_096, ge=1, le=1_000_000)
    in_flight: int = Field(default=256, ge=1, le=4_096)
    max_instances: int | None = Field(default=None, ge=2, le=10_000)
    max_matches: int = Field(default=1_000_000, ge=1)


class GameEntry(Section):
    """One game with its options."""

    game: str
    preset: str = "standard"
    options: dict[str, str | int] = Field(default_factory=dict)
    seats: int | None = Field(default=None, ge=2, le=6)
    draw_probability: float | None = Field(default=None, ge=0.001, le=0.999)


class StageEntry(GameEntry):
    """A game and how much of it is played.

    Tables are never listed here: only rounds of a league are given them one by one, by their planning.
    """

    name: Name
    deals: int = Field(ge=1, le=100_000_000)
    tables: Literal["all"] | Annotated[int, Field(ge=1)] = "all"


class TournamentFile(Section):
    """All of a tournament file."""

    name: Name
    bots: list[BotEntry] = Field(min_length=2, max_length=10_000)
    stages: list[StageEntry] = Field(min_length=1, max_length=100)
    seed: str | None = Field(default=None, min_length=1, max_length=256)
    anonymous: bool = False
    sandbox: str = AUTO
    time: TimeSection = TimeSection()
    faults: FaultSection = FaultSection()
    run: RunSection = RunSection()

    @field_validator("bots", mode="before")
    @classmethod
    def _path_alone(cls, bots: Any) -> Any:
        """Let a plain string stand for a bot with that path."""
        if isinstance(bots, list):
            return [{"path": bot} if isinstance(bot, str) else bot for bot in bots]
        return bots


Content = TypeVar("Content", bound=Section)


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """A valid tournament file, and where its relative paths start."""

    path: Path
    text: str
    content: TournamentFile


def load_file(path: Path) -> LoadedFile:
    """Read and validate a tournament file.

    Raises:
        ConfigError: it can't be read, isn't TOML, or a key or value is wrong; all wrong keys are named.
    """
    text, data = read_toml(path, what="tournament")
    return LoadedFile(path, text, parse(data, where=str(path)))


def read_toml(path: Path, *, what: str) -> tuple[str, dict[str, Any]]:
    """Return the text of a TOML file, and what it says.

    Args:
        path: the file.
        what: what it describes, for messages.

    Raises:
        ConfigError: it can't be read, or isn't TOML.
    """
    try:
        if path.is_dir():
            raise ConfigError(f"{path} is a folder; give the .toml file of a {what}")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"can't read the {what} file {path}: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise ConfigError(f"{path} is larger than {MAX_FILE_BYTES >> 20} MiB: no {what} file is")
    try:
        text = data.decode("utf-8")
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text (byte {error.start}); TOML files are") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from error


def parse(data: dict[str, Any], *, where: str) -> TournamentFile:
    """Validate what a TOML file said.

    Raises:
        ConfigError: names `where`, and for each problem its key, the value, and what is allowed.
    """
    content = validate(TournamentFile, data, where=where, what="tournament")
    names = [stage.name for stage in content.stages]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ConfigError(f"{where}: stages.{number}.name: two stages are named {name!r}; rename one")
    check_name(content.name, what="tournament")
    return content


def validate(kind: type[Content], data: dict[str, Any], *, where: str, what: str) -> Content:
    """Return what a file said, if its keys and values are those of its kind.

    Raises:
        ConfigError: names `where`, and for each problem its key, the value, and what is allowed.
    """
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        problems = [_problem(dict(detail), kind) for detail in error.errors(include_url=False)]
        raise ConfigError("\n  ".join([f"{where} is not a valid {what}:", *problems])) from error


def with_sandbox(content: TournamentFile, name: str) -> TournamentFile:
    """Return the same tournament in another sandbox."""
    return content.model_copy(update={"sandbox": name})


def _problem(detail: dict[str, Any], kind: type[Section]) -> str:
    """Say one of pydantic's problems in our words."""
    location = [str(part) for part in detail["loc"] if part not in {"int", "str", "literal['all']"}]
    key = ".".join(part for part in location if not part.startswith("constrained-"))
    if detail["type"] == "extra_forbidden":
        return f"{key}: there is no such key here; {_known_keys(detail['loc'][:-1], kind)}"
    if detail["type"] == "list_type" and key in {"stages", "games"}:
        return f"{key}: each {key[:-1]} begins with [[{key}]], in two pairs of brackets"
    if detail["type"] == "missing":
        return f"{key}: is missing"
    if detail["type"] == "string_pattern_mismatch":
        return f"{key}: {detail['input']!r} is no name: {NAME_RULE}"
    message = detail["msg"].replace("Input should be", "should be")
    value = f" (it is {detail['input']!r})" if isinstance(detail["input"], str | int | float) else ""
    return f"{key}: {message}{value}"


def _known_keys(location: tuple[Any, ...], kind: type[Section]) -> str:
    """List the keys of the section at a location."""
    found = kind.model_fields[str(location[0])].annotation if location else kind
    among = (found, *get_args(found))
    sections = [each for each in among if isinstance(each, type) and issubclass(each, Section)]
    return "known are " + ", ".join(sections[0].model_fields)
