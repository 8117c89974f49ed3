"""What a packed bot may be: the same rules for the author who packs and the server that unpacks."""

import unicodedata
from dataclasses import dataclass, field
from enum import Enum

from arena.core.errors import ConfigError
from arena.roster.content import UNCOUNTED

_LONGEST_NAME = 255
"""Bytes; no system of files takes more."""


class Flaw(Enum):
    """Why a parcel is refused."""

    DAMAGED = "damaged"  # truncated, no archive of the kind that we take, or more than one
    TOO_LARGE = "too_large"  # packed, unpacked, or one file
    TOO_MANY = "too_many"  # files and folders
    KIND = "kind"  # a link, a device, a pipe: anything but a file or folder
    PLACE = "place"  # outside its folder, or too deep in it
    NAME = "name"  # what some system couldn't keep, or a reader would misread
    TWICE = "twice"  # a path that is there already, or that some system can't tell from it
    UNCOUNTED = "uncounted"  # what the content hash leaves out


class UnsafeParcel(ConfigError):
    """A bot's files can't be taken as they are packed; the message is for its author."""

    def __init__(self, flaw: Flaw, message: str) -> None:
        """Say what is wrong, as a word for programs and a sentence for people."""
        super().__init__(message)
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class ParcelLimits:
    """How much a parcel may hold."""

    packed_bytes: int = 8 << 20
    unpacked_bytes: int = 8 << 20
    """All files together."""
    file_bytes: int = 8 << 20
    """Each file."""
    entries: int = 1_000
    """Files, and folders where they are named."""
    depth: int = 12
    """Names in a path."""
    path_bytes: int = 240


def as_path(raw: bytes) -> str:
    """Return a path as text.

    Raises:
        UnsafeParcel: it is not UTF-8.
    """
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise UnsafeParcel(Flaw.NAME, f"the name {raw[:80]!r} is not UTF-8; rename it") from None


@dataclass(slots=True)
class Places:
    """The paths of one parcel, checked one after the other."""

    limits: ParcelLimits
    _taken: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """By what a system that folds names takes a path for: how it is written, and whether it is a folder."""

    def add(self, path: str, *, is_folder: bool = False) -> None:
        """Take in one more path, relative and with slashes.

        Raises:
            UnsafeParcel: it can't be taken, alone or beside the others.
        """
        names = path.split("/")
        self._check_place(path, names)
        for name in names:
            _check_name(path, name)
        for end in range(1, len(names)):
            self._enter("/".join(names[:end]), is_folder=True)
        self._enter(path, is_folder=is_folder)

    def _check_place(self, path: str, names: list[str]) -> None:
        if not path or names[0] == "" or ".." in names:
            raise UnsafeParcel(Flaw.PLACE, f"{path[:80]!r} leads outside the bot's folder")
        if len(names) > self.limits.depth:
            raise UnsafeParcel(
                Flaw.PLACE, f"{path[:80]!r} is too deep: at most {self.limits.depth} names a path"
            )
        if len(path.encode()) > self.limits.path_bytes:
            raise UnsafeParcel(
                Flaw.NAME, f"the path {path[:80]!r} is too long: at most {self.limits.path_bytes} bytes"
            )

    def _enter(self, path: str, *, is_folder: bool) -> None:
        folded = _folded(path)
        if folded not in self._taken:
            self._taken[folded] = path, is_folder
            return
        spelling, was_folder = self._taken[folded]
        if spelling != path:
            raise UnsafeParcel(
                Flaw.TWICE, f"{path!r} and {spelling!r} are one name to some systems; rename one of them"
            )
        if not is_folder or not was_folder:
            raise UnsafeParcel(Flaw.TWICE, f"{path!r} is there twice")


def _check_name(path: str, name: str) -> None:
    if name.startswith(".") or name == UNCOUNTED:
        raise UnsafeParcel(
            Flaw.UNCOUNTED,
            f"{path[:80]!r}: names that start with a dot, and {UNCOUNTED}, are no part of a bot",
        )
    if not name or not name.isprintable() or "\\" in name or len(name.encode()) > _LONGEST_NAME:
        raise UnsafeParcel(
            Flaw.NAME,
            f"{path[:80]!r}: a name has 1 to {_LONGEST_NAME} bytes, all printable, no backslash; rename it",
        )


def _folded(path: str) -> str:
    """Return what systems that ignore case and the ways to write a letter would take a path for."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
