"""One instance of an entrant in a lane, through all the processes that it takes.

When a process is lost, which is one incident however many matches were open, its matches go on with a
fresh one, one at a time: each is resumed and its question asked alone. The match in which it fails
again is the one it forfeits. Meanwhile other matches wait, and questions to it are held.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from arena.core.errors import BotError, HostError
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, Question
from arena.tournament.match_run import Door, MatchRun
from arena.tournament.ports import AnswerTo, BotLink, Incident
from arena.tournament.trial import Trial

START_ATTEMPTS = 2
"""How often a bot that does not start is started, before its matches are forfeits."""


class Keeper(Protocol):
    """What an instance needs of those who keep it."""

    bench_after: int
    """After so many failures in a job it is given up."""

    def run_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; an error of it ends the job."""
        ...

    async def start(self, instance: "Instance") -> BotLink | None:
        """Start a process when there is a place for it; None if the instance is dropped meanwhile.

        Raises:
            BotError: it ended, or said no valid hello in time; the message is the evidence.
            HostError: we could not start it.
        """
        ...

    def retire(self, link: BotLink) -> None:
        """Close a link in the background."""
        ...

    def settled(self) -> None:
        """Hear that an instance came up, or never will: matches may begin that could not before."""
        ...

    def crashed(self, error: BaseException) -> None:
        """Take an error that is a bug: it ends the jobs."""
        ...


