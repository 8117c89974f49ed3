"""Unpacks what strangers upload: whole and by its content, or not at all, and nothing beside its folder."""

import errno
import fcntl
import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from arena.core.errors import HostError
from arena.roster.archive import Entry, Unzipped, read_entries
from arena.roster.content import content_hash
from arena.roster.parcel import Flaw, ParcelLimits, Places, UnsafeParcel

_UNFINISHED = ".unpacking-"
_COPY_BYTES = 64 << 10
_HEADERS_BYTES = 6 << 10
"""More than the headers and padding of one entry."""
_END_BYTES = 64 << 10
"""More than the zeros with which tools end an archive."""


def unpack(packed: IO[bytes] | bytes, folder: Path, limits: ParcelLimits | None = None) -> str:
    """Unpack a parcel into `folder / content_hash`, and return that hash.

    If that is there already, it stays: it has the same files. Otherwise it appears at once, when all of it
    is on the disk. Memory is bounded whatever comes; the uploaded bytes are read once, from where they are.

    Args:
        packed: A gzipped tar, or a file with one.
        folder: Where bots are kept by their content; made if it is missing.
        limits: What is too much.

    Raises:
        UnsafeParcel: it can't be taken; the message is for the author. Nothing is left of it.
        HostError: it can't be written, for example because the disk is full. Nothing is left of it.
    """
    limits = limits or ParcelLimits()
    source = Unzipped(
        io.BytesIO(packed) if isinstance(packed, bytes) else packed,
        most_packed=limits.packed_bytes,
        most=limits.unpacked_bytes + limits.entries * _HEADERS_BYTES + _END_BYTES,
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _held(folder, fcntl.LOCK_SH), TemporaryDirectory(prefix=_UNFINISHED, dir=folder) as aside:
            whole = Path(aside, "bot")
            whole.mkdir()
            _write_all(source, whole, limits)
            _settle(whole)
            name = content_hash(whole)
            _put_in_place(whole, folder / name)
    except OSError as error:
        raise HostError(f"can't unpack into {folder}: {error.strerror}; see that there is room") from error
    return name


def sweep(folder: Path) -> int:
    """Remove what killed processes left half unpacked in a folder of bots; return how many.

    Nothing is removed while anybody unpacks there: call it when a server starts.

    Raises:
        HostError: it can't be removed.
    """
    try:
        with _held(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
            left = list(folder.glob(f"{_UNFINISHED}*"))
            for each in left:
                shutil.rmtree(each)
    except (FileNotFoundError, BlockingIOError):
        return 0
    except OSError as error:
        raise HostError(f"can't remove {error.filename}: {error.strerror}") from error
    return len(left)


@contextmanager
def _held(folder: Path, lock: int) -> Iterator[None]:
    """Hold a lock on a folder; it ends with the process, however that ends."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(opened, lock)
        yield
    finally:
        os.close(opened)


def _write_all(source: Unzipped, whole: Path, limits: ParcelLimits) -> None:
    places = Places(limits)
    left = limits.unpacked_bytes
    is_empty = True
    for entry in read_entries(source, limits):
        places.add(entry.path, is_folder=entry.is_folder)
        if entry.is_folder:
            continue  # folders come with their files, as in the content hash
        is_empty = False
        left -= entry.size
        if entry.size > limits.file_bytes:
            raise _too_large(f"{entry.path} has {entry.size:,} bytes", limits.file_bytes)
        if left < 0:
            raise _too_large("all files together", limits.unpacked_bytes)
        _write(source, entry, whole / entry.path)
    if is_empty:
        raise UnsafeParcel(Flaw.DAMAGED, "there are no files in the archive")


def _too_large(what: str, most: int) -> UnsafeParcel:
    return UnsafeParcel(
        Flaw.TOO_LARGE, f"the bot's files are too large: {what}; at most {most:,} bytes can be taken"
    )


def _write(source: Unzipped, entry: Entry, file: Path) -> None:
    """Write one file, onto the disk."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("xb") as opened:
        left = entry.size
        while left:
            left -= opened.write(source.read_all(min(left, _COPY_BYTES)))
        opened.flush()
        os.fchmod(opened.fileno(), 0o755 if entry.is_executable else 0o644)
        os.fsync(opened.fileno())


def _settle(whole: Path) -> None:
    """Let everybody enter the folders, whatever the umask, and put their entries onto the disk."""
    for root, _, _ in os.walk(whole, topdown=False):
        Path(root).chmod(0o755)
        _sync(Path(root))


def _put_in_place(whole: Path, place: Path) -> None:
    try:
        whole.rename(place)
    except OSError as error:
        if error.errno not in {errno.EEXIST, errno.ENOTEMPTY}:  # the same files, from another upload
            raise
    _sync(place.parent)


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
