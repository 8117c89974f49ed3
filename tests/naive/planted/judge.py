"""Says what finds a planted fault; a program, since each fault needs an interpreter of its own.

`python -m tests.naive.planted.judge linger_longer 7` plants the seventh fault of that game (0: none). It
plays matches with engine and twin, and if they show no difference, it runs the test that the fault names
(with 0, all that the game's faults name). It prints a verdict as JSON.
"""

import json
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from tests.naive.planted.fault import faults_of, plant

if TYPE_CHECKING:
    import pytest

MOST_MATCHES = 600
"""The first of them are those of the quick run, which is without faults."""
FEW_MATCHES = 20
"""For faults that name a test: that random matches don't show them is known."""


class Verdict(NamedTuple):
    """What found a fault."""

    by: str
    """`comparison`, or the test, or nothing."""
    where: str
    """In which match and move, or in which case of the test."""
    difference: str
    """The first line of what was said about it."""


NOTHING = Verdict("", "", "")


def judge(game: str, number: int) -> Verdict:
    """Plant a fault, or none, and say what finds it."""
    faults = faults_of(game)
    if number:
        faults = faults[number - 1 : number]
        plant(faults[0])
    tests = sorted({fault.test for fault in faults if fault.test})
    return compared(game, FEW_MATCHES if tests else MOST_MATCHES) or tested(tests) or NOTHING


def compared(game: str, matches: int) -> Verdict | None:
    """Play matches with engine and twin, and return the first difference."""
    comparison = import_module("tests.naive.comparison")  # only now: it imports the engine
    setups = comparison.random_setups(game, matches=matches, seed=comparison.SEED)
    for number, setup in enumerate(setups, start=1):
        text = comparison.difference_in(setup)
        if text is not None:
            told = text.removeprefix(f"{setup}: ").splitlines()[0]
            where, is_located, difference = told.partition("): ")
            if is_located and where.startswith("hand "):
                return Verdict("comparison", f"match {number}, {where})", difference)
            return Verdict("comparison", f"match {number}", told)
    return None


def tested(tests: list[str]) -> Verdict | None:
    """Run tests, and return what the first that fails says."""
    if not tests:
        return None
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
    if code:
        raise RuntimeError(f"pytest ended with {code!r} on {', '.join(tests)}:\n{report.getvalue()}")
    return None


class Failures:
    """A plugin of pytest that notes the failed tests: their ids, and the first line of the reason."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def pytest_runtest_logreport(self, report: "pytest.TestReport") -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.found.append((report.nodeid, crash.message.splitlines()[0] if crash else ""))


if __name__ == "__main__":
    print(json.dumps(judge(sys.argv[1], int(sys.argv[2]))))
