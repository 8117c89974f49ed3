"""What a bot's directory holds, as one hash: a changed bot is another bot."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from arena.core.errors import ConfigError
from arena.roster.ignore import read_ignored

UNCOUNTED = "__pycache__"
"""Besides names that start with a dot, the name of what is no part of a bot."""


class ContentDigest:
    """A content hash, file by file."""

    def __init__(self) -> None:
        """Begin with no file."""
        self._digest = hashlib.sha256()

    def add(self, path: bytes, content: bytes) -> None:
        """Take in one more file; they come in the order of their paths."""
        self._digest.update(b"%d %d " % (len(path), len(content)))
        self._digest.update(path)
        self._digest.update(content)

    def hexdigest(self) -> str:
        """Return the hash of the files so far."""
        return self._digest.hexdigest()


def content_hash(directory: Path) -> str:
    """Return the SHA-256, hex, over the paths and bytes of all files that count in a bot's directory.

    Moving or copying a bot keeps its hash, and so does what `counted_files` leaves out.

    Raises:
        ConfigError: there is a link or a special file, which may change without the hash, or a file
            can't be read.
    """
    digest = ContentDigest()
    for path, file in counted_files(directory):
        digest.add(path, read_counted(file))
    return digest.hexdigest()


def counted_files(directory: Path) -> list[tuple[bytes, Path]]:
    """List the files that make up a bot, with their paths relative to its directory, sorted by them.

    `__pycache__`, names that start with a dot, and what the bot's `.arenaignore` excludes don't count.

    Raises:
        ConfigError: there is a link or a special file among what counts, or something can't be read.
    """
    try:
        return sorted(_files(directory, b"", read_ignored(directory)))
    except OSError as error:
        raise ConfigError(f"{error.filename} can't be read: {error.strerror}") from None


def read_counted(file: Path) -> bytes:
    """Return what is in a file.

    Raises:
        ConfigError: it can't be read.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from None


def _files(
    directory: Path, prefix: bytes, is_ignored: Callable[[bytes], bool]
) -> Iterator[tuple[bytes, Path]]:
    """Yield every file that counts, with its path relative to the bot's directory."""
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name == UNCOUNTED:
                continue
            mode = entry.stat(follow_symlinks=False).st_mode
            is_folder = stat.S_ISDIR(mode)
            path = prefix + os.fsencode(entry.name) + b"/" * is_folder
            if is_ignored(path):
                continue
            if is_folder:
                yield from _files(Path(entry.path), path, is_ignored)
            elif stat.S_ISREG(mode):
                yield path, Path(entry.path)
            else:
                what = "a link" if stat.S_ISLNK(mode) else "no ordinary file"
                raise ConfigError(f"{entry.path} is {what}; a bot's directory has only files and directories")
