"""A bot's requirements: a folder of packages, made once and kept under a hash of what was asked for."""

from collections.abc import Callable, Sequence
from pathlib import Path

from arena.sandbox.images.kept import cache_folder, kept_folder
from arena.sandbox.images.target import Target
from arena.sandbox.images.wheels import fetch_wheels, unpack_wheels

_LAYOUT = "1"
"""Changes when folders are made in another way, so that old ones are made anew."""


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

    def make(aside: Path) -> Path:
        tell(f"fetching {', '.join(requirements)}")
        fetch_wheels(list(requirements), target, aside / "wheels")
        for file in unpack_wheels(aside / "wheels", aside / "site"):
            tell(f"left out of {file}: Python would run it at its start")
        return aside / "site"

    ingredients = "\n".join([_LAYOUT, str(target), *sorted(requirements)])
    return kept_folder(cache or cache_folder("packages"), ingredients, make)