class Instance:
    """The bot of one entrant in one lane, as its matches see it (match_run.Seat, ports.LinkOwner)."""

    def __init__(
        self, entrant: int, lane: int, keeper: Keeper, *, absence: Incident | None, owed: list[Incident]
    ) -> None:
        """Start it, unless it is absent from the beginning.

        `owed` are incidents that no match has on its record yet: the next one takes them, even if that
        is played by another instance in its place, which is given the same list.
        """
        self.entrant = entrant
        self.lane = lane
        self.link: BotLink | None = None
        self.absence = absence
        self.error: HostError | None = None
        self.claims = 0
        self.failures = 0
        """Incidents and forfeits since the job began."""
        self.is_tainted = False
        self.is_dropped = False
        """True if it is no longer kept: whatever process it still gets is ended."""
        self._keeper = keeper
        self._open: dict[int, tuple[MatchRun, int]] = {}
        self._waiting: list[MatchRun] = []
        self._owed = owed
        self._coming: BotLink | None = None
        self._resumed: set[int] = set()
        self._gone: asyncio.Future[Incident | HostError | None] | None = None
        if absence is None:
            keeper.run_task(self._come_up())

    @property
    def is_idle(self) -> bool:
        """Tell whether it can be ended without harm to any match."""
        return self.claims == 0 and self.is_settled

    @property
    def is_settled(self) -> bool:
        """Tell whether a match need not wait for it: it has a process, or will have none."""
        return self.link is not None or self.absence is not None or self.error is not None

    @property
    def is_up(self) -> bool:
        """Tell whether one more match can begin with it at once, be it without a process."""
        return self.is_settled and not self.is_tainted

    def drop(self) -> None:
        """Be kept no longer: its process is ended, and one that is coming up when it is there."""
        self.is_dropped = True
        if self.link is not None:
            self._keeper.retire(self.link)
            self.link = None
        elif self._gone is not None and not self._gone.done():
            self._gone.set_result(None)

    # --- what matches ask of it -------------------------------------------------------------------

    def enter(self, run: MatchRun, seat: int) -> Door:
        """Begin a match, if there is a link to begin it on."""
        for incident in self._owed:
            run.note_incident(seat, incident)
        self._owed.clear()
        if self.link is None:
            return self
        self._open[run.number] = (run, seat)
        self.link.begin(run.number, run.referee.id, run.referee.start_for(seat))
        return self.link

    def wait(self, run: MatchRun) -> None:
        """Keep a match until it can begin."""
        self._waiting.append(run)

    def leave(self, run: MatchRun) -> bool:
        """Forget a match; tell whether it had begun here."""
        return self._open.pop(run.number, None) is not None

    def ask(self, match: int, question: Question, asker: AnswerTo) -> None:
        """Hold a question: the match has it still when there is a link again."""

    def finish(self, match: int, end: MatchEnd) -> None:
        """Pass on that a match is over, if the process that is coming up has heard of it."""
        if self._coming is not None and match in self._resumed:
            self._coming.finish(match, end)

    # --- what links say (ports.LinkOwner) ---------------------------------------------------------

    def lost(self, link: BotLink, incident: Incident) -> None:
        """Take the incident, and bring the open matches back with a fresh process."""
        if self._lose(link, incident):
            self.failures += 1
            self._record(incident)
            if self.failures >= self._keeper.bench_after:
                self._give_up(incident)
            else:
                self._keeper.run_task(self._come_up())

    def failed(self, link: BotLink, error: Exception) -> None:
        """Void the open matches if it is the host's fault; a bug ends the job."""
        if not isinstance(error, HostError):
            self._keeper.crashed(error)
        elif self._lose(link, error):
            self._fail(error)

    def _lose(self, link: BotLink, loss: Incident | HostError) -> bool:
        """Part with the link; tell whether it was in use. One that is coming up is seen to there."""
        if self.link is None:
            if self._gone is not None and not self._gone.done():
                self._gone.set_result(loss)
            return False
        self.link = None
        self._keeper.retire(link)
        for run, seat in self._open.values():
            run.reseat(seat, self)
        return True

    # --- coming up --------------------------------------------------------------------------------

    async def _come_up(self) -> None:
        """Start, bring back the open matches, then let everyone in."""
        while not self.is_dropped:
            gone = self._gone = asyncio.get_running_loop().create_future()
            link = await self._start()
            if link is None:
                return
            self._coming, self._resumed = link, set()
            suspect = await self._bring_back(link, gone)
            self._coming = None
            if not gone.done():
                self._let_in(link)
                return
            self._keeper.retire(link)
            loss = gone.result()
            if loss is None:
                return
            if isinstance(loss, HostError):
                self._fail(loss)
                return
            self._blame(suspect, loss)
            if self.failures >= self._keeper.bench_after:
                self._give_up(loss)
                return

    async def _start(self) -> BotLink | None:
        """Start a process; after a few failures nothing more is tried."""
        evidence = ""
        for _ in range(START_ATTEMPTS):
            try:
                return await self._keeper.start(self)
            except BotError as error:
                evidence = str(error)
                self.failures += 1
            except HostError as error:
                self._fail(error)
                return None
        self._give_up(Incident(FaultKind.START_FAILURE, evidence, 0, 0))
        return None

    async def _bring_back(
        self, link: BotLink, gone: asyncio.Future[Incident | HostError | None]
    ) -> tuple[MatchRun, int] | None:
        """Resume the open matches one by one, each with its question; return the one that was its end."""
        for run, seat in list(self._open.values()):
            if gone.done():
                return None
            if run.is_over or run.referee.has_forfeited(seat):
                continue
            link.begin(run.number, run.referee.id, run.referee.start_for(seat, resumed=True))
            self._resumed.add(run.number)
            question = run.question_to(seat)
            if question is not None:
                trial = Trial(run)
                link.ask(run.number, question, trial)
                either: set[asyncio.Future[Any]] = {trial.answer, gone}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                if not trial.answer.done():
                    return run, seat
        return None

    def _let_in(self, link: BotLink) -> None:
        """Go on as usual: put the questions that were held, and begin the matches that waited."""
        self.link = link
        for run, seat in list(self._open.values()):
            if run.number not in self._resumed:
                self._open.pop(run.number)  # it forfeited meanwhile, so nothing is asked in it
                continue
            run.reseat(seat, link)
            question = run.question_to(seat)
            if question is not None:
                link.ask(run.number, question, run)
        self._call_waiting()

    # --- what failures lead to --------------------------------------------------------------------

    def _record(self, incident: Incident) -> None:
        """Record an incident once: in a match that it left without an answer, if there is one."""
        watched = [(run, seat) for run, seat in self._open.values() if not run.referee.has_forfeited(seat)]
        asked = [(run, seat) for run, seat in watched if run.question_to(seat) is not None]
        for run, seat in (asked or watched)[:1]:
            run.note_incident(seat, incident)
            return
        if len(self._owed) < self._keeper.bench_after:  # more make no difference
            self._owed.append(incident)

    def _blame(self, suspect: tuple[MatchRun, int] | None, loss: Incident) -> None:
        """Let the match in which it failed again be forfeited; if there is none, it is an incident."""
        self.failures += 1
        if suspect is None:
            self._record(loss)
            return
        run, seat = suspect
        self._open.pop(run.number, None)
        run.forfeit(seat, loss)

    def _give_up(self, loss: Incident) -> None:
        """Start it no more in this job: its matches are forfeits."""
        count = "1 failure" if self.failures == 1 else f"{self.failures} failures"
        evidence = f"given up after {count}; the last: {loss.evidence}"
        self.absence = Incident(loss.kind, evidence, 0, 0)
        opened = list(self._open.values())
        self._open.clear()
        for run, seat in opened:
            run.forfeit(seat, self.absence)
        self._call_waiting()

    def _fail(self, error: HostError) -> None:
        """Void its open matches, and let those that wait hear that they can't begin."""
        self.error = error
        for run, _ in list(self._open.values()):
            run.void(str(error))
        self._call_waiting()

    def _call_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for run in waiting:
            run.ending.arrived(run)
        self._keeper.settled()
