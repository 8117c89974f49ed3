"""A bot host whose bots are functions: whole jobs without processes or sockets (ports.BotHost)."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from arena.core.clock import ManualClock
from arena.core.errors import HostError
from arena.core.ids import MatchId
from arena.games.registry import find_game
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, MatchStart, Question, TimeControl
from arena.tournament.job import Job, JobResult
from arena.tournament.output import OutputPiece
from arena.tournament.ports import AnswerTo, Incident, LinkOwner, Spent
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup
from arena.tournament.shard import Shard

GAME = "linger_longer"
HANGS_SECONDS = 60
"""A job that takes so long waits for something that never comes."""


class Dies(Exception):
    """The process of the bot ends here."""


class Malformed(Exception):
    """The bot's answer has no move."""


class HostBreaks(Exception):
    """The sandbox fails under the bot."""


Play = Callable[["LinkInProcess", Question], int]
"""How a bot answers: a move code, or one of the exceptions above."""


def lowest(_link: "LinkInProcess", question: Question) -> int:
    return int(question.view.legal[0])


def dies_once(after: int = 30) -> Play:
    """A bot whose first process ends after so many answers."""
    count = 0

    def play(link: LinkInProcess, question: Question) -> int:
        nonlocal count
        count += 1
        if count == after:
            raise Dies
        return lowest(link, question)

    return play


def deal_of(question: Question) -> bytes:
    """Name the deal that a question belongs to, by what is public about it."""
    return bytes(question.view.cut) + bytes([question.view.dealer])


class LinkInProcess:
    """One instance: answers each question in the loop's next turn (ports.BotLink)."""

    def __init__(self, host: "HostInProcess", entrant: int, lane: int, owner: LinkOwner, play: Play) -> None:
        self.batches = 0
        self.entrant = entrant
        self.lane = lane
        self.owner = owner
        self.starts: dict[int, MatchStart] = {}
        self.ended: dict[int, MatchEnd] = {}
        self.open: set[int] = set()
        self.asked: dict[int, AnswerTo] = {}
        self.most_asked_at_once = 0
        self.deals: dict[bytes, set[int]] = {}
        self.events: Counter[int] = Counter()
        self.is_over = False
        self._host = host
        self._play = play

    def begin(self, match: int, _id: MatchId, start: MatchStart) -> None:
        assert not self.is_over
        self.starts[match] = start
        self.open.add(match)
        self.events[match] += len(start.events) // 4
        self._host.note_open()

    def ask(self, match: int, question: Question, asker: AnswerTo) -> None:
        assert match in self.open
        assert match not in self.asked
        self.asked[match] = asker
        self.most_asked_at_once = max(self.most_asked_at_once, len(self.asked))
        self.deals.setdefault(deal_of(question), set()).add(match)
        self.events[match] += len(question.view.events) // 4
        asyncio.get_running_loop().call_soon(self._answer, match, question)

    def finish(self, match: int, end: MatchEnd) -> None:
        self.open.remove(match)
        self.ended[match] = end
        if self.entrant in self._host.dying_between_matches:
            asyncio.get_running_loop().call_soon(self._die)
        self.events[match] += len(end.events) // 4

    async def close(self) -> None:
        self.is_over = True
        await asyncio.sleep(0)
        self._host.alive.discard(self)
        if self.entrant in self._host.unending:
            raise HostError("it can't be ended")

    def crash(self, kind: FaultKind = FaultKind.CRASH) -> None:
        self.is_over = True
        self.owner.lost(self, Incident(kind, "exit code 1", 7, 5))

    def _die(self) -> None:
        if not self.is_over:
            self.crash()

    def _answer(self, match: int, question: Question) -> None:
        if self.is_over:
            return
        try:
            move = self._play(self, question)
        except Dies:
            self.crash()
        except HostBreaks:
            self.is_over = True
            self.owner.failed(self, HostError("the sandbox is gone"))
        except Malformed:
            self.asked.pop(match).refused(FaultKind.MALFORMED_MOVE, "no move", 3, 2)
        else:
            self.batches += 1
            self.asked.pop(match).answered(move, Spent(3, 2, 1), "")


