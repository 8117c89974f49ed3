"""Talking to bots: what a shard needs of the gateway."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.core.ids import MatchId
from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, MatchStart, Question
from arena.tournament.output import OutputPiece


@dataclass(frozen=True, slots=True)
class Incident:
    """An instance is lost: one incident, however many matches were open on it."""

    kind: FaultKind
    evidence: str
    wall_us: int
    cpu_us: int


class Spent(NamedTuple):
    """What one answer took, in microseconds: an equal share of what all answers of its message took."""

    wall_us: int
    charged_us: int
    """What counts against the bot's time."""
    cpu_us: int


class AnswerTo(Protocol):
    """Who asked; called from the event loop, must not block, may ask the next question at once.

    Of `answered` and `refused` one is called, once a question, unless the link is lost first.
    """

    def answered(self, move: int, spent: Spent, note: str) -> None:
        """Take the move that answers the open question, legal or not, and what it cost in time."""
        ...

    def refused(self, kind: FaultKind, evidence: str, wall_us: int, cpu_us: int) -> None:
        """Take the news that the answer can't be counted: MALFORMED_MOVE, or TIME_OUT of a single turn."""
        ...

    def noted(self, kind: FaultKind, evidence: str) -> None:
        """Take a fault that answers no question, such as a choice for an unknown turn."""
        ...


class BotLink(Protocol):
    """The stream of one greeted instance. What is said waits for the next batch."""

    batches: int
    """Messages with questions that were sent so far."""

    def begin(self, match: int, id: MatchId, start: MatchStart) -> None:  # noqa: A002 - as in records
        """Announce a match, under a number of the caller's choice that is unique on this link.

        The bot is not told its id; what it writes is kept with it.
        """
        ...

    def ask(self, match: int, question: Question, asker: AnswerTo) -> None:
        """Put a question; it is answered once, or the link is lost first."""
        ...

    def finish(self, match: int, end: MatchEnd) -> None:
        """Announce that a match is over."""
        ...

    async def close(self) -> None:
        """End the stream and the instance. Nothing is reported any more.

        Raises:
            HostError: the instance can't be ended.
        """
        ...


class LinkOwner(Protocol):
    """Who is told that a link is lost."""

    def lost(self, link: BotLink, incident: Incident) -> None:
        """Take the incident; the link's open questions will not be answered."""
        ...

    def failed(self, link: BotLink, error: Exception) -> None:
        """Take an error of ours: a HostError, or a bug. The link's open questions will not be answered."""
        ...


class BotHost(Protocol):
    """Starts instances and greets them."""

    async def start(self, entrant: int, lane: int, owner: LinkOwner) -> BotLink:
        """Start an instance of an entrant for a lane and wait for its hello.

        Raises:
            BotError: it ended, or said no valid hello in time; the message is the evidence.
            HostError: we could not start it.
        """
        ...

    def take_output(self) -> list[OutputPiece]:
        """Return what instances wrote since this was called last, those that have ended since included."""
        ...
