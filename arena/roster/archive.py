"""Reads a gzipped tar from a stranger: strictly, in a stream, and in bounded memory.

Python's `tarfile` takes much that a bot never needs (sparse files, headers of any size, numbers in several
notations), believes what headers say, and goes on after damage. Here is the small part of the format that
`packing` and common tools write: files and folders, with long or foreign names in extended (pax) headers.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from arena.roster.parcel import Flaw, ParcelLimits, UnsafeParcel, as_path

_BLOCK = 512
_READ_BYTES = 16 << 10
_GZIP = 31
"""For zlib: a gzip header, and the largest window."""
_MOST_HEADER_BYTES = 4 << 10
"""Of an extended header."""
_MODE, _SIZE, _KIND = slice(100, 108), slice(124, 136), slice(156, 157)
"""Where they are in a header."""
_FILE, _OLD_FILE, _FOLDER, _EXTENDED = b"0", b"\0", b"5", b"x"
_KINDS = {
    b"1": "a hard link",
    b"2": "a link",
    b"3": "a device",
    b"4": "a device",
    b"6": "a pipe",
    b"g": "a header for all files",
    b"x": "a second header for one file",
    b"L": "a long name as only GNU tar writes it (use tar --format=pax)",
    b"S": "a sparse file",
}
_KEYS_THAT_CHANGE_CONTENT = ("size", "linkpath", "hdrcharset", "GNU.sparse.")


@dataclass(slots=True)
class Entry:
    """A file or folder in an archive."""

    path: str
    """As it stands there: it may lead anywhere."""
    is_folder: bool
    is_executable: bool
    size: int
    """Bytes of its content, which must be read before the next entry."""


class Unzipped:
    """The bytes in one gzip member, counted as they come out."""

    def __init__(self, packed: IO[bytes], *, most_packed: int, most: int) -> None:
        """Read nothing yet; bounds are in bytes."""
        self._packed = packed
        self._packed_left = most_packed
        self._left = most
        self._inflater = zlib.decompressobj(_GZIP)
        self._waiting = b""
        self._buffer = b""

    def read(self, size: int) -> bytes:
        """Return so many bytes, or fewer at the end.

        Raises:
            UnsafeParcel: it is damaged or too large, or something comes after its end.
        """
        parts = []
        while size > 0 and (self._buffer or self._fill()):
            parts.append(self._buffer[:size])
            self._buffer = self._buffer[size:]
            size -= len(parts[-1])
        return b"".join(parts)

    def read_all(self, size: int) -> bytes:
        """Return so many bytes.

        Raises:
            UnsafeParcel: as `read`, or there are fewer.
        """
        found = self.read(size)
        if len(found) < size:
            raise UnsafeParcel(Flaw.DAMAGED, "the archive is cut off; send it again")
        return found

    def _fill(self) -> bool:
        """Inflate a little more; False at the end."""
        while not self._buffer and not self._inflater.eof:
            is_over = not self._waiting and not self._read_packed()
            try:
                self._buffer = self._inflater.decompress(self._waiting, _READ_BYTES)
            except zlib.error as error:
                raise UnsafeParcel(Flaw.DAMAGED, f"it is no gzip archive, or damaged: {error}") from None
            self._waiting = self._inflater.unconsumed_tail
            self._left -= len(self._buffer)
            if self._left < 0:
                raise UnsafeParcel(Flaw.TOO_LARGE, "the archive is too large unpacked")
            if is_over and not self._buffer and not self._inflater.eof:
                raise UnsafeParcel(Flaw.DAMAGED, "the archive is cut off; send it again")
        if self._inflater.eof and (self._inflater.unused_data or self._read_packed()):
            raise UnsafeParcel(Flaw.DAMAGED, "something comes after the archive's end; send one archive")
        return bool(self._buffer)

    def _read_packed(self) -> bool:
        self._waiting = self._packed.read(_READ_BYTES)
        self._packed_left -= len(self._waiting)
        if self._packed_left < 0:
            raise UnsafeParcel(Flaw.TOO_LARGE, "the archive is too large")
        return bool(self._waiting)


def read_entries(source: Unzipped, limits: ParcelLimits) -> Iterator[Entry]:
    """Yield what is in an archive; the content of each must be read from the source before the next.

    Raises:
        UnsafeParcel: it is damaged, has too much, or something other than files and folders.
    """
    count = 0
    while any(header := source.read_all(_BLOCK)):
        count += 1
        if count > limits.entries:
            raise UnsafeParcel(Flaw.TOO_MANY, f"at most {limits.entries:,} files and folders can be taken")
        _check_header(header)
        path = None
        if header[_KIND] == _EXTENDED:
            path = _extended_path(source, _number(header[_SIZE]))
            header = source.read_all(_BLOCK)
            _check_header(header)
        entry = _entry(path or _path(header), header)
        yield entry
        source.read_all(-entry.size % _BLOCK)
    while rest := source.read(_READ_BYTES):
        if rest.count(0) < len(rest):
            raise _damaged("something comes after its end")


def _entry(path: str, header: bytes) -> Entry:
    kind, size = header[_KIND], _number(header[_SIZE])
    if kind not in {_FILE, _OLD_FILE, _FOLDER}:
        what = _KINDS.get(kind, "no ordinary file")
        raise UnsafeParcel(Flaw.KIND, f"{path[:80]!r} is {what}; a bot has only files and folders")
    is_folder = kind == _FOLDER
    if is_folder and size:
        raise _damaged("a folder has content")
    return Entry(
        path=path.removesuffix("/") if is_folder else path,
        is_folder=is_folder,
        is_executable=bool(_number(header[_MODE]) & 0o100),
        size=size,
    )


def _check_header(header: bytes) -> None:
    if header[257:262] != b"ustar":
        raise _damaged("an entry is not in the format ustar or pax")
    if _number(header[148:156]) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
        raise _damaged("a checksum is wrong")


def _number(field: bytes) -> int:
    """Return an octal number; other notations are for numbers that no bot has."""
    digits = field.strip(b" \0")
    if not all(digit in b"01234567" for digit in digits):
        raise _damaged("a number is not octal")
    return int(digits or b"0", 8)


def _path(header: bytes) -> str:
    name = header[:100].partition(b"\0")[0]
    is_posix = header[262:263] == b"\0"  # GNU has other things where the prefix is
    prefix = header[345:500].partition(b"\0")[0] if is_posix else b""
    return as_path(prefix + b"/" + name if prefix else name)


def _extended_path(source: Unzipped, size: int) -> str | None:
    """Read an extended header, and return the path in it."""
    if size > _MOST_HEADER_BYTES:
        raise UnsafeParcel(
            Flaw.TOO_LARGE, f"a file's extended header has more than {_MOST_HEADER_BYTES:,} bytes"
        )
    rest = source.read_all(size + -size % _BLOCK)[:size]
    path = None
    while rest:
        length, space, _ = rest.partition(b" ")
        if not space or not length.isdigit() or len(length) > 4:
            raise _damaged("an extended header can't be read")
        record, rest = rest[len(length) + 1 : int(length)], rest[int(length) :]
        key, is_set, value = record.partition(b"=")
        if not is_set or not value.endswith(b"\n"):
            raise _damaged("an extended header can't be read")
        if key.startswith(tuple(each.encode() for each in _KEYS_THAT_CHANGE_CONTENT)):
            raise UnsafeParcel(
                Flaw.KIND, f"an extended header changes the {key[:20].decode(errors='replace')!r} of a file"
            )
        if key == b"path":
            path = as_path(value[:-1])
    return path


def _damaged(what: str) -> UnsafeParcel:
    return UnsafeParcel(
        Flaw.DAMAGED, f"the archive is damaged: {what}; pack it by `arena submit`, or tar --format=pax"
    )
