"""`.arenaignore`: what in an author's folder is no part of the bot."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from arena.core.errors import ConfigError

IGNORE_FILE = ".arenaignore"
"""In the bot's directory; the syntax is that of .gitignore. It is itself no part of the bot."""


def read_ignored(directory: Path) -> Callable[[bytes], bool]:
    """Return what tells whether a path is left out, by the `.arenaignore` of a bot's directory.

    Paths are relative to it, those of folders end with a slash. A folder that is left out should not be
    entered: as in git, nothing in it can be taken back in.

    Raises:
        ConfigError: the file can't be read, or a line of it is no pattern.
    """
    file = directory / IGNORE_FILE
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            raise ConfigError(f"{file} is no ordinary file; write the patterns into it, or remove it")
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return _nothing
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8: {error}") from None
    return _by_patterns(file, lines)


def _nothing(path: bytes) -> bool:
    del path
    return False


def _by_patterns(file: Path, lines: list[str]) -> Callable[[bytes], bool]:
    # Most bots have no such file, and importing this takes longer than hashing them.
    from pathspec import GitIgnoreSpec  # noqa: PLC0415

    for number, line in enumerate(lines, start=1):
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError as error:
            raise ConfigError(f"{file}, line {number}: {error}; see the syntax of .gitignore") from None
    patterns = GitIgnoreSpec.from_lines(lines, backend="simple")
    return lambda path: patterns.match_file(os.fsdecode(path))
