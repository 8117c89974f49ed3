"""What the tournament needs of the adapters, as interfaces; `bootstrap` chooses who serves them."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from arena.match.faults import FaultKind
from arena.match.player import MatchEnd, MatchStart, Question
from arena.match.record import MatchRecord
from arena.tournament.events import Event
from arena.tournament.job import Job, JobResult
from arena.tournament.setup import TournamentSetup

# --- sandbox: running programs --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limits:
    """What one instance may use."""

    memory_bytes: int = 256 << 20
    processes: int = 64
    open_files: int = 64
    file_bytes: int = 16 << 20
    """The largest file it may write, its output included."""
    temp_bytes: int = 16 << 20


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """One instance to be started."""

    name: str
    """Unique in this arena and opaque: it shows in the bot's own view of its mounts."""
    directory: Path
    """The bot's code; read-only to it where the backend can do that."""
    command: tuple[str, ...]
    socket_directory: Path
    """Holds the gateway's socket, `bot.sock`; the only way out of the sandbox."""
    token: str
    """Handed to the bot as ARENA_TOKEN; ARENA_ADDRESS is made by the backend."""
    limits: Limits
    core: int | None
    """The core to be pinned to, or None."""


class EndCause(Enum):
    """Why an instance ended."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    OUT_OF_MEMORY = "out_of_memory"
    STOPPED = "stopped"  # by us


@dataclass(frozen=True, slots=True)
class ExitStatus:
    """How an instance ended."""

    cause: EndCause
    code: int
    """Exit code, or the signal's number."""

    def __str__(self) -> str:
        """Say it in words, for evidence."""
        what = {EndCause.EXITED: "exit code", EndCause.SIGNALLED: "signal"}.get(self.cause, "code")
        return f"{self.cause.value}, {what} {self.code}"


class Running(Protocol):
    """One started instance. Methods are quick; only `stop` waits, and not for long."""

    def cpu_us(self) -> int:
        """Return the CPU time that all its processes have used, in microseconds."""
        ...

    def exit_status(self) -> ExitStatus | None:
        """Return how it ended, or None while it runs."""
        ...

    def freeze(self) -> None:
        """Keep it from running until `thaw`."""
        ...

    def thaw(self) -> None:
        """Let it run again."""
        ...

    def output(self, most: int = 4096) -> str:
        """Return the end of what it wrote to stdout and stderr: foreign text, not yet harmless."""
        ...

    def stop(self) -> ExitStatus:
        """End it with all its children, remove what it left, and say how it had ended."""
        ...


class Sandbox(Protocol):
    """A way to run programs apart. One contract suite tests every backend."""

    name: str
    promise: str
    """What it keeps in and what it does not, in one sentence for the operator."""

    def start(self, spec: LaunchSpec) -> Running:
        """Start an instance.

        Raises:
            BotError: the bot can't be started, for example its command does not exist.
            HostError: the sandbox itself failed.
        """
        ...

    def sweep(self) -> int:
        """End the instances, and remove the leftovers, of arenas that no longer live; return how many.

        Never touches those of another arena that lives.
        """
        ...


# --- gateway: talking to them ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Incident:
    """An instance is lost: one incident, however many matches were open on it."""

    kind: FaultKind
    evidence: str
    wall_us: int
    cpu_us: int


class AnswerTo(Protocol):
    """Who asked; called from the event loop, must not block, may ask the next question at once.

    Of `answered` and `refused` one is called, once a question, unless the link is lost first.
    """

    def answered(self, move: int, wall_us: int, charged_us: int, note: str) -> None:
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

    def begin(self, match: int, start: MatchStart) -> None:
        """Announce a match, under a number of the caller's choice that is unique on this link."""
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


# --- storage: keeping matches ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where the fold stands. Written in the transaction of the matches that moved it."""

    next_block: int
    """The first block, counted over all stages in order, that is not folded."""
    state: Mapping[str, Any]
    """The fold's own state, as JSON values."""


@dataclass(frozen=True, slots=True)
class SkippedBlock:
    """A block that is passed over by the fold: void for our reasons, or with a benched entrant."""

    stage: int
    block: int
    benched: tuple[int, ...]
    """The benched entrants at its table; empty if it is void."""
    reason: str


class Store(Protocol):
    """Where tournaments are kept. Every method is one transaction.

    All raise StorageError when the database can't be read or written; nothing stored is lost.
    """

    def create(self, setup: TournamentSetup, file: str) -> str:
        """Keep a new tournament; return its id, `<name>-<n>`."""
        ...

    def latest(self, name: str | None = None) -> str | None:
        """Return the id of the newest tournament (of that name), or None."""
        ...

    def setup(self, tournament: str) -> TournamentSetup:
        """Return what was created. Raises ConfigError if there is no such tournament."""
        ...

    def add(
        self,
        tournament: str,
        records: Sequence[MatchRecord],
        *,
        skipped: Sequence[SkippedBlock] = (),
        checkpoint: Checkpoint | None = None,
    ) -> None:
        """Keep whole matches, skipped blocks and the checkpoint. A match already stored stays as it was."""
        ...

    def checkpoint(self, tournament: str) -> Checkpoint | None:
        """Return where the fold stands, or None before the first."""
        ...

    def records(
        self, tournament: str, stage: int, *, first_block: int = 0, end_block: int | None = None
    ) -> Iterator[MatchRecord]:
        """Yield stored matches of a stage in schedule order: by block, then rotation."""
        ...

    def skipped(self, tournament: str, stage: int, *, first_block: int = 0) -> list[SkippedBlock]:
        """Return the skipped blocks of a stage from one on, in order."""
        ...

    def finish(self, tournament: str) -> None:
        """Mark it finished and reveal its secret."""
        ...

    def is_finished(self, tournament: str) -> bool:
        """Tell whether it has been played to its end."""
        ...


class Watcher(Protocol):
    """Who is told what happens in a run."""

    def see(self, event: Event) -> None:
        """Take an event; quick, and never raising."""
        ...


# --- bootstrap: running shards --------------------------------------------------------------------


class ShardProcess(Protocol):
    """A worker process with its instances, on a core of its own."""

    def exchange(self, job: Job | None) -> Future[list[JobResult]]:
        """Give it one more job, and get the results of jobs that have ended meanwhile.

        The future is done when one more job would be of use: jobs overlap, so that the last matches of
        one don't leave the core idle. Without a job it is done when one under way has ended.

        Raises:
            BrokenProcessPool: the process has ended.
        """
        ...

    def drain(self) -> None:
        """Start no new match from now on; what is not started comes back as unplayed."""
        ...

    def is_stuck(self) -> bool:
        """Tell whether it has shown no sign of life for a minute, although it has work."""
        ...

    def close(self) -> None:
        """End its instances, then the process."""
        ...

    def kill(self) -> None:
        """End the process at once, and everything it started."""
        ...
