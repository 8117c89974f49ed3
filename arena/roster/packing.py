"""A bot's folder as one parcel for upload: the same files give the same bytes."""

import gzip
import io
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arena.core.errors import ConfigError
from arena.roster.content import ContentDigest, counted_files, read_counted
from arena.roster.ignore import IGNORE_FILE
from arena.roster.manifest import MANIFEST
from arena.roster.parcel import Flaw, ParcelLimits, Places, UnsafeParcel, as_path

CHUNK_BYTES = 64 << 10


@dataclass(frozen=True, slots=True)
class Parcel:
    """A packed bot."""

    files: tuple[tuple[str, int], ...]
    """Path and size in bytes of each, sorted."""
    packed: bytes = field(repr=False)
    """A gzipped tar."""
    content_hash: str
    """Of the folder, and of what will be unpacked."""

    def chunks(self, size: int = CHUNK_BYTES) -> Iterator[bytes]:
        """Yield the packed bytes, so many at a time."""
        for begin in range(0, len(self.packed), size):
            yield self.packed[begin : begin + size]


def pack(directory: Path, limits: ParcelLimits | None = None) -> Parcel:
    """Pack exactly the files that the content hash counts.

    What this takes, `unpack` takes with the same limits. Times, owners and the order of the folder leave no
    trace; of the modes, whether a file may be run is kept.

    Raises:
        ConfigError: there is no manifest, or there is a link, a special file, or what can't be read.
        UnsafeParcel: it is too large, or a path can't be taken.
    """
    limits = limits or ParcelLimits()
    found = counted_files(directory)
    if not any(path == MANIFEST.encode() for path, _ in found):
        raise ConfigError(f"{directory} has no {MANIFEST}, or its {IGNORE_FILE} leaves it out")
    sizes = _checked_sizes(found, limits)
    digest, packed = ContentDigest(), io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, filename="", mode="wb", mtime=0) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for raw, file in found:
            content = read_counted(file)
            digest.add(raw, content)
            archive.addfile(_entry(as_path(raw), file, len(content)), io.BytesIO(content))
    if packed.tell() > limits.packed_bytes:
        raise _too_large(f"packed it has {packed.tell():,} bytes", limits.packed_bytes)
    return Parcel(files=tuple(sizes), packed=packed.getvalue(), content_hash=digest.hexdigest())


def _checked_sizes(found: list[tuple[bytes, Path]], limits: ParcelLimits) -> list[tuple[str, int]]:
    """Return paths and sizes, before anything large is read."""
    if len(found) > limits.entries:
        raise UnsafeParcel(
            Flaw.TOO_MANY,
            f"there are {len(found):,} files, and at most {limits.entries:,} can be taken; "
            f"leave out by {IGNORE_FILE} what the bot doesn't need",
        )
    places = Places(limits)
    sizes = []
    for raw, file in found:
        path = as_path(raw)
        places.add(path)
        size = file.stat().st_size
        if size > limits.file_bytes:
            raise _too_large(f"{path} has {size:,} bytes", limits.file_bytes)
        sizes.append((path, size))
    if (total := sum(size for _, size in sizes)) > limits.unpacked_bytes:
        raise _too_large(f"together they have {total:,} bytes", limits.unpacked_bytes)
    return sizes


def _too_large(what: str, most: int) -> UnsafeParcel:
    return UnsafeParcel(
        Flaw.TOO_LARGE,
        f"the bot's files are too large: {what}, and at most {most:,} can be taken; leave out by "
        f"{IGNORE_FILE} what the bot doesn't need",
    )


def _entry(path: str, file: Path, size: int) -> tarfile.TarInfo:
    """Return an entry without times and owners."""
    entry = tarfile.TarInfo(path)
    entry.size = size
    entry.mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
    return entry
