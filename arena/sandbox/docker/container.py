"""The few calls of the engine that one container needs, in our errors."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docker.errors import APIError, ImageNotFound, NotFound

from arena.core.errors import HostError
from arena.sandbox.docker.uids import container_name
from arena.sandbox.images.engine import engine_errors
from arena.tournament.ports import EndCause, ExitStatus

_CONFLICT = 409
_SIGKILL = 9
_SIGNAL_BASE = 128
_SECONDS_TO_NOTE_A_KILL = 0.5


@dataclass(frozen=True, slots=True)
class State:
    """How a container is."""

    is_running: bool
    pid: int
    """Its first process, as a number of this machine; 0 if there is none."""
    exit_code: int
    is_out_of_memory: bool
    """Any of its processes was killed for want of memory, the first or a child."""
    is_being_removed: bool = False
    """By somebody: no bot can have itself removed."""

    def exit_status(self, memory_kills: int) -> ExitStatus:
        """Judge how it ended; `memory_kills` is what its control group counted.

        A shell and the engine both write a signal as 128 and its number. A kill for want of memory is
        its end only if the bot itself was killed: it may outlive a child.
        """
        number = self.exit_code - _SIGNAL_BASE
        if number == _SIGKILL and (self.is_out_of_memory or memory_kills):
            return ExitStatus(EndCause.OUT_OF_MEMORY, self.exit_code)
        if 0 < number <= 64:
            return ExitStatus(EndCause.SIGNALLED, number)
        return ExitStatus(EndCause.EXITED, self.exit_code)


class Container:
    """One container of ours."""

    def __init__(self, api: Any, identity: str) -> None:
        self.identity = identity
        self._api = api

    def start(self) -> State:
        """Start it.

        Raises:
            HostError: the engine failed.
        """
        with engine_errors("can't start a container"):
            self._api.start(self.identity)
        return self.state()

    def state(self) -> State:
        """Ask how it is.

        Raises:
            HostError: the engine failed, or the container is gone.
        """
        with engine_errors("can't look at a container"):
            state = self._api.inspect_container(self.identity)["State"]
        return State(
            state["Running"],
            state["Pid"],
            state["ExitCode"],
            state["OOMKilled"],
            is_being_removed=state["Status"] in {"removing", "dead"},
        )

    def wait(self) -> State:
        """Wait until the engine has noticed its end.

        Raises:
            HostError: the engine failed, or the container is gone.
        """
        with engine_errors("can't wait for the end of a container"):
            self._api.wait(self.identity)
        return self.state()

    def was_killed_by_engine(self) -> bool:
        """Tell whether the engine was told to kill it, or stopped and took it along.

        It waits a moment: the engine notes a kill after it has sent the signal.

        Raises:
            HostError: the engine failed.
        """
        until = f"{time.time() + _SECONDS_TO_NOTE_A_KILL:.3f}"
        filters = {"container": self.identity, "event": "kill"}
        with engine_errors("can't ask who has killed a container"):
            return any(self._api.events(since=1, until=until, filters=filters))

    def pause(self) -> None:
        """Let nothing of it run; nothing happens if it has ended.

        On a busy machine the engine may be "unable to freeze" within its time, so it is asked twice.

        Raises:
            HostError: the engine failed, twice.
        """
        with engine_errors("can't pause a container"):
            try:
                _unless_conflict(self._api.pause, self.identity)
            except APIError:
                _unless_conflict(self._api.pause, self.identity)

    def unpause(self) -> None:
        """Let it run again, as it was paused; nothing happens if it has ended.

        Raises:
            HostError: the engine failed.
        """
        with engine_errors("can't unpause a container"):
            _unless_conflict(self._api.unpause, self.identity)

    def remove(self) -> None:
        """End it, whatever it does, and remove it; nothing happens if somebody else does.

        Raises:
            HostError: the engine failed.
        """
        with engine_errors("can't remove a container"):
            _unless_conflict(self._api.remove_container, self.identity, v=True, force=True)


def create_container(api: Any, settings: dict[str, Any]) -> Container:
    """Create a container under the name of its uid.

    Raises:
        UidTaken: another container has it.
        HostError: the engine can't; the message says what to do.
    """
    uid = int(settings["User"].partition(":")[0])
    with engine_errors("can't create a container"):
        try:
            return Container(api, api.create_container_from_config(settings, container_name(uid))["Id"])
        except ImageNotFound as error:
            raise HostError(
                f"the image {settings['Image']} is missing: make it by `arena sandbox build`"
            ) from error
        except APIError as error:
            if error.status_code == _CONFLICT:
                raise UidTaken(uid) from error
            raise


class UidTaken(Exception):
    """Another container, of whatever arena, has the uid."""


def labelled(api: Any, label: str) -> Iterator[tuple[Container, str]]:
    """Yield all containers with a label, and its value.

    Raises:
        HostError: the engine failed.
    """
    with engine_errors("can't list containers"):
        listed = api.containers(all=True, filters={"label": label})
    for each in listed:
        yield Container(api, each["Id"]), each["Labels"][label]


def _unless_conflict(call: Any, *arguments: Any, **options: Any) -> None:
    """Call the engine; that a container is gone, or in that state already, is as good."""
    try:
        call(*arguments, **options)
    except NotFound:
        pass
    except APIError as error:
        if error.status_code != _CONFLICT:
            raise
