"""A question that is asked alone after an incident."""

import asyncio

from arena.match.faults import FaultKind
from arena.tournament.match_run import MatchRun
from arena.tournament.ports import Spent


class Trial:
    """Passes the answer to one question on, and tells that it came (ports.AnswerTo)."""

    __slots__ = ("_run", "answer")

    def __init__(self, run: MatchRun) -> None:
        self._run = run
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when there is an answer, whatever it is."""

    def answered(self, move: int, spent: Spent, note: str) -> None:
        """Pass on a move."""
        self.answer.set_result(None)
        self._run.answered(move, spent, note)

    def refused(self, kind: FaultKind, evidence: str, wall_us: int, cpu_us: int) -> None:
        """Pass on that the answer can't be counted."""
        self.answer.set_result(None)
        self._run.refused(kind, evidence, wall_us, cpu_us)

    def noted(self, kind: FaultKind, evidence: str) -> None:
        """Pass on a fault."""
        self._run.noted(kind, evidence)
