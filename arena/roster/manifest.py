"""A bot's manifest, `bot.toml`: what it is called, which games it plays, how it is started."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.core.errors import ConfigError
from arena.core.ids import NAME_PATTERN, NAME_RULE
from arena.games.registry import GAMES

MANIFEST = "bot.toml"
PYTHON = "python"
"""As the first word of a command: the interpreter that runs bots, whichever that is in a sandbox."""
_MOST_REQUIREMENTS = 50
_REQUIREMENT = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)==[0-9][A-Za-z0-9.!+_-]*")
"""No option, address, path, extra or condition: nothing that makes pip do anything but look a name up."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a bot says of itself."""

    name: str
    version: str
    games: tuple[str, ...]
    command: tuple[str, ...]
    """Program and arguments, run in the bot's directory; `python` means the interpreter that runs bots."""
    language: str = ""
    description: str = ""
    requirements: tuple[str, ...] = ()
    """Python packages that it imports, as lines `name==version`."""
    build: tuple[str, ...] = ()
    """Program and arguments of a build step, run in the sandbox before the bot first plays."""


def read_manifest(directory: Path) -> Manifest:
    """Read and check the manifest in a bot's directory.

    Raises:
        ConfigError: it is missing or wrong; the message names the file, the key and what is allowed.
    """
    file = directory / MANIFEST
    values = _read_toml(file)
    for key in values:
        if key not in _KEYS:
            raise ConfigError(f"{file}: unknown key {key!r}; a manifest has {', '.join(_KEYS)}")
    for key, (_, allowed) in _KEYS.items():
        if key not in values and key not in _OPTIONAL:
            raise ConfigError(f"{file}: {key} is missing; it is {allowed}")
    return Manifest(**{key: _checked(file, key, value) for key, value in values.items()})


def _read_toml(file: Path) -> Mapping[str, Any]:
    """Read a TOML file, with errors that say what to do."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise ConfigError(f"{file} is missing; a bot's directory has a manifest of that name") from None
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not TOML: {error}") from None


def _checked(file: Path, key: str, value: object) -> Any:
    """Return a value in its own type, lists as tuples, or say what would be right."""
    is_right, allowed = _KEYS[key]
    if not is_right(value):
        raise ConfigError(f"{file}: {key} can't be {value!r}; it is {allowed}")
    return tuple(value) if isinstance(value, list) else value


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_version(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()


def _is_name(value: object) -> bool:
    return isinstance(value, str) and NAME_PATTERN.fullmatch(value) is not None


def _is_command(value: object) -> bool:
    words = _words(value)
    return bool(words) and bool(words[0]) and not any("\0" in word for word in words)


def _are_games(value: object) -> bool:
    names = _words(value)
    return bool(names) and len(set(names)) == len(names) and all(name in GAMES for name in names)


def _are_requirements(value: object) -> bool:
    lines = _words(value)
    found = [_REQUIREMENT.fullmatch(line) for line in lines]
    names = {re.sub(r"[-_.]+", "-", each[1]).lower() for each in found if each}  # as indexes compare them
    return value == lines and len(names) == len(lines) <= _MOST_REQUIREMENTS


def _words(value: object) -> list[str]:
    """Return a list of strings as it is, and anything else as an empty one."""
    return value if isinstance(value, list) and all(isinstance(word, str) for word in value) else []


_KEYS: dict[str, tuple[Callable[[object], bool], str]] = {
    "name": (_is_name, f"a name: {NAME_RULE}"),
    "version": (_is_version, 'text of 1 to 64 printable characters, for example "1.0"'),
    "games": (_are_games, f"a list of games, each named once; the games are {', '.join(GAMES)}"),
    "command": (_is_command, 'a list of words, the program first, for example ["python", "bot.py"]'),
    "language": (_is_text, "text"),
    "description": (_is_text, "text"),
    "requirements": (
        _are_requirements,
        f'a list of at most {_MOST_REQUIREMENTS} lines "name==version", each package named once, for example '
        '["numpy==2.4.6"]; no options, addresses, extras or other comparisons',
    ),
    "build": (_is_command, 'a list of words, the program first, for example ["python", "build.py"]'),
}
"""What each key may be, and how to say it."""
_OPTIONAL = ("language", "description", "requirements", "build")
