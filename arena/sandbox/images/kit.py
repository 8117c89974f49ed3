"""What the runner image has besides its base: the rooms that bots import, and what those need."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import arena
from arena.core.errors import HostError
from arena.sandbox.images.tree import Tree

SITE = "opt/arena"
"""Where the kit is in the image; on Python's path there."""
ROOMS = ("adapters/observations", "bot", "core", "games", "match", "protocol")
REQUIREMENTS = ("grpcio", "protobuf")
"""Import contracts hold the kit to these."""
PACKAGE = Path(arena.__file__).parent
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def kit_tree(package: Path = PACKAGE) -> Tree:
    """Gather the kit out of the package as it is on disk now."""
    tree = Tree(files={f"{SITE}/arena/__init__.py": package / "__init__.py"})
    for room in ROOMS:
        tree.add_folder(package / room, f"{SITE}/arena/{room}", lambda name: name != "__pycache__")
    return tree


def dependencies() -> list[Distribution]:
    """Return what is installed here of the kit's requirements, and of theirs.

    A requirement of a requirement that isn't installed was for another platform or an extra.

    Raises:
        HostError: one of the kit's own requirements is missing.
    """
    found: dict[str, Distribution] = {}
    waiting = list(REQUIREMENTS)
    while waiting:
        name = waiting.pop()
        try:
            each = distribution(name)
        except PackageNotFoundError:
            if name in REQUIREMENTS:
                raise HostError(
                    f"{name} is not installed beside the arena; install the arena again"
                ) from None
            continue
        if each.name not in found:
            found[each.name] = each
            waiting += [_name(line) for line in each.requires or [] if "extra ==" not in line]
    return sorted(found.values(), key=lambda each: each.name)


def pins(distributions: list[Distribution]) -> list[str]:
    """Return them as lines of requirements."""
    return [f"{each.name}=={each.version}" for each in distributions]


def installed_tree(distributions: list[Distribution]) -> Tree | None:
    """Gather the files of distributions as they are installed here; None if one doesn't list them.

    Programs and whatever else lies outside the folder of packages is left out.
    """
    tree = Tree()
    for each in distributions:
        if each.files is None:
            return None
        for file in each.files:
            if ".." not in file.parts and "__pycache__" not in file.parts and file.suffix != ".pyi":
                tree.files[f"{SITE}/{file}"] = Path(str(file.locate()))
    return tree if all(file.is_file() for file in tree.files.values()) else None


def _name(requirement: str) -> str:
    found = _NAME.match(requirement)
    return found[0] if found else requirement
