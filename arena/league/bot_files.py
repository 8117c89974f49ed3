"""Where bots' files are kept: by their content, and nothing of an upload that was not whole.

Nothing is removed here. Folders in `bots` that no queued or accepted submission and no unfinished round names
may be deleted at any time: matches are proven without them, and who submits the same bot again brings its
files.
"""

import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arena.core.errors import ConfigError, HostError
from arena.roster.manifest import Manifest, read_manifest
from arena.roster.parcel import ParcelLimits
from arena.roster.unpacking import sweep, unpack


@dataclass(frozen=True, slots=True)
class Arrived:
    """A bot that has been unpacked and kept."""

    manifest: Manifest
    content_hash: str


class BotFiles:
    """The folders `bots` and `incoming` of a server's data. Blocking; for any thread."""

    def __init__(self, data: Path) -> None:
        """Make the folders, and remove what a killed server left of uploads.

        Raises:
            HostError: they can't be written.
        """
        self._bots = data.resolve() / "bots"
        self._incoming = data.resolve() / "incoming"
        try:
            self._bots.mkdir(parents=True, exist_ok=True)
            if self._incoming.exists():
                shutil.rmtree(self._incoming)
            self._incoming.mkdir(mode=0o700)
        except OSError as error:
            raise HostError(f"{error.filename} can't be made ready: {error.strerror}") from error
        sweep(self._bots)

    def directory(self, content_hash: str) -> Path:
        """Return where the files of a bot are, if they are there."""
        return self._bots / content_hash

    def spool(self) -> IO[bytes]:
        """Return a new file for the bytes of an upload; it has no name, so that it ends with its last user.

        Raises:
            HostError: there is no room for it.
        """
        try:
            return tempfile.TemporaryFile(dir=self._incoming)
        except OSError as error:
            raise _no_room(error) from error

    def keep(self, spooled: IO[bytes], content_hash: str, limits: ParcelLimits) -> Arrived:
        """Unpack an upload, see that it is what was announced and has a manifest, and keep it.

        Raises:
            UnsafeParcel: it can't be taken.
            ConfigError: it is another bot than was announced, or its manifest is wrong.
            HostError: it can't be written.
        """
        spooled.seek(0)
        with tempfile.TemporaryDirectory(dir=self._incoming, ignore_cleanup_errors=True) as name:
            found = unpack(spooled, Path(name), limits)
            if found != content_hash:
                raise ConfigError(
                    f"content_hash: {content_hash} was announced, and files with the hash {found} came; "
                    "send the folder again"
                )
            manifest = _manifest(Path(name, found))
            self._put_in_place(Path(name, found), self.directory(found))
        return Arrived(manifest, found)

    def _put_in_place(self, arrived: Path, place: Path) -> None:
        try:
            with suppress(OSError):  # the same files are there
                arrived.rename(place)
            if not place.is_dir():
                raise HostError(f"{place} can't be made; see that there is room")
            opened = os.open(self._bots, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
        except OSError as error:
            raise _no_room(error) from error


def write(spooled: IO[bytes], chunk: bytes) -> None:
    """Add bytes to an upload.

    Raises:
        HostError: there is no room for them.
    """
    try:
        spooled.write(chunk)
    except OSError as error:
        raise _no_room(error) from error


def _manifest(directory: Path) -> Manifest:
    """Read a manifest, with errors that don't name a folder of this machine.

    Raises:
        ConfigError: it is missing or wrong.
    """
    try:
        return read_manifest(directory)
    except ConfigError as error:
        raise ConfigError(str(error).replace(f"{directory}{os.sep}", "")) from None


def _no_room(error: OSError) -> HostError:
    return HostError(f"an upload can't be written: {error.strerror}; see that there is room")
