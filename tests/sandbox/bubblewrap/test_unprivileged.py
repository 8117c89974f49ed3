"""The contract of sandboxes, kept for a user without any right."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from arena.sandbox.bubblewrap.view import parents
from tests.sandbox.namespaces import bubblewrap, requires_bubblewrap

__all__ = ["bubblewrap"]

pytestmark = [pytest.mark.slow, requires_bubblewrap]
ROOT = Path(__file__).parents[3]
NOBODY = 65_534
TESTS = [
    f"tests/sandbox/{name}"
    for name in (
        "test_contract.py",
        "test_contract_ends.py",
        "test_bounds.py",
        "test_limits.py",
        "test_reach.py",
        "bubblewrap/test_bubblewrap.py",
        "bubblewrap/test_starting.py",
        "bubblewrap/test_host.py",
    )
]


def as_nobody(*command: str) -> list[str]:
    """Return a command that becomes nobody first, for whom everything that tests need is made visible."""
    if os.geteuid() != 0:
        return list(command)
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all"]
    return ["bwrap", "--cap-add", "ALL", "--dev-bind", "/", "/", *shown(), *become, *command]


def shown() -> Iterator[str]:
    """Yield options that show what lies in somebody's private folder, and nothing else of that."""
    needed = {str(Path(path).resolve()) for path in (sys.base_prefix, sys.prefix, ROOT)}
    hidden = {path: next(blocked(path), None) for path in needed}
    for folder in sorted(set(filter(None, hidden.values()))):
        yield from ("--perms", "0755", "--tmpfs", folder)
        inside = sorted(path for path in needed if hidden[path] == folder)
        for parent in parents(inside):
            if Path(parent).is_relative_to(folder) and parent != folder:
                yield from ("--perms", "0755", "--dir", parent)
        for path in inside:
            yield from ("--ro-bind", path, path)


def blocked(path: str) -> Iterable[str]:
    """Yield the folders on the way that others can't enter, outer ones first."""
    return (parent for parent in [*parents([path]), path] if not Path(parent).stat().st_mode & 0o001)


def test_contract_is_kept_for_nobody() -> None:
    pytest_words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "bubblewrap", *TESTS]
    environment = {"PATH": os.environ["PATH"], "HOME": "/"}
    if "ARENA_REQUIRE_BUBBLEWRAP" in os.environ:
        environment["ARENA_REQUIRE_BUBBLEWRAP"] = os.environ["ARENA_REQUIRE_BUBBLEWRAP"]

    done = subprocess.run(
        as_nobody(sys.executable, *pytest_words),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    if " passed" not in done.stdout:
        pytest.skip(f"NOT TESTED, nobody can make no namespaces here: {done.stdout[-500:]}")
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > 40
