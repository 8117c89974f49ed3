"""What a machine lets bubblewrap do, and what is said about it."""

import os
import re
from pathlib import Path

import pytest

from arena.core.errors import HostError
from arena.sandbox.bubblewrap.groups import Place
from arena.sandbox.bubblewrap.host import Means, _has_all_users, find_means, kernel_version, reason_for
from arena.tournament.ports import Bound

NOTHING = Means(tools={}, is_root=False, counts_processes=False, place=None)
ALL = Means(tools={}, is_root=True, counts_processes=True, place=Place({"": Path("/nowhere")}))


def test_with_control_groups_every_bound_is_promised() -> None:
    assert ALL.bounds == frozenset(Bound)
    assert "not bounded" not in ALL.promise


def test_without_them_what_is_not_bounded_is_named_with_what_to_do() -> None:
    assert frozenset(Bound) - NOTHING.bounds == {Bound.MEMORY, Bound.PROCESSES, Bound.CPU}
    for words in ("total memory", "number of processes", "share of the cpu", "systemd-run --user --scope"):
        assert words in NOTHING.promise


def test_processes_are_bounded_without_them_where_they_are_counted_apart() -> None:
    means = Means(tools={}, is_root=False, counts_processes=True, place=None)

    assert Bound.PROCESSES in means.bounds
    assert "number of processes" not in means.promise


@pytest.mark.parametrize(("tool", "package"), [("bwrap", "bubblewrap"), ("setpriv", "util-linux")])
def test_missing_program_is_named_with_its_package(tool: str, package: str) -> None:
    with pytest.raises(HostError, match=f"needs {tool}, .*apt install {package}.*choose another sandbox"):
        NOTHING.tool(tool)


def test_this_machine_is_looked_at_without_starting_anything() -> None:
    means = find_means()

    assert means.tool("sh").endswith("/sh")
    assert means.is_root <= (os.geteuid() == 0)


@pytest.mark.parametrize(
    ("release", "version"),
    [("6.18.44-fc", (6, 18)), ("5.4.0-generic", (5, 4)), ("5.14-rc1", (5, 14)), ("unknown", ())],
)
def test_kernel_version_is_read_from_its_release(release: str, version: tuple[int, ...]) -> None:
    assert kernel_version(release) == version


def test_root_of_a_user_namespace_is_not_the_machines() -> None:
    assert _has_all_users("         0          0 4294967295\n")
    assert not _has_all_users("         0       1000          1\n         1     100000      65536\n")
    assert not _has_all_users("")


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("bwrap: Unknown option --size", "bubblewrap 0.8 or newer is needed"),
        ("bwrap: setting up uid map: Permission denied", "refuses to make namespaces.*choose another"),
        ("bwrap: Creating new namespace failed: Operation not permitted", "refuses to make namespaces"),
        ("bwrap: No permissions to create a new namespace", "refuses to make namespaces"),
        ("bwrap: Can't find source path /nope: No such file or directory", "Can't find source path /nope"),
        ("", "it said nothing"),
    ],
)
def test_failure_of_bwrap_is_explained(said: str, advice: str) -> None:
    assert re.search(advice, reason_for(said))
