"""The limit that starts in Docker are measured beside: the least that runs a bot in a container.

Nothing is bounded, watched or kept: for our own sample bots, in a bench.
"""

import os
from pathlib import Path, PurePosixPath
from typing import Any

from arena.sandbox.docker.settings import CODE, OWNER_LABEL, SOCKETS, TEMPORARY
from arena.sandbox.environment import bot_environment
from arena.sandbox.images.engine import connect, engine_errors
from arena.sandbox.images.runner import ensure_runner
from arena.sandbox.owner import this_process
from arena.tournament.ports import Bound, EndCause, ExitStatus, LaunchSpec
from arena.tournament.ports import Running as RunningPort

_KILL = 9


class BareContainers:
    """Starts bots in containers, as short as it can be written (ports.Sandbox)."""

    name = "bare container"
    promise = "isolates as much as the engine does by itself"
    bounds: frozenset[Bound] = frozenset()

    def __init__(self) -> None:
        """Ask the engine for nothing yet."""
        self._client: Any = None
        self._image = ""

    def prepare(self, tell: Any) -> None:
        """Make the same image as the real one's.

        Raises:
            HostError: no engine answers, or the image can't be made.
        """
        self._client = connect()
        self._image = ensure_runner(self._client, tell)

    def start(self, spec: LaunchSpec) -> RunningPort:
        """Start a bot.

        Raises:
            HostError: the engine failed.
        """
        binds = [f"{spec.directory.resolve()}:{CODE}:ro", f"{spec.socket_directory.resolve()}:{SOCKETS}:ro"]
        environment = bot_environment(
            socket_directory=PurePosixPath(SOCKETS), token=spec.token, temporary=PurePosixPath(TEMPORARY)
        )
        api = self._client.api
        with engine_errors("can't start a bare container"):
            identity = api.create_container(
                self._image,
                list(spec.command),
                environment=environment,
                working_dir=CODE,
                labels={OWNER_LABEL: str(this_process())},  # so that it is swept if this is killed
                host_config=api.create_host_config(network_mode="none", binds=binds),
            )["Id"]
            api.start(identity)
        return _Bare(api, identity)

    def sweep(self) -> int:
        """Leave that to the real one, whose label its containers have."""
        return 0

    def close(self) -> None:
        """Give the connection back."""
        if self._client is not None:
            self._client.close()


class _Bare:
    """One such container (ports.Running): nobody looks at it."""

    output_file = Path(os.devnull)

    def __init__(self, api: Any, identity: str) -> None:
        self._api = api
        self._identity = identity
        self._is_stopped = False

    def cpu_us(self) -> int:
        return 0

    def memory_bytes(self) -> int | None:
        return None

    def has_ended(self) -> bool:
        return self._is_stopped

    def exit_status(self) -> ExitStatus | None:
        return ExitStatus(EndCause.STOPPED, _KILL) if self._is_stopped else None

    def freeze(self) -> None:
        pass

    def thaw(self) -> None:
        pass

    def output(self, most: int = 4096) -> str:
        del most
        return ""

    def stop(self) -> ExitStatus:
        with engine_errors("can't remove a bare container"):
            self._api.remove_container(self._identity, v=True, force=True)
        self._is_stopped = True
        return ExitStatus(EndCause.STOPPED, _KILL)
