"""What a bot says that nobody asked for: noted with a match of its, and in bulk a flood."""

from arena.match.faults import FaultKind
from arena.tournament.ports import AnswerTo

MAX_UNASKED = 256
"""Choices, or messages without any, that nobody asked for, between two batches; more are a flood."""
MAX_OWED = 8
"""Faults that wait for a question to be noted with."""


class Unasked:
    """The unasked words of one link since its last batch was answered, and faults not yet noted."""

    __slots__ = ("_owed", "count")

    def __init__(self) -> None:
        self.count = 0
        """Choices and empty messages so far."""
        self._owed: list[tuple[FaultKind, str]] = []

    @property
    def is_flood(self) -> bool:
        """Tell whether it is more than can be a mistake."""
        return self.count > MAX_UNASKED

    def note(self, kind: FaultKind, evidence: str, asker: AnswerTo | None) -> None:
        """Note a fault with whoever asked, or owe it to the next who asks."""
        if asker is not None:
            asker.noted(kind, evidence)
        elif len(self._owed) < MAX_OWED:
            self._owed.append((kind, evidence))

    def settle(self, asker: AnswerTo) -> None:
        """Note what is owed with the first question of a new batch."""
        for kind, evidence in self._owed:
            asker.noted(kind, evidence)
        self._owed.clear()
