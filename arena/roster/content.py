"""What a bot's directory holds, as one hash: a changed bot is another bot."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from arena.core.errors import ConfigError


def content_hash(directory: Path) -> str:
    """Return the SHA-256, hex, over the paths and bytes of all files in a bot's directory.

    `__pycache__` and names that start with a dot don't count. Moving or copying a bot keeps its hash.

    Raises:
        ConfigError: there is a link or a special file, which may change without the hash, or a file
            can't be read.
    """
    digest = hashlib.sha256()
    try:
        for path, file in sorted(_files(directory, b"")):
            content = file.read_bytes()
            digest.update(b"%d %d " % (len(path), len(content)))
            digest.update(path)
            digest.update(content)
    except OSError as error:
        raise ConfigError(f"{error.filename} can't be read: {error.strerror}") from None
    return digest.hexdigest()


def _files(directory: Path, prefix: bytes) -> Iterator[tuple[bytes, Path]]:
    """Yield every file that counts, with its path relative to the bot's directory."""
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name == "__pycache__":
                continue
            mode = entry.stat(follow_symlinks=False).st_mode
            path = prefix + os.fsencode(entry.name)
            if stat.S_ISDIR(mode):
                yield from _files(Path(entry.path), path + b"/")
            elif stat.S_ISREG(mode):
                yield path, Path(entry.path)
            else:
                what = "a link" if stat.S_ISLNK(mode) else "no ordinary file"
                raise ConfigError(f"{entry.path} is {what}; a bot's directory has only files and directories")
