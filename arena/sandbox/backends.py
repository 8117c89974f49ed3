"""The ways to run bots apart: one line each, all tested by `tests/sandbox/test_contract.py`."""

from collections.abc import Callable

from arena.core.errors import ConfigError
from arena.sandbox.bubblewrap.sandbox import BubblewrapSandbox
from arena.sandbox.process import ProcessSandbox
from arena.tournament.ports import Sandbox


def _docker() -> Sandbox:
    from arena.sandbox.docker.sandbox import DockerSandbox  # noqa: PLC0415 -- a third of a second, for this one

    return DockerSandbox()


BACKENDS: dict[str, Callable[[], Sandbox]] = {
    "bubblewrap": BubblewrapSandbox,
    "docker": _docker,
    "process": ProcessSandbox,
}


def make_sandbox(name: str) -> Sandbox:
    """Make a sandbox by its name, for the calling process: what it starts is swept when that is dead.

    Raises:
        ConfigError: there is no such backend; the message lists the known ones.
    """
    backend = BACKENDS.get(name)
    if backend is None:
        raise ConfigError(f"there is no sandbox {name!r}; the sandboxes are {', '.join(BACKENDS)}")
    return backend()
