"""What was found about each sandbox, for `arena sandbox doctor`."""

from collections.abc import Sequence

from arena.dashboard.listing import Listing, Value, wrapped_table
from arena.sandbox.doctor.finding import Examination, Verdict, told

_HEADINGS = {"verdict": "", "what": "looked at", "found": "found"}
KEYS = ("sandbox", "what", "found", "verdict", "remedy")


def examination_listing(examination: Examination) -> Listing:
    """List what was found about one sandbox."""
    rows: list[dict[str, Value]] = [
        {
            "sandbox": examination.sandbox,
            "what": finding.what,
            "found": finding.found,
            "verdict": finding.verdict.value,
            "remedy": finding.remedy,
        }
        for finding in examination.findings
    ]
    can = "can" if examination.holds_untrusted else "can't"
    title = f"{examination.sandbox}: {can} hold untrusted bots"
    return Listing(title, KEYS, rows, wrapped_table(_HEADINGS, rows))


def choice_listing(chosen: str | None) -> Listing:
    """List what `auto` takes for untrusted bots; programs read it like one more finding."""
    row: dict[str, Value] = {
        "sandbox": "auto",
        "what": "for untrusted bots",
        "found": chosen or "none: they can't be run here",
        "verdict": (Verdict.GOOD if chosen else Verdict.BAD).value,
        "remedy": "",
    }
    return Listing("auto", KEYS, [row], wrapped_table(_HEADINGS, [row]))


def to_do(examinations: Sequence[Examination]) -> str:
    """Say what to do about each problem, a paragraph each; empty if there is nothing to be done."""
    lines = [
        f"- {examination.sandbox}, {told(finding)}"
        for examination in examinations
        for finding in examination.findings
        if finding.remedy and finding.verdict in {Verdict.WEAK, Verdict.BAD}
    ]
    return "\n".join(["What to do:", *lines]) if lines else ""
