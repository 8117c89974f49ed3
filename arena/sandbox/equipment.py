"""What a bot needs beside its files: its packages, and what its build step makes, before it first plays.

Both are made on this machine and kept in the user's cache, so they are no part of a stored tournament:
a run that goes on elsewhere makes them anew.
"""

import os
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from arena.core.errors import ConfigError
from arena.sandbox.images.built import SECONDS, BuildStep, ensure_built
from arena.sandbox.images.packages import ensure_packages
from arena.sandbox.images.target import Target, target_of
from arena.sandbox.readable import check_readable
from arena.tournament.ports import Bound, Sandbox
from arena.tournament.setup import Entrant


def equip(
    entrants: Sequence[Entrant],
    sandbox: Sandbox,
    tell: Callable[[str], None],
    *,
    build_seconds: float = SECONDS,
) -> tuple[Entrant, ...]:
    """Return the entrants with their packages, and in the directories that their build steps made.

    The sandbox must have been prepared. Nothing is done for bots that ask for nothing. A build step may
    take `build_seconds`.

    Raises:
        ConfigError: a bot's requirements can't be had, its build step fails, or its instances would share
            more than files that none of them can change; names the bot.
        HostError: no index answers, the sandbox failed, there is no room, or a bot may not read its files.
    """
    return tuple(_equipped(entrant, sandbox, tell, build_seconds) for entrant in entrants)


def _equipped(
    entrant: Entrant, sandbox: Sandbox, tell: Callable[[str], None], build_seconds: float
) -> Entrant:
    try:
        if Bound.NEIGHBOURS in sandbox.bounds:
            _check_files(entrant.directory)
        check_readable(entrant.directory, sandbox)
        if entrant.requirements:
            packages = ensure_packages(entrant.requirements, _target(sandbox), tell)
            entrant = replace(entrant, packages=packages)
        if entrant.build:
            step = BuildStep(
                entrant.name, entrant.directory, entrant.content_hash, entrant.build, entrant.packages
            )
            entrant = replace(entrant, directory=ensure_built(step, sandbox, tell, seconds=build_seconds))
    except ConfigError as error:
        raise ConfigError(f"bot {entrant.name} ({entrant.directory}): {error}") from error
    return entrant


def _check_files(directory: Path) -> None:
    """Refuse pipes, sockets and devices, even where the bot's hash leaves them out.

    Instances could talk by them: that their mount is read-only keeps nobody from writing to them.
    """
    for root, _, names in os.walk(directory):
        for file in (Path(root, name) for name in names):
            with suppress(FileNotFoundError):
                mode = file.lstat().st_mode
                if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
                    raise ConfigError(f"{file} is a pipe, a socket or a device; remove it")


def _target(sandbox: Sandbox) -> Target:
    """Return the interpreter that runs Python bots in a sandbox."""
    if sandbox.name != "docker":
        return target_of(sys.executable)
    from arena.sandbox.images.engine import connect  # noqa: PLC0415 -- docker takes a moment to import
    from arena.sandbox.images.runner import ensure_runner, runner_target  # noqa: PLC0415

    client = connect()
    try:
        return runner_target(client, ensure_runner(client, tell=lambda _: None))
    finally:
        client.close()
