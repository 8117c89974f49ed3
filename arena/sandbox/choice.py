"""Which sandbox a tournament's bots run in: settled once, when it begins."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.core.errors import ConfigError
from arena.sandbox.backends import BACKENDS
from arena.sandbox.doctor.examine import examine
from arena.sandbox.doctor.finding import Examination, listed
from arena.tournament.setup import AUTO, Entrant

PROCESS = "process"
ISOLATING = ("docker", "bubblewrap")
"""What may hold bots of strangers, the best first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A sandbox, and why it was chosen."""

    sandbox: str
    reason: str


def check_sandbox(name: str) -> None:
    """Refuse what is no sandbox's name; whether it can run here is another question.

    Raises:
        ConfigError: the message lists the sandboxes.
    """
    if name != AUTO and name not in BACKENDS:
        raise ConfigError(f"there is no sandbox {name!r}; say {AUTO}, {', '.join(BACKENDS)}")


def choose_sandbox(wanted: str, entrants: Sequence[Entrant]) -> Choice:
    """Settle which sandbox the bots run in.

    Raises:
        ConfigError: none can hold them here; the message says what was tried, and the ways out.
    """
    check_sandbox(wanted)
    foreseen = foresee_sandbox(wanted, entrants)
    if foreseen.sandbox == PROCESS:
        return foreseen
    if foreseen.sandbox != AUTO:
        examination = examine(wanted)
        if not examination.holds_untrusted:
            raise ConfigError(
                f"the sandbox {wanted} can't run here: {examination.problems}\n"
                "`arena sandbox doctor` shows which can"
            )
        return foreseen
    chosen, refused = isolating_sandbox()
    if chosen is None:
        raise ConfigError(_nowhere(untrusted_names(entrants), refused))
    instead = "".join(f"; {each.sandbox} can't run here" for each in refused)
    return Choice(chosen, foreseen.reason + instead)


def foresee_sandbox(wanted: str, entrants: Sequence[Entrant]) -> Choice:
    """Say which sandbox it will be, if it can run here; `auto` if only a look at this machine can tell."""
    if wanted != AUTO:
        return Choice(wanted, "you asked for it")
    untrusted = untrusted_names(entrants)
    if not untrusted:
        return Choice(PROCESS, "all bots are trusted")
    verb = "is" if len(untrusted) == 1 else "are"
    return Choice(AUTO, f"{listed(untrusted)} {verb} not trusted")


def isolating_sandbox() -> tuple[str | None, list[Examination]]:
    """Return the best sandbox that can hold bots of strangers here, and what those before it lack."""
    refused: list[Examination] = []
    for name in ISOLATING:
        examination = examine(name)
        if examination.holds_untrusted:
            return name, refused
        refused.append(examination)
    return None, refused


def warning(sandbox: str, entrants: Sequence[Entrant]) -> str:
    """Return what has to be said aloud about bots in a sandbox; empty if nothing has."""
    untrusted = untrusted_names(entrants)
    if sandbox != PROCESS or not untrusted:
        return ""
    verb = "runs" if len(untrusted) == 1 else "run"
    return (
        f"WARNING: {listed(untrusted)} {verb} WITHOUT ISOLATION: able to read and change all that you can, "
        "to use your network, and to disturb the other bots"
    )


def untrusted_names(entrants: Sequence[Entrant]) -> list[str]:
    """Return the names of the bots that nobody vouches for."""
    return [entrant.name for entrant in entrants if not entrant.trusted]


def _nowhere(untrusted: Sequence[str], refused: Sequence[Examination]) -> str:
    """Say that no sandbox can hold them, why, and what to do."""
    tried = [f"  {each.sandbox}: {each.problems}" for each in refused]
    verb = "is" if len(untrusted) == 1 else "are"
    return "\n".join(
        [
            f"{listed(untrusted)} {verb} not trusted, and no sandbox can hold such bots here:",
            *tried,
            "Install and start Docker, or install bubblewrap; `arena sandbox doctor` shows what is missing.",
            "Or, if you trust these bots like programs that you start yourself: write trusted = true beside "
            "their paths in the file, or give --sandbox process",
        ]
    )