class HostInProcess:
    """Starts links; by entrant, bots are functions and starts may fail."""

    def __init__(
        self,
        bots: dict[int, Play] | None = None,
        failing: dict[int, Iterable[Exception | None]] | None = None,
        stillborn: tuple[int, int] | None = None,
        *,
        dying_between_matches: Iterable[int] = (),
        start_turns: int = 1,
    ) -> None:
        """Take what goes wrong, by entrant.

        `stillborn`: of that entrant, that start ends right after its hello. `start_turns`: how many turns
        of the loop a start takes.
        """
        self.bots = bots or {}
        self.dying_between_matches = frozenset(dying_between_matches)
        self.unending: set[int] = set()
        self.start_turns = start_turns
        self.stillborn = stillborn
        self.failing = {entrant: iter(errors) for entrant, errors in (failing or {}).items()}
        self.attempts: Counter[int] = Counter()
        self.links: list[LinkInProcess] = []
        self.alive: set[LinkInProcess] = set()
        self.most_alive = 0
        self.most_open = 0

    async def start(self, entrant: int, lane: int, owner: LinkOwner) -> LinkInProcess:
        self.attempts[entrant] += 1
        for _ in range(self.start_turns):
            await asyncio.sleep(0)
        error = next(self.failing.get(entrant, iter(())), None)
        if error is not None:
            raise error
        link = LinkInProcess(self, entrant, lane, owner, self.bots.get(entrant, lowest))
        self.links.append(link)
        self.alive.add(link)
        self.most_alive = max(self.most_alive, len(self.alive))
        if self.stillborn == (entrant, self.attempts[entrant]):
            link.crash()
        return link

    def take_output(self) -> list[OutputPiece]:
        return []

    def saw_no_deal_twice(self) -> bool:
        """Tell whether every instance met every deal in one match alone."""
        return all(len(matches) == 1 for link in self.links for matches in link.deals.values())

    def note_open(self) -> None:
        self.most_open = max(self.most_open, *(len(link.open) for link in self.links))

    def links_of(self, entrant: int) -> list[LinkInProcess]:
        return [link for link in self.links if link.entrant == entrant]


def setup_for(
    *,
    bots: int = 3,
    in_flight: int = 8,
    timing: Timing = Timing.THROUGHPUT,
    max_instances: int = 16,
    bench_after: int = 4,
    anonymous: bool = False,
) -> TournamentSetup:
    entrants = tuple(Entrant(n, f"bot{n}", "1", Path(), ("bot",), (GAME,), "") for n in range(bots))
    options = find_game(GAME).options("standard", {"players": 3})
    return TournamentSetup(
        name="test",
        entrants=entrants,
        stages=(StageSetup("main", GAME, options, tuple(range(bots)), 3, 400, None, 0.2),),
        secret=b"secret" * 5 + b"ab",
        practice=True,
        time=TimeControl(),
        start_us=1_000_000,
        timing=timing,
        anonymous=anonymous,
        max_faults=3,
        bench_after=bench_after,
        window=64,
        in_flight=in_flight,
        max_instances=max_instances,
        sandbox="process",
    )


async def play_jobs(
    host: HostInProcess,
    jobs: Sequence[Job],
    setup: TournamentSetup | None = None,
    is_draining: Callable[[], bool] = lambda: False,
) -> list[JobResult]:
    """Play jobs one after the other in one shard, and close it."""
    shard = Shard(setup or setup_for(), host, ManualClock())
    async with asyncio.timeout(HANGS_SECONDS):
        results = [await shard.run(job, is_draining=is_draining) for job in jobs]
        await shard.close()
    assert not host.alive
    assert host.most_alive <= (setup or setup_for()).max_instances
    return results


def job(*blocks: int, lane: int = 0) -> Job:
    return Job(0, lane, blocks or tuple(range(20)))
