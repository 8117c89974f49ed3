"""Every bound of a promise is tried by a hostile bot; what a backend does not hold must be owned up to."""

import re
from importlib import import_module

import pytest

from arena.sandbox.backends import BACKENDS, make_sandbox
from arena.tournament.ports import Bound
from tests.sandbox.attacks import TRIED

OWNED_UP = {
    Bound.FILES: "read your files",
    Bound.NETWORK: "use the network",
    Bound.NEIGHBOURS: "disturb each other",
    Bound.SYSTEM_CALLS: "isolates nothing",
    Bound.PROCESSES: "processes|and nothing else",
    Bound.MEMORY: "memory.*per process|total memory",
    Bound.TEMPORARY: "temporary files|and nothing else",
    Bound.OUTPUT: "output|and nothing else",
    Bound.CPU: "cpu|processor|and nothing else",
    Bound.CHILDREN: "children|isolates nothing",
}
"""How a promise names what it does not bound."""


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_promise_names_what_is_not_bounded(name: str) -> None:
    sandbox = make_sandbox(name)

    hidden = [bound for bound in Bound if bound not in sandbox.bounds and not named(bound, sandbox.promise)]

    assert hidden == []


def named(bound: Bound, promise: str) -> bool:
    return re.search(OWNED_UP[bound], promise, re.IGNORECASE) is not None


def test_every_bound_is_tried() -> None:
    for name in ("test_limits", "test_reach"):
        import_module(f"tests.sandbox.{name}")  # its tests note what they try

    assert set(Bound) == TRIED
