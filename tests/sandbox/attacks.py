"""Scripts that try what a hostile bot would, on the backends that say they hold it."""

import pytest

from arena.sandbox.backends import BACKENDS, make_sandbox
from arena.tournament.ports import Bound, EndCause, ExitStatus, Limits
from tests.sandbox.trial import Trial

TRIED: set[Bound] = set()
"""What some test tries, noted when that is imported."""
REPORT = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, action):
    try:
        action()
    except (OSError, ImportError) as error:
        return
    print("could", name, flush=True)
"""
"""The beginning of scripts that print what should have failed and did not."""


def holding(bound: Bound) -> pytest.MarkDecorator:
    """Run a test on the backends that say they hold a bound."""
    TRIED.add(bound)
    names = [name for name in sorted(BACKENDS) if bound in make_sandbox(name).bounds]
    return pytest.mark.parametrize("trial", names, indirect=True)


def attack(trial: Trial, script: str, *arguments: str, limits: Limits | None = None) -> str:
    """Run a script with `attempt` in it to its good end, and return what it could do."""
    running = trial.run(REPORT + script + "\nprint('tried')", *arguments, limits=limits)
    output = running.output()
    assert running.exit_status() == ExitStatus(EndCause.EXITED, 0), output
    assert output.endswith("tried\n"), output
    return output.removesuffix("tried\n")
