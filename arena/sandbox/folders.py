"""Folders on the host for what instances write: one each, below one of their arena, below one of the user."""

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Lock

from arena.core.errors import HostError
from arena.sandbox.owner import parse_owner, this_process

OUTPUT = "output"
"""The file in an instance's folder that takes its stdout and stderr."""
KEPT_OUTPUT = 16_384
"""Bytes of output that can still be read after an instance was stopped."""


class InstanceFolders:
    """The folders of the calling process, in one of this user that nobody else can enter."""

    def __init__(self) -> None:
        """Make nothing yet."""
        self._owner = str(this_process())
        self._root = Path(tempfile.gettempdir()) / f"arena-{os.getuid()}"
        self._lock = Lock()

    def make(self, name: str, *inner: str) -> Path:
        """Make an instance's folder, in one of this owner, in one that no other user can have made.

        `inner` names the folders to be made in it.

        Raises:
            HostError: it can't be made, or the user's folder is somebody else's.
        """
        folder = self._root / self._owner / name
        with self._lock:
            try:
                self._root.mkdir(mode=0o700, exist_ok=True)
                if not _is_ours(self._root):
                    raise HostError(f"{self._root} is somebody else's; remove it, or set TMPDIR elsewhere")
                for each in ("", *inner):
                    (folder / each).mkdir(parents=not each)
            except OSError as error:
                raise HostError(f"can't make {folder}: {error.strerror}") from error
        return folder

    def remove(self, folder: Path) -> None:
        """Remove an instance's folder, and its owner's with the last one."""
        with self._lock:
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):  # not empty, or another arena sweeps it too
                folder.parent.rmdir()

    def sweep(self) -> set[str]:
        """Remove the folders of this user's dead arenas; return the labels of their instances.

        Who else may have made the user's folder can have put links into it, which lead anywhere.
        """
        swept: set[str] = set()
        if not _is_ours(self._root):
            return swept
        for folder in (instance for owner in _inside(self._root) for instance in _inside(owner)):
            label = f"{folder.parent.name}/{folder.name}"
            if is_abandoned(label):
                swept.add(label)
                self.remove(folder)
        return swept


def _inside(folder: Path) -> list[Path]:
    """List what is in a folder; nothing if it is none, or if another arena has just removed it."""
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_ours(folder: Path) -> bool:
    """Tell whether a folder is there, made by this user and no link."""
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()


def is_abandoned(label: str) -> bool:
    """Tell whether a label, `owner/name`, is of an arena that is dead; anything else is nobody's."""
    owner = parse_owner(label.partition("/")[0])
    return owner is not None and not owner.is_alive()


def read_end(file: Path, most: int) -> bytes:
    """Return at most so many bytes of the end of a file; nothing if it is gone."""
    try:
        with file.open("rb") as opened:
            opened.seek(max(0, opened.seek(0, os.SEEK_END) - most))
            return opened.read(most)
    except FileNotFoundError:
        return b""  # swept by another arena, because the one that we work for is dead
