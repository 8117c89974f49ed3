"""Files for an image: gathered from anywhere, each under the path that it gets there, written as a tar."""

import hashlib
import io
import os
import tarfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO


@dataclass(slots=True)
class Tree:
    """Paths are those in the image, without the slash in front. Everything belongs to root there."""

    files: dict[str, Path] = field(default_factory=dict)
    """What is copied from this machine; links are followed, so that none can lead nowhere."""
    texts: dict[str, bytes] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    folders: dict[str, int] = field(default_factory=dict)
    """Empty folders with their modes; the others are made as needed."""

    def add_folder(self, source: Path, destination: str, wanted: Callable[[str], bool]) -> None:
        """Add all files under a folder whose names are wanted; folders that aren't are not entered.

        A folder that is reached twice, by links, is added once.
        """
        seen: set[str] = set()
        for root, folders, names in os.walk(source, followlinks=True):
            if (real := os.path.realpath(root)) in seen:
                folders.clear()
                continue
            seen.add(real)
            folders[:] = sorted(name for name in folders if wanted(name))
            place = PurePosixPath(destination, Path(root).relative_to(source))
            for name in sorted(filter(wanted, names)):
                if (file := Path(root, name)).is_file():
                    self.files[str(place / name)] = file

    def content_digest(self) -> str:
        """Return a hash of the paths and contents."""
        return self._digest(lambda file: hashlib.sha256(file.read_bytes()).hexdigest())

    def quick_digest(self) -> str:
        """Return a hash of the paths, sizes and times of change: for files that only installations change."""

        def changed(file: Path) -> str:
            status = file.stat()
            return f"{status.st_size} {status.st_mtime_ns}"

        return self._digest(changed)

    def _digest(self, describe: Callable[[Path], str]) -> str:
        digest = hashlib.sha256()
        for path, file in sorted(self.files.items()):
            digest.update(f"{path}\0{describe(file)}\n".encode())
        for path, text in sorted(self.texts.items()):
            digest.update(f"{path}\0{len(text)}\0".encode() + text)
        for path, link in sorted(self.links.items()):
            digest.update(f"{path}\0{link}\n".encode())
        digest.update(repr(sorted(self.folders.items())).encode())
        return digest.hexdigest()

    def write(self, to: BinaryIO) -> None:
        """Write all as a tar: the same tree gives the same entries, whoever owns the files here."""
        with tarfile.open(fileobj=to, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path, mode in sorted(self.folders.items()):
                archive.addfile(_entry(path, tarfile.DIRTYPE, mode))
            for path, text in sorted(self.texts.items()):
                archive.addfile(_sized(_entry(path, tarfile.REGTYPE, 0o644), len(text)), io.BytesIO(text))
            for path, link in sorted(self.links.items()):
                entry = _entry(path, tarfile.SYMTYPE, 0o777)
                entry.linkname = link
                archive.addfile(entry)
            for path, source in sorted(self.files.items()):
                with source.open("rb") as file:
                    status = os.fstat(file.fileno())
                    mode = 0o755 if status.st_mode & 0o111 else 0o644
                    archive.addfile(_sized(_entry(path, tarfile.REGTYPE, mode), status.st_size), file)


def _entry(path: str, kind: bytes, mode: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(path)
    entry.type = kind
    entry.mode = mode
    return entry


def _sized(entry: tarfile.TarInfo, size: int) -> tarfile.TarInfo:
    entry.size = size
    return entry
