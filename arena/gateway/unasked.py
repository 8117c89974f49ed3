"""What a bot says that nobody asked for: noted with a match of its, and in bulk a flood."""

from arena.match.faults import FaultKind
from arena.tournament.ports import AnswerTo

MAX_UNASKED = 256
"""Choices, messages without any, or further streams between two batches; more are a flood."""
MAX_OWED = 8
"""Faults that wait for a question to be noted with."""


class Unasked:
    """The unasked words of one link since its last batch was answered, and faults not yet noted."""

    __slots__ = ("_count", "_owed")

    def __init__(self) -> None:
        self._count = 0
        self._owed: list[tuple[FaultKind, str]] = []

    def add(self, count: int) -> str | None:
        """Count some more; return the evidence if it is more than can be a mistake."""
        self._count += count
        if self._count <= MAX_UNASKED:
            return None
        return f"{self._count} choices, messages or streams that nobody asked for"

    def forget(self) -> None:
        """Count anew: the batch has been answered."""
        self._count = 0

    def note(self, kind: FaultKind, evidence: str, asker: AnswerTo | None) -> None:
        """Note a fault with whoever asked, who keeps a few, or owe it to the next who asks."""
        if asker is not None:
            asker.noted(kind, evidence)
        elif len(self._owed) < MAX_OWED:
            self._owed.append((kind, evidence))

    def settle(self, asker: AnswerTo) -> None:
        """Note what is owed with the first question of a new batch."""
        for kind, evidence in self._owed:
            asker.noted(kind, evidence)
        self._owed.clear()
