"""The Docker engine: reaching it, and saying what to do when it fails."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import docker
from docker.errors import APIError, BuildError, DockerException

from arena.core.errors import HostError

_UNIX = "unix://"
_DEFAULT_HOST = "unix:///var/run/docker.sock"
_TIMEOUT_SECONDS = 120
"""How long one answer of the engine may take; a step of a build is one answer."""
_LINES_OF_LOG = 12


def connect() -> Any:
    """Return a client of the engine that DOCKER_HOST names, or of this machine's.

    Raises:
        HostError: none answers, or it doesn't let us; the message says what to do.
    """
    host = os.environ.get("DOCKER_HOST") or _DEFAULT_HOST
    try:
        if host.startswith(_UNIX):
            _knock(host.removeprefix(_UNIX))
        client = docker.from_env(timeout=_TIMEOUT_SECONDS)
        client.ping()
    except (DockerException, OSError) as error:
        raise HostError(_unreachable(host, str(error))) from error
    return client


def _knock(path: str) -> None:
    """Raise what docker-py would wrap three times, and without the socket that it leaves open then."""
    with socket.socket(socket.AF_UNIX) as door:
        door.settimeout(_TIMEOUT_SECONDS)
        door.connect(path)


@contextmanager
def engine_errors(doing: str) -> Iterator[None]:
    """Turn what docker-py raises into a HostError: what was being done, what went wrong, what to do.

    docker-py lets errors of the connection through as they are; they are OSErrors.
    """
    try:
        yield
    except BuildError as error:
        log = [str(line.get("stream", "")).rstrip() for line in error.build_log]
        shown = "\n".join([line for line in log if line][-_LINES_OF_LOG:])
        raise HostError(f"{doing}: {_explained(error.msg)}\n{shown}") from error
    except APIError as error:
        raise HostError(f"{doing}: {_explained(error.explanation or str(error))}") from error
    except (DockerException, OSError) as error:
        raise HostError(f"{doing}: {_explained(str(error))}") from error


def _unreachable(host: str, error: str) -> str:
    if "Permission denied" in error:
        return (
            f"this user may not use the Docker engine at {host}: add it to the group docker and log in "
            "again, or set DOCKER_HOST to an engine that it may use"
        )
    return (
        f"no Docker engine answers at {host} ({error}): start it (systemctl start docker), set DOCKER_HOST "
        "to one that runs, or choose another sandbox"
    )


def _explained(error: str) -> str:
    if "no space left" in error.lower():
        return f"{error}: make room on the engine's disk, for example by `arena sandbox build --prune`"
    return error
