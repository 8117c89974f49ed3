"""What a runner image is built on: somebody's image with Python in it, or this machine's own Python."""

import dataclasses
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from docker.errors import APIError, DockerException, ImageNotFound
from docker.utils import parse_repository_tag

from arena.core.errors import HostError
from arena.sandbox.images.engine import engine_errors
from arena.sandbox.images.host_python import base_executable, host_tree, libraries_of
from arena.sandbox.images.target import PROBE, Target, parse_target, target_of
from arena.sandbox.images.tree import Tree

DEFAULT_BASE = "python:3.12-slim"
HOST = "host"
"""As the name of a base: this machine's own Python."""
BASE_VARIABLE = "ARENA_BASE_IMAGE"
IMAGE_LABEL = "arena-of-cards.image"
"""On every image of ours; its value is what the image is for. Leftovers are found by it."""
BASE_REPOSITORY = "arena-base"
_ID_LETTERS = 12
_LOADERS_CACHE = Path("/etc/ld.so.cache")


class Base(Protocol):
    """What the runner image is built on."""

    @property
    def name(self) -> str:
        """How the operator calls it."""
        ...

    @property
    def identity(self) -> str:
        """Changes with anything in it."""
        ...

    def image(self, client: Any) -> str:
        """Return the image's id or tag, made if it is missing."""
        ...

    def target(self, client: Any) -> Target:
        """Return what compiled packages must fit."""
        ...


@dataclass(frozen=True, slots=True)
class ImageBase:
    """An image that the engine has."""

    name: str
    identity: str
    """Its id, so that a tag that moves on makes another base."""

    def image(self, client: Any) -> str:
        """Return its id."""
        del client
        return self.identity

    def target(self, client: Any) -> Target:
        """Ask the Python in it."""
        with engine_errors(f"can't run python in {self.name}, which a base image must have"):
            said = client.containers.run(
                self.identity, ["-c", PROBE], entrypoint="python", network_mode="none", remove=True
            )
        return parse_target(said.decode(), where=self.name)


@dataclass(frozen=True, slots=True)
class HostBase:
    """This machine's own Python."""

    executable: str
    tree: Tree
    """Without the libraries that it needs."""
    compiled: list[Path]
    """Modules of the kit's dependencies, whose libraries are needed too."""

    @property
    def name(self) -> str:
        """How the operator calls it."""
        return HOST

    @property
    def identity(self) -> str:
        """Changes when another Python is installed, or any library.

        The loader's cache is written anew with every library; asking the loader itself takes half a second.
        """
        cache = Tree(files={path.name: path for path in [_LOADERS_CACHE] if path.exists()})
        return hashlib.sha256(f"{self.tree.quick_digest()} {cache.quick_digest()}".encode()).hexdigest()

    def image(self, client: Any) -> str:
        """Import it unless it is there already."""
        tag = f"{BASE_REPOSITORY}:{self.identity[:_ID_LETTERS]}"
        if find_image(client, tag) is None:
            libraries = libraries_of(self.tree, self.executable, self.compiled)
            whole = dataclasses.replace(self.tree, files={**self.tree.files, **libraries})
            with tempfile.TemporaryFile() as archive, engine_errors(f"can't make {tag}"):
                whole.write(cast("BinaryIO", archive))
                archive.seek(0)
                self._import(client, archive, tag)
        return tag

    def _import(self, client: Any, archive: Any, tag: str) -> None:
        repository, _, version = tag.partition(":")
        said = client.api.import_image_from_data(
            archive, repository=repository, tag=version, changes=[f"LABEL {IMAGE_LABEL}=base"]
        )
        last = json.loads(said.strip().splitlines()[-1])
        if "error" in last:  # the engine reports it with the status of a success
            raise DockerException(last["error"])

    def target(self, client: Any) -> Target:
        """Ask this machine's Python."""
        del client
        return target_of(self.executable)


def host_base(compiled: list[Path], executable: str | None = None) -> HostBase:
    """Describe the base made of this machine's Python; nothing is built yet.

    Raises:
        HostError: it can't be made here; the message says why.
    """
    executable = executable or base_executable()
    return HostBase(executable, host_tree(executable), compiled)


def wanted_base(base: str | None) -> str | None:
    """Return the base that was asked for, by option or environment, or None."""
    return base or os.environ.get(BASE_VARIABLE) or None


def find_image(client: Any, name: str) -> Any | None:
    """Return an image that the engine has, or None."""
    with engine_errors(f"can't look for the image {name}"):
        try:
            return client.images.get(name)
        except ImageNotFound:
            return None


def present_base(client: Any, name: str) -> ImageBase | None:
    """Return a base that the engine has already, or None; no registry is asked."""
    found = find_image(client, name)
    return None if found is None else ImageBase(name, found.id)


def pulled_base(client: Any, name: str, tell: Callable[[str], None]) -> ImageBase:
    """Fetch a base from its registry.

    Raises:
        HostError: no registry answers, or it has no such image.
    """
    tell(f"asking the registry for {name}")
    repository, tag = parse_repository_tag(name)
    try:
        image = client.images.pull(repository, tag=tag or "latest")
    except (APIError, DockerException, OSError) as error:
        reason = getattr(error, "explanation", None) or error
        raise HostError(
            f"the base image {name} is not here, and no registry gives it ({reason}); load it by "
            f"`docker load`, or take this machine's own Python: --base {HOST}"
        ) from error
    return ImageBase(name, image.id)
