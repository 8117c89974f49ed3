"""docs/security.md promises what the backends promise, no more and no less."""

import re

from arena.sandbox.bubblewrap.groups import Place
from arena.sandbox.bubblewrap.host import Means
from arena.sandbox.docker.sandbox import DockerSandbox
from arena.sandbox.process import ProcessSandbox
from arena.tournament.ports import Bound
from tests.end_to_end.arena_command import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def bubblewrap_bounds() -> list[frozenset[Bound]]:
    """What it promises with and without control groups, on a new kernel and an old one."""
    return [
        Means({}, is_root=False, counts_processes=counts, place=Place({}) if has_groups else None).bounds
        for has_groups in (False, True)
        for counts in (False, True)
    ]


def table() -> dict[str, list[str]]:
    """Return the cells of the table of bounds by the first word of each row."""
    _, _, text = PAGE.partition("## What each sandbox holds a bot to")
    rows = re.findall(r"^\| ([a-z ]+): [^|]* \| (.+) \|$", text.partition("\n## ")[0], re.MULTILINE)
    return {name: cells.split(" | ") for name, cells in rows}


def cell(bound: Bound, promised: list[frozenset[Bound]]) -> str:
    """Return how the table has to begin what is always, sometimes or never promised."""
    held = [bound in bounds for bounds in promised]
    return "yes" if all(held) else "if" if any(held) else "no"


def test_the_table_of_bounds_is_what_the_backends_promise() -> None:
    backends = [[DockerSandbox.bounds], bubblewrap_bounds(), [ProcessSandbox.bounds]]

    assert {name: [each.split()[0] for each in cells] for name, cells in table().items()} == {
        bound.value: [cell(bound, promised) for promised in backends] for bound in Bound
    }
