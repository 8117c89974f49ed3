"""Archives of strangers, unpacked: nothing gets out of its folder, and nothing grows without bound."""

import shutil
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO

from arena.core.errors import ConfigError

_PLAIN = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""Other ways to compress make megabytes of memory out of a few bytes at once."""
_LONGEST_NAME = 255
_LONGEST_PATH = 1_000
"""Bytes; systems of files take no more, or not much."""
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, UnicodeError)


class Budget:
    """What may still be unpacked. An archive can't give more of a file than it says, zipfile sees to that."""

    def __init__(self, whose: str, most_bytes: int, most_files: int) -> None:
        """Begin with all of it; `whose` things they are is said when they are too large."""
        self._whose = whose
        self._most = (most_bytes, most_files)
        self._bytes = 0
        self._files = 0

    def take(self, size: int) -> None:
        """Count one more file.

        Raises:
            ConfigError: that is too much.
        """
        self._bytes += size
        self._files += 1
        for used, most, what in zip((self._bytes, self._files), self._most, ("bytes", "files"), strict=True):
            if used > most:
                raise ConfigError(f"{self._whose} are too large: at most {most:,} {what} unpacked")


def unpack(
    archive: Path | IO[bytes],
    name: str,
    into: Path,
    budget: Budget,
    place: Callable[[PurePosixPath], PurePosixPath | None],
) -> None:
    """Unpack a zip file.

    Args:
        archive: What is unpacked.
        name: What it is called in errors.
        into: The folder that nothing gets out of.
        budget: What may be unpacked.
        place: Says where under `into` a file of the archive belongs; None leaves it out.

    Raises:
        ConfigError: it is damaged, names places outside its folder, has links, or is too large.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            for entry in opened.infolist():
                if entry.is_dir():
                    continue
                where = place(_checked(entry, name))
                budget.take(entry.file_size)
                if where is not None:
                    _write(opened, entry, into / where)
    except _UNREADABLE as error:
        raise ConfigError(f"{name} is no archive that can be read: {error}") from error
    except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
        raise ConfigError(f"{name} has a file where a folder is: {error.filename}") from error


def _checked(entry: zipfile.ZipInfo, name: str) -> PurePosixPath:
    path = PurePosixPath(entry.filename)
    if not _stays_inside(path):
        raise ConfigError(f"{name} has a file outside its folder: {entry.filename!r}")
    if stat.S_IFMT(entry.external_attr >> 16) not in {0, stat.S_IFREG} or entry.compress_type not in _PLAIN:
        raise ConfigError(f"{name} has something that is no ordinary file: {entry.filename!r}")
    return path


def _stays_inside(path: PurePosixPath) -> bool:
    """Tell whether a path names a file under the folder that it counts from, and may be written there."""
    text = str(path)
    return (
        path.parts != ()
        and not path.is_absolute()
        and ".." not in path.parts
        and "\\" not in text
        and text.isprintable()
        and len(text.encode()) <= _LONGEST_PATH
        and all(len(part.encode()) <= _LONGEST_NAME for part in path.parts)
    )


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(entry) as source, place.open("wb") as file:
        shutil.copyfileobj(source, file)
