"""The runner image: what bots written in Python run in, named by a hash of all that goes into it."""

import hashlib
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import Distribution
from importlib.resources import files
from pathlib import Path
from typing import Any, BinaryIO, cast

from docker.errors import APIError

from arena.core.errors import ConfigError, HostError
from arena.sandbox.images.base import (
    BASE_REPOSITORY,
    DEFAULT_BASE,
    HOST,
    IMAGE_LABEL,
    Base,
    find_image,
    host_base,
    present_base,
    pulled_base,
    wanted_base,
)
from arena.sandbox.images.engine import engine_errors
from arena.sandbox.images.kit import PACKAGE, SITE, dependencies, installed_tree, kit_tree, pins
from arena.sandbox.images.target import Target, parse_target_label, target_of
from arena.sandbox.images.tree import Tree
from arena.sandbox.images.wheels import fetch_wheels, unpack_wheels

REPOSITORY = "arena-runner"
TARGET_LABEL = "arena-of-cards.target"
"""On a runner image: the `Target` that its bots' packages must fit."""
KIT = f"/{SITE}"
"""Where the kit is in a runner image; must be on PYTHONPATH, before the bot's packages."""
MOUNT_POINTS = ("/bot", "/opt/packages", "/run/arena")
"""Folders in a runner image, empty: for the bot's code, its packages, and its socket's folder."""
_HERE = "arena.sandbox.images"
_ID_LETTERS = 12

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Recipe:
    """All that goes into a runner image."""

    base: Base
    kit: Tree
    requirements: list[Distribution]

    @property
    def tag(self) -> str:
        return runner_tag(self.base, self.kit, pins(self.requirements))


def runner_tag(base: Base, kit: Tree, requirements: list[str]) -> str:
    """Return the tag of a runner image: the same whenever nothing has changed that goes into it.

    The sources of this package count as well, since they say how it is put together.
    """
    digest = hashlib.sha256(f"{base.identity}\n{kit.content_digest()}\n{requirements}\n".encode())
    sources = (each for each in files(_HERE).iterdir() if each.is_file())
    for source in sorted(sources, key=lambda each: each.name):
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    return f"{REPOSITORY}:{digest.hexdigest()[:_ID_LETTERS]}"


def ensure_runner(client: Any, tell: Tell, base: str | None = None, *, package: Path = PACKAGE) -> str:
    """Return the tag of the runner image, built now if it is missing; well under a second if it is there.

    Without `base` and without ARENA_BASE_IMAGE the base is python:3.12-slim where the engine has it or
    a registry gives it, and this machine's own Python elsewhere.

    Args:
        client: A docker-py client, as `engine.connect` returns it.
        tell: Given a line for the operator for each step that takes long.
        base: An image's name, or "host" for this machine's own Python.
        package: Where the `arena` package is that the kit is taken from.

    Raises:
        HostError: it can't be built; the message says what to do.
    """
    recipe = _choose(client, tell, wanted_base(base), kit_tree(package))
    if find_image(client, recipe.tag) is None:
        _build(client, tell, recipe)
    return recipe.tag


def present_runner(client: Any) -> str | None:
    """Return the tag of the runner image if a run would find it here; no registry is asked.

    Raises:
        HostError: the engine failed.
    """
    wanted, requirements = wanted_base(None), dependencies()
    base: Base | None = None if wanted == HOST else present_base(client, wanted or DEFAULT_BASE)
    if base is None and wanted in {None, HOST}:
        base = _host(requirements)
    if base is None:
        return None
    tag = _Recipe(base, kit_tree(), requirements).tag
    return tag if find_image(client, tag) is not None else None


def runner_target(client: Any, tag: str) -> Target:
    """Return what the packages of a bot must fit to run in a runner image.

    Raises:
        HostError: there is no such image, or it is none of ours.
    """
    image = find_image(client, tag)
    label = image.labels.get(TARGET_LABEL) if image is not None else None
    if label is None:
        raise HostError(f"{tag} is no runner image; make one by `arena sandbox build`")
    return parse_target_label(label)


def prune(client: Any, keep: str) -> list[str]:
    """Remove our images that no container uses, except the tag `keep` and what that is built on.

    What somebody else has built on one of ours, or has given a name of his own, is left alone.

    Returns:
        The names of those removed, or their ids if they had none.
    """
    removed = []
    with engine_errors("can't remove old images"):
        kept = {layer["Id"] for layer in client.images.get(keep).history()}
        used = {each.attrs["ImageID"] for each in client.containers.list(all=True, sparse=True)}
        for image in client.images.list(filters={"label": IMAGE_LABEL}):
            if image.id not in kept | used:
                removed += [name for name in _our_names(image) if _is_removed(client, name)]
    return removed


