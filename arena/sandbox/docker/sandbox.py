"""The `docker` backend: containers without a network, each another user, with a list of system calls."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from docker.errors import ImageNotFound

from arena.core.errors import BotError, HostError
from arena.sandbox.cgroup import Cgroup, find_cgroup
from arena.sandbox.docker.container import Container, UidTaken, create_container, labelled
from arena.sandbox.docker.engine import read_facts
from arena.sandbox.docker.exit_watch import ExitWatch
from arena.sandbox.docker.instance import DockerInstance
from arena.sandbox.docker.launch import (
    NOT_EXECUTABLE,
    NOT_FOUND,
    make_gate,
    open_gate,
    reserve_gate,
    wait_for_child,
    wait_for_program,
)
from arena.sandbox.docker.settings import OWNER_LABEL, Image, container_settings, seccomp_profile
from arena.sandbox.docker.uids import free_uids
from arena.sandbox.folders import OUTPUT, InstanceFolders, is_abandoned
from arena.sandbox.images.engine import connect, engine_errors
from arena.sandbox.images.runner import ensure_runner
from arena.sandbox.owner import this_process
from arena.sandbox.proc import read_process
from arena.tournament.ports import Bound, LaunchSpec, Running

_MOST_UIDS = 1_000
"""Uids of other containers that are met in a row before something else must be wrong."""
_REASONS = {NOT_FOUND: "No such file or directory", NOT_EXECUTABLE: "Permission denied, or no program"}
_PARALLEL_REMOVALS = 4
_ELSEWHERE = (
    "the Docker engine does not run its containers on this machine, or hides them from the arena: run the "
    "arena beside the engine, not in a container, and unset DOCKER_HOST"
)


@dataclass(frozen=True, slots=True)
class _Ready:
    """What is asked of the engine once."""

    api: Any
    image: Image
    maps_uids: bool


class DockerSandbox:
    """Runs every bot in a container of its own; for bots of strangers."""

    name = "docker"
    promise = (
        "each bot is in a container: no network, none of your files, bounded memory, processor, processes "
        "and disk, few system calls; it shares this machine's kernel, so a hole in that is a way out"
    )
    bounds = frozenset(Bound)

    def __init__(self, image: str | None = None) -> None:
        """Own what it starts as the calling process; the engine is not asked yet.

        Args:
            image: The image that bots run in; by default the runner image of this package.
        """
        self._owner = str(this_process())
        self._wanted_image = image
        self._folders = InstanceFolders()
        self._watch = ExitWatch()
        self._profile = seccomp_profile()
        self._ready: _Ready | None = None
        self._ready_lock = threading.Lock()

    def prepare(self, tell: Callable[[str], None]) -> None:
        """See that the engine can hold bots, and make the image that they run in.

        Raises:
            HostError: no engine answers, it lacks what is needed, or the image can't be made.
        """
        self._get_ready(tell)

    def start(self, spec: LaunchSpec) -> Running:
        """Start a bot in a container.

        Raises:
            BotError: its directory or command does not exist or can't be executed.
            HostError: the engine failed.
        """
        if not spec.directory.is_dir():
            raise BotError(f"the bot's directory {spec.directory} does not exist")
        ready = self._get_ready(lambda _: None)
        folder = self._folders.make(spec.name)
        try:
            _make_files(folder)
            container = self._create(ready, spec, folder)
        except BaseException:
            self._folders.remove(folder)
            raise
        try:
            return self._launch(container, spec, folder)
        except BaseException:
            with suppress(HostError):  # what went wrong first is what matters
                container.remove()
            self._folders.remove(folder)
            raise

    def sweep(self) -> int:
        """Remove the containers and folders of arenas that are dead.

        Raises:
            HostError: the engine failed.
        """
        with closing(connect()) as client, ThreadPoolExecutor(_PARALLEL_REMOVALS) as pool:
            owned = labelled(client.api, OWNER_LABEL)
            containers = [each for each, owner in owned if is_abandoned(owner)]
            list(pool.map(Container.remove, containers))
        return max(len(containers), len(self._folders.sweep()))

    def _get_ready(self, tell: Callable[[str], None]) -> _Ready:
        with self._ready_lock:
            if self._ready is None:
                client = connect()
                with engine_errors("can't ask the Docker engine what it can do"):
                    facts = read_facts(client.info(), client.api.api_version)
                for warning in facts.warnings:
                    tell(warning)
                tag = self._wanted_image or ensure_runner(client, tell)
                image = Image(tag, _python_path(client, tag))
                self._ready = _Ready(client.api, image, maps_uids=facts.maps_uids)
            return self._ready

    def _create(self, ready: _Ready, spec: LaunchSpec, folder: Path) -> Container:
        """Create the container, as a user that no other container is."""
        for uid in islice(free_uids(maps_uids=ready.maps_uids), _MOST_UIDS):
            settings = container_settings(
                spec, image=ready.image, owner=self._owner, uid=uid, folder=folder, profile=self._profile
            )
            with suppress(UidTaken):
                return create_container(ready.api, settings)
        raise HostError(f"{_MOST_UIDS} users in a row have a container; remove leftovers by `docker rm`")

    def _launch(self, container: Container, spec: LaunchSpec, folder: Path) -> DockerInstance:
        """Start the container and take it over; return when its program has begun.

        Raises:
            BotError: there is no such program.
            HostError: the engine failed.
        """
        shell = container.start().pid
        child = wait_for_child(shell)
        if child is None:
            raise HostError(_ELSEWHERE)
        instance = self._take_over(container, child, folder)
        try:
            reserve_gate(folder)
            with open_gate(folder):
                has_begun = wait_for_program(shell, child, instance.has_ended)
            if not has_begun:
                _check_began(instance, spec.command[0], shell)
        except BaseException:
            with suppress(HostError):
                instance.stop()
            raise
        return instance

    def _take_over(self, container: Container, child: int, folder: Path) -> DockerInstance:
        """Watch the program of a container, which waits at its gate."""
        try:
            process = os.pidfd_open(child)
        except OSError as error:
            raise HostError(f"can't watch a container: {error.strerror}") from error
        try:
            paths = find_cgroup(child)
            if paths is None or container.identity not in str(paths.cpu):
                raise HostError(_ELSEWHERE)
            cgroup = Cgroup(paths)
        except OSError as error:
            os.close(process)
            raise HostError(f"can't read a control group: {error.strerror}") from error
        except BaseException:
            os.close(process)
            raise
        return DockerInstance(
            container,
            process=process,
            cgroup=cgroup,
            watch=self._watch,
            folder=folder,
            remove=self._folders.remove,
        )


def _check_began(instance: DockerInstance, program: str, shell: int) -> None:
    """Judge an end that came before the program was seen: there was none, or it was very short.

    A shell that goes on then was stopped by the bot, which on many systems may write to its memory.
    """
    try:
        status = instance.wait_until_judged()
    except HostError as error:
        left = read_process(shell)
        if left is None or left.is_dead:
            raise
        raise BotError(f"{program!r} ended at once, and keeps its sandbox from ending") from error
    reason = _REASONS.get(status.code)
    if reason is not None:
        raise BotError(
            f"can't start {program!r} in its sandbox: {reason} ({instance.output().strip()}); "
            "the command in bot.toml must name a program of the image or in the bot's directory"
        )


def _make_files(folder: Path) -> None:
    try:
        make_gate(folder)
        (folder / OUTPUT).touch()
        (folder / OUTPUT).chmod(0o666)  # nobody else gets as far as this folder
    except OSError as error:
        raise HostError(f"can't make files in {folder}: {error.strerror}") from error


def _python_path(client: Any, tag: str) -> str:
    """Return where the Python of an image looks for modules.

    Raises:
        HostError: there is no such image, or the engine failed.
    """
    with engine_errors("can't look at an image"):
        try:
            variables = client.api.inspect_image(tag)["Config"]["Env"] or []
        except ImageNotFound as error:
            raise HostError(f"the image {tag} is missing: make it by `arena sandbox build`") from error
    return next((v.partition("=")[2] for v in variables if v.startswith("PYTHONPATH=")), "")
