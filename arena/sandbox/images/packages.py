"""A bot's requirements: a folder of packages, made once and kept under a hash of what was asked for."""

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from arena.core.errors import HostError
from arena.sandbox.images.target import Target
from arena.sandbox.images.wheels import fetch_wheels, unpack_wheels
from arena.sandbox.owner import parse_owner, this_process

_LAYOUT = 1
"""Goes up when folders are made in another way, so that old ones are made anew."""
_UNFINISHED = ".unfinished-"


def ensure_packages(
    requirements: Sequence[str],
    target: Target,
    tell: Callable[[str], None],
    *,
    cache: Path | None = None,
) -> Path | None:
    """Return the folder with a bot's requirements and all that they need, or None for no requirements.

    It is kept for every bot that asks for the same on the same target: nothing is fetched or built then,
    not even if the index has newer versions of what the requirements themselves need. Only wheels are
    taken, and nothing of them is run. It is for reading; everybody may read it.

    Args:
        requirements: Lines `name==version`, as `Manifest.requirements` has them.
        target: Where they will run: `runner.runner_target`, or `target.target_of(sys.executable)`.
        tell: Given a line for the operator for each step that takes long.
        cache: Where the folders are kept; in the user's cache if left out.

    Raises:
        ConfigError: they can't be had as wheels, or are too large.
        HostError: pip is missing, no index answers, or there is no room.
    """
    if not requirements:
        return None
    root = cache or default_cache()
    folder = root / _key(requirements, target)
    if not folder.is_dir():
        tell(f"fetching {', '.join(requirements)}")
        try:
            _make(folder, requirements, target, tell)
        except OSError as error:
            raise HostError(f"can't make {folder}: {error.strerror}; see that there is room") from error
    return folder


def default_cache() -> Path:
    """Return the folder of all bots' packages: in XDG_CACHE_HOME, by default ~/.cache."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "arena" / "packages"


def _key(requirements: Sequence[str], target: Target) -> str:
    asked = "\n".join([str(_LAYOUT), str(target), *sorted(requirements)])
    return hashlib.sha256(asked.encode()).hexdigest()[:32]


def _make(folder: Path, requirements: Sequence[str], target: Target, tell: Callable[[str], None]) -> None:
    """Make the folder aside, and move it to its place when it is whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder.parent)
    aside = folder.parent / f"{_UNFINISHED}{this_process()}-{folder.name}"
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    try:
        fetch_wheels(list(requirements), target, aside / "wheels")
        for file in unpack_wheels(aside / "wheels", aside / "site"):
            tell(f"left out of {file}: Python would run it at its start")
        _let_everybody_read(aside / "site")
        with suppress(FileExistsError, OSError):  # somebody else was quicker: theirs is as good
            (aside / "site").rename(folder)
        if not folder.is_dir():
            raise HostError(f"can't move what was unpacked to {folder}; remove what is there")
    finally:
        shutil.rmtree(aside, ignore_errors=True)


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
        path.chmod(0o755 if path.is_dir() else 0o644)