def _our_names(image: Any) -> list[str]:
    """Return the tags that we gave an image; its id if it has no tag, as what a killed build leaves."""
    ours = [tag for tag in image.tags if tag.partition(":")[0] in {REPOSITORY, BASE_REPOSITORY}]
    return ours if image.tags else [image.id]


def _is_removed(client: Any, name: str) -> bool:
    """Remove an image; False if it has gone with another one, or something needs it."""
    try:
        client.images.remove(name)
    except APIError as error:
        if error.status_code not in {404, 409}:
            raise
        return False
    return True


def _choose(client: Any, tell: Tell, wanted: str | None, kit: Tree) -> _Recipe:
    """Choose the base; a registry is asked only where neither it nor an image made without it is there."""
    requirements = dependencies()

    def recipe(base: Base) -> _Recipe:
        return _Recipe(base, kit, requirements)

    if wanted == HOST:
        return recipe(_host(requirements))
    name = wanted or DEFAULT_BASE
    present = present_base(client, name)
    if present is not None:
        return recipe(present)
    if wanted is not None:
        return recipe(pulled_base(client, name, tell))
    own = recipe(_host(requirements))
    if find_image(client, own.tag) is not None:
        return own
    try:
        return recipe(pulled_base(client, name, tell))
    except HostError:
        python = ".".join(map(str, own.base.target(client).python))
        tell(f"no registry answers: the base is made from this machine's own Python {python}")
        return own


def _host(requirements: list[Distribution]) -> Base:
    tree = installed_tree(requirements)
    return host_base([file for file in tree.files.values() if file.suffix == ".so"] if tree else [])


def _build(client: Any, tell: Tell, recipe: _Recipe) -> None:
    """Build and check the image, and only then give it its tag, so that the tag never names half an image."""
    begun = time.monotonic()
    tell(f"building {recipe.tag} from {recipe.base.name}")
    target = recipe.base.target(client)
    with tempfile.TemporaryDirectory() as folder:
        site = _dependency_tree(tell, recipe.requirements, target, Path(folder))
        context = Tree(
            files={f"image/{path}": file for path, file in {**site.files, **recipe.kit.files}.items()},
            texts={"Dockerfile": files(_HERE).joinpath("Dockerfile").read_bytes()},
            folders={f"image{point}": 0o755 for point in MOUNT_POINTS},
        )
        image = _build_image(client, recipe, target, context)
    size = image.attrs["Size"] / 1e6
    tell(f"built {recipe.tag}: {size:.0f} MB in {time.monotonic() - begun:.1f} s")


def _dependency_tree(tell: Tell, requirements: list[Distribution], target: Target, folder: Path) -> Tree:
    """Gather what the kit needs: copied from here where that fits, else wheels from the operator's index."""
    if target.takes_files_of(target_of(sys.executable)):
        installed = installed_tree(requirements)
        if installed is not None:
            return installed
    lines = pins(requirements)
    tell(f"fetching {', '.join(lines)} for Python {target.python[0]}.{target.python[1]}")
    try:
        fetch_wheels(["--no-deps", *lines], target, folder / "wheels")
        unpack_wheels(folder / "wheels", folder / "site")
    except ConfigError as error:
        raise HostError(
            f"the kit can't be put into an image with Python {target}: {error}. Take a base with the Python "
            f"that runs the arena, or this machine's own: --base {HOST}"
        ) from error
    tree = Tree()
    tree.add_folder(folder / "site", SITE, lambda name: not name.endswith(".pyi"))
    return tree


def _build_image(client: Any, recipe: _Recipe, target: Target, context: Tree) -> Any:
    with tempfile.TemporaryFile() as archive, engine_errors(f"can't build {recipe.tag}"):
        context.write(cast("BinaryIO", archive))
        archive.seek(0)
        image, _ = client.images.build(
            fileobj=archive,
            custom_context=True,
            buildargs={"BASE_IMAGE": recipe.base.image(client)},
            labels={IMAGE_LABEL: "runner", TARGET_LABEL: str(target)},
            network_mode="none",
            rm=True,
            forcerm=True,
        )
        image.tag(*recipe.tag.split(":"))
        return image
