"""The ways to run bots apart: one line each, all tested by `tests/sandbox/test_contract.py`."""

from collections.abc import Callable

from arena.core.clock import Clock, SystemClock
from arena.core.errors import ConfigError
from arena.sandbox.owner import Owner, ProcessIdentity, owner_of
from arena.sandbox.process import ProcessSandbox
from arena.tournament.ports import Sandbox

BACKENDS: dict[str, Callable[[Owner, Clock], Sandbox]] = {
    "process": ProcessSandbox,
}


def make_sandbox(name: str, *, arena: ProcessIdentity | None = None, clock: Clock | None = None) -> Sandbox:
    """Make a sandbox by its name, for the calling process.

    A worker names the `arena` that it works for (`this_process()` there): its instances are swept
    when either of the two is dead.

    Raises:
        ConfigError: there is no such backend; the message lists the known ones.
    """
    backend = BACKENDS.get(name)
    if backend is None:
        raise ConfigError(f"there is no sandbox {name!r}; the sandboxes are {', '.join(BACKENDS)}")
    return backend(owner_of(arena), clock or SystemClock())
