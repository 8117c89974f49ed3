"""What a check of a bot has found, step by step."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a check."""

    name: str
    """`manifest`, `files`, `packages`, `start`, or the name of a game."""
    ok: bool
    seen: str
    """What was seen; lines, parted by line ends. May hold foreign text: to be made harmless line by line."""
    advice: str = ""
    """What to change; empty if nothing."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The steps of a check in order; it ends with the first that fails, but every game has its step."""

    steps: tuple[Step, ...]
    record: str = ""
    """The first match with a fault, as `arena replay` tells it; empty without one."""
    output: str = ""
    """The end of what the bot wrote where it failed; foreign text."""

    @property
    def ok(self) -> bool:
        """Tell whether the bot may play."""
        return all(step.ok for step in self.steps)

    @property
    def reason(self) -> str:
        """Say in a few lines why it may not, and what to change; empty if it may."""
        failed = [step for step in self.steps if not step.ok]
        return "\n".join(f"{step.name}: {step.seen}\n{step.advice}".rstrip() for step in failed)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"ok": self.ok, **asdict(self)}
