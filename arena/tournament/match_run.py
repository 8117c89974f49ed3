"""One match under way in a shard: its referee on one side, the instances of its seats on the other."""

from collections.abc import Sequence
from typing import Protocol

from arena.core.errors import HostError
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, Question
from arena.match.referee import Referee
from arena.tournament.ports import AnswerTo, Incident, Spent

MAX_NOTED = 64
"""Faults that are kept while a question is open; more of them make no difference."""


class Door(Protocol):
    """Where a match puts its questions to one seat: the link, or whoever holds them while there is none."""

    def ask(self, match: int, question: Question, asker: AnswerTo) -> None:
        """Put a question."""
        ...

    def finish(self, match: int, end: MatchEnd) -> None:
        """Say that the match is over."""
        ...


class Seat(Protocol):
    """What a match needs of the instance at one of its seats."""

    absence: Incident | None
    """Why its matches are forfeits, or None."""
    error: HostError | None
    """Why its matches are void, or None."""
    claims: int
    """Matches that were given this instance and are not over."""
    is_tainted: bool
    """True if it was sent a part of a void match: it must never see that deal again."""

    @property
    def is_settled(self) -> bool:
        """Tell whether a match need not wait for it: it has a process, or will have none."""
        ...

    def enter(self, run: "MatchRun", seat: int) -> Door:
        """Begin a match for one of its seats, if there is a link to begin it on."""
        ...

    def wait(self, run: "MatchRun") -> None:
        """Have `arrived` called once it can be entered, or never can be."""
        ...

    def leave(self, run: "MatchRun") -> bool:
        """Forget a match; tell whether it had begun here."""
        ...


class Ending(Protocol):
    """Who takes a match when it is over, and hears of it before it begins."""

    def arrived(self, run: "MatchRun") -> None:
        """Hear that the match waits for one instance less."""
        ...

    def finished(self, run: "MatchRun") -> None:
        """Take a match that was played to its end."""
        ...

    def voided(self, run: "MatchRun", reason: str, sent: Sequence[Seat]) -> None:
        """Take a match that failed for our reasons, and the instances that were sent a part of it.

        If that is none of them, nobody has heard of the match.
        """
        ...


class MatchRun:
    """One match; `answered` runs for every decision of a tournament, and mostly asks the next question."""

    __slots__ = (
        "_doors",
        "_missing",
        "_noted",
        "block",
        "ending",
        "is_over",
        "number",
        "referee",
        "seats",
        "started_us",
    )

    def __init__(
        self, number: int, block: int, referee: Referee, *, seats: Sequence[Seat], ending: Ending
    ) -> None:
        """Seat the match; `enter` begins it."""
        self.number = number
        """By which streams name it."""
        self.block = block
        self.referee = referee
        self.seats = seats
        self.started_us = 0
        self.is_over = False
        self.ending = ending
        self._doors: list[Door] = []
        self._missing = 0
        self._noted: list[tuple[int, FaultKind, str]] = []

    # --- from the first instance to the last move --------------------------------------------------

    def await_seats(self) -> bool:
        """Tell whether every instance can be entered now; else `arrived` is called for each that can't."""
        for seat in self.seats:
            if not seat.is_settled:
                self._missing += 1
                seat.wait(self)
        return self._missing == 0

    def arrived(self) -> bool:
        """Hear that one more instance can be entered; tell whether it was the last."""
        self._missing -= 1
        return self._missing == 0

    def begin(self, now_us: int) -> None:
        """Tell everyone who is there, let the house sit in for the others, and ask the first question."""
        self.started_us = now_us
        for seat in self.seats:
            if seat.error is not None:
                self.void(str(seat.error))
                return
        for number, seat in enumerate(self.seats):
            self._doors.append(seat.enter(self, number))
            if seat.absence is not None:
                self._forfeit(number, seat.absence)
        self.step()

    def step(self) -> None:
        """Put the question that is open now, or end the match."""
        question = self.referee.ask()
        if question is None:
            self._finish()
        else:
            self._doors[question.seat].ask(self.number, question, self)

    def _finish(self) -> None:
        self.is_over = True
        for number, seat in enumerate(self.seats):
            self._doors[number].finish(self.number, self.referee.end_for(number))
            seat.leave(self)
        self.ending.finished(self)

    def void(self, reason: str) -> None:
        """Give the match up for a reason of ours."""
        if not self.is_over:
            self.is_over = True
            self.ending.voided(self, reason, [seat for seat in self.seats if seat.leave(self)])

    # --- what links say (ports.AnswerTo) ----------------------------------------------------------

    def answered(self, move: int, spent: Spent, note: str) -> None:
        """Make the move and go on."""
        if self.is_over:
            return
        if self._noted:
            self._settle()
        referee = self.referee
        wall_us, charged_us, cpu_us = spent
        referee.answer(move, wall_us=wall_us, charged_us=charged_us, cpu_us=cpu_us, note=note)
        question = referee.ask()  # as in `step`, without the call
        if question is None:
            self._finish()
        else:
            self._doors[question.seat].ask(self.number, question, self)

    def refused(self, kind: FaultKind, evidence: str, wall_us: int, cpu_us: int) -> None:
        """Let the house move and go on."""
        if self.is_over:
            return
        self._settle()
        self.referee.refuse(kind, evidence, wall_us=wall_us, cpu_us=cpu_us)
        self.step()

    def noted(self, kind: FaultKind, evidence: str) -> None:
        """Keep a fault of whoever is asked now, until the answer is there: then nothing else is open."""
        question = None if self.is_over else self.referee.ask()
        if question is not None and len(self._noted) < MAX_NOTED:
            self._noted.append((question.seat, kind, evidence))

    def _settle(self) -> None:
        for seat, kind, evidence in self._noted:
            self.referee.note_fault(seat, kind, evidence)
        self._noted.clear()

    # --- what happens to a seat -------------------------------------------------------------------

    def reseat(self, seat: int, door: Door) -> None:
        """Put further questions to a seat elsewhere."""
        self._doors[seat] = door

    def question_to(self, seat: int) -> Question | None:
        """Return the open question if it is put to that seat."""
        question = None if self.is_over else self.referee.ask()
        return question if question is not None and question.seat == seat else None

    def forfeit(self, seat: int, incident: Incident) -> None:
        """Let the house play a seat from here on."""
        if self.is_over:
            return
        is_asked = self.question_to(seat) is not None
        if is_asked:
            self._settle()
        self._forfeit(seat, incident)
        if is_asked:
            self.step()

    def note_incident(self, seat: int, incident: Incident) -> None:
        """Record the loss of a seat's instance here."""
        self.referee.note_incident(
            seat, incident.kind, incident.evidence, wall_us=incident.wall_us, cpu_us=incident.cpu_us
        )

    def _forfeit(self, seat: int, incident: Incident) -> None:
        self.referee.forfeit(
            seat, incident.kind, incident.evidence, wall_us=incident.wall_us, cpu_us=incident.cpu_us
        )
