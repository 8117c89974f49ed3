"""Says what finds a planted fault; a program, since each fault needs an interpreter of its own.

`python -m tests.naive.planted.judge linger_longer 7` plants the seventh fault of that game (0: none), plays the
matches of the quick comparison of engine and twin, and only if they show no difference runs the test that
the fault names (with 0, all that the game's faults name). It prints a verdict as JSON.
"""

import json
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pytest

from tests.naive.planted import color_elevator, linger_longer
from tests.naive.planted.fault import Fault, plant

FAULTS: dict[str, list[Fault]] = {
    "linger_longer": linger_longer.FAULTS,
    "color_elevator": color_elevator.FAULTS,
}


MOST_MATCHES = 600
FEW_MATCHES = 20
"""For what no match shows."""


class Verdict(NamedTuple):
    """What found a fault."""

    by: str
    """`comparison`, or the test, or nothing."""
    where: str
    """In which match and move, or in which case of the test."""
    difference: str
    """The first line of what was said about it."""


class Failures:
    """A plugin of pytest that notes the failed tests: their ids, and the first line of the reason."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def pytest_runtest_logreport(self, report: "pytest.TestReport") -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.found.append((report.nodeid, crash.message.splitlines()[0] if crash else ""))


def compared(game: str, matches: int) -> Verdict | None:
    """Play the first matches of the quick run and more with engine and twin, and return the first difference."""
    comparison = import_module("tests.naive.comparison")  # only now: it imports the engine
    setups = comparison.random_setups(game, matches=matches, seed=comparison.SEED)
    for number, setup in enumerate(setups, start=1):
        text = comparison.difference_in(setup)
        if text is not None:
            told = text.removeprefix(f"{setup}: ").splitlines()[0]
            where, colon, difference = told.partition("): ")
            if colon and where.startswith("hand "):
                return Verdict("comparison", f"match {number}, {where})", difference)
            return Verdict("comparison", f"match {number}", told)
    return None


def tested(tests: list[str]) -> Verdict | None:
    """Run tests, and return what the first that fails says."""
    failures = Failures()
    with redirect_stdout(StringIO()) as report:
        code = import_module("pytest").main(
            [*tests, "-x", "-q", "-m", "", "-p", "no:cacheprovider", "--hypothesis-seed=0"],
            plugins=[failures],
        )
    if failures.found:
        name, difference = failures.found[0]
        test, _, case = name.partition("[")
        return Verdict(test, case.rstrip("]"), difference)
    if code != 0:
        raise RuntimeError(f"pytest ended with {code!r}:\n{report.getvalue()}")
    return None


def judge(game: str, number: int) -> Verdict:
    """Plant a fault, or none, and say what finds it."""
    faults = FAULTS[game]
    planted = [faults[number - 1]] if number else []
    for fault in planted:
        plant(fault)
    tests = sorted({fault.test for fault in planted or faults if fault.test})
    matches = FEW_MATCHES if tests else MOST_MATCHES
    return compared(game, matches) or (tested(tests) if tests else None) or Verdict("", "", "")


if __name__ == "__main__":
    print(json.dumps(judge(sys.argv[1], int(sys.argv[2]))))
