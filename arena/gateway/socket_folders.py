"""Folders for the sockets of instances, one each; those of arenas that were killed are removed.

A folder must let any user through and show nothing (mode 0711), and the socket's path must be short.
Whether an arena lives is told by a lock that the kernel takes away with its process.
"""

import fcntl
import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from arena.core.errors import HostError

SOCKET = "bot.sock"
PREFIX = "arena-sockets-"
LONGEST_PATH = 107
"""What the kernel holds of a socket's path, in bytes."""
_LOCK = "lock"


class SocketFolders:
    """The folders of one process, in one of its own that is there while any of them is."""

    def __init__(self, parent: Path | None = None) -> None:
        """Make them below `parent`, by default the directory for temporary files."""
        self._parent = parent or Path(tempfile.gettempdir())
        self._base: Path | None = None
        self._lock = -1
        self._count = 0

    def make(self) -> Path:
        """Make a folder with an opaque name.

        Raises:
            HostError: it can't be made, or its path would be too long for a socket.
        """
        try:
            if self._base is None:
                self._sweep()
                self._base = self._make_base()
            folder = self._base / secrets.token_hex(6)
            folder.mkdir()
            folder.chmod(0o711)  # mkdir's own mode is cut by the umask
        except OSError as error:
            raise HostError(f"can't make a folder for sockets in {self._parent}: {error.strerror}") from error
        self._count += 1
        length = len(os.fsencode(folder / SOCKET))
        if length > LONGEST_PATH:
            self.remove(folder)
            raise HostError(
                f"the path of a socket in {self._parent} has {length} bytes and the system allows "
                f"{LONGEST_PATH}: set TMPDIR to a directory with a shorter name"
            )
        return folder

    def remove(self, folder: Path) -> None:
        """Remove a folder; with the last one everything is gone."""
        shutil.rmtree(folder, ignore_errors=True)
        self._count -= 1
        if self._count == 0 and self._base is not None:
            shutil.rmtree(self._base, ignore_errors=True)
            os.close(self._lock)
            self._base = None

    def _make_base(self) -> Path:
        base = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._parent))
        base.chmod(0o711)
        new = base / "new"
        self._lock = os.open(new, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        new.rename(base / _LOCK)  # nobody must see it before it is locked
        return base

    def _sweep(self) -> None:
        """Remove what arenas of this user left that no longer live."""
        for base in self._parent.glob(PREFIX + "*"):
            with suppress(OSError):
                if base.lstat().st_uid == os.getuid() and not _is_locked(base / _LOCK):
                    shutil.rmtree(base, ignore_errors=True)


def _is_locked(lock: Path) -> bool:
    """Tell whether a process holds the lock.

    Raises:
        OSError: there is none, so its folder is just being made.
    """
    descriptor = os.open(lock, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
