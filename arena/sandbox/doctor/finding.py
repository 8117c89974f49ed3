"""What was looked at on this machine, and what was found."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """What a finding means for bots of strangers."""

    GOOD = "ok"
    WEAK = "weak"  # they can be held, but not as well as elsewhere
    BAD = "no"  # this keeps the sandbox from holding them
    NEUTRAL = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    found: str
    verdict: Verdict = Verdict.NEUTRAL
    remedy: str = ""
    """What the operator can do; empty if there is nothing to be done."""


@dataclass(frozen=True, slots=True)
class Examination:
    """All that was found about one sandbox."""

    sandbox: str
    findings: tuple[Finding, ...]

    @property
    def holds_untrusted(self) -> bool:
        """Tell whether bots of strangers can be run in it here."""
        return all(finding.verdict is not Verdict.BAD for finding in self.findings)

    @property
    def problems(self) -> str:
        """Say what keeps it from holding them, in one line, with what to do; empty if nothing does."""
        return "; ".join(told(each) for each in self.findings if each.verdict is Verdict.BAD)


def told(finding: Finding) -> str:
    """Say a finding in one line."""
    return ": ".join(filter(None, (finding.what, finding.found, finding.remedy)))


def is_there(what: str, there: object, *, found: str, missing: str, remedy: str) -> Finding:
    """Return a finding about something that has to be there."""
    if there:
        return Finding(what, found, Verdict.GOOD)
    return Finding(what, missing, Verdict.BAD, remedy)


def listed(names: Iterable[str], most: int = 5) -> str:
    """Name some of many."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more
