"""Folders that are made once and kept under a hash of what they are made of."""

import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.core.errors import HostError
from arena.sandbox.owner import parse_owner, this_process

_UNFINISHED = ".unfinished-"


def cache_folder(kind: str) -> Path:
    """Return where folders of a kind are kept: in XDG_CACHE_HOME, by default ~/.cache."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "arena" / kind


def kept_folder(root: Path, ingredients: str, make: Callable[[Path], Path]) -> Path:
    """Return the folder made of the ingredients; made now, and whole or not at all, if it is missing.

    Args:
        root: Where such folders are kept.
        ingredients: All that it depends on.
        make: Makes it somewhere in the empty folder that it is given, and returns where; everybody will be
            let read it.

    Raises:
        HostError: there is no room, or the place is taken.
    """
    folder = root / hashlib.sha256(ingredients.encode()).hexdigest()[:32]
    if folder.is_dir():
        return folder
    try:
        root.mkdir(parents=True, exist_ok=True)
        _sweep(root)
        with TemporaryDirectory(prefix=f"{_UNFINISHED}{this_process()}-", dir=root) as aside:
            made = make(Path(aside))
            _let_everybody_read(made)
            with suppress(OSError):  # somebody else was quicker: theirs is as good
                made.rename(folder)
    except OSError as error:
        raise HostError(f"can't make {folder}: {error.strerror}; see that there is room") from error
    if not folder.is_dir():
        raise HostError(f"{folder} can't be put in its place; remove what is there")
    return folder


def _sweep(root: Path) -> None:
    """Remove what processes that are dead left unfinished."""
    for left in root.glob(f"{_UNFINISHED}*"):
        owner = parse_owner(left.name.removeprefix(_UNFINISHED).rpartition("-")[0])
        if owner is not None and not owner.is_alive():
            shutil.rmtree(left, ignore_errors=True)


def _let_everybody_read(folder: Path) -> None:
    """Bots run as users of their own, and the umask may have cut anything."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        executable = path.stat().st_mode & 0o100
        path.chmod(0o755 if path.is_dir() or executable else 0o644)
