"""The queue of uploads: each is checked in its turn, by one thread, whatever becomes of who sent it."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.core.clock import Clock
from arena.core.errors import ArenaError, HostError, Interrupted
from arena.league.bot_files import BotFiles
from arena.league.metrics import Metrics
from arena.league.retries import Retries
from arena.league.turns import AccountTurns
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore

LOG = logging.getLogger(__name__)
MOST_OUTPUT = 16 << 10
"""Characters of what a bot wrote that are kept with its submission, from the end."""
MOST_RECORD = 256 << 10
THE_STORE = "store"
Tell = Callable[[str], None]
Listener = Callable[[str | None], None]
"""Given a step of a check, and None when no more will come: it is decided, or the server stops."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check has found."""

    is_accepted: bool
    reason: str = ""
    output: str = ""
    record: str = ""


class Checker(Protocol):
    """Runs a bot in a sandbox and sees whether it plays (`bootstrap` serves it)."""

    def check(self, directory: Path, *, build_seconds: int, tell: Tell) -> Verdict:
        """Check the bot in a directory.

        Raises:
            HostError: it could not be checked, for our reasons.
            Interrupted: `stop` was called.
        """
        ...

    def stop(self) -> None:
        """End the check that runs, and begin no other."""
        ...


class Submissions:
    """Checks what is queued in the store, in the order of the accounts' turns."""

    def __init__(
        self,
        store: LeagueStore,
        files: BotFiles,
        checker: Checker,
        *,
        changed: Callable[[str], None],
        metrics: Metrics,
        clock: Clock,
    ) -> None:
        """Nothing is checked until `start`; `changed` is given a league that has a new version."""
        self._store = store
        self._files = files
        self._checker = checker
        self._changed = changed
        self._metrics = metrics
        self._clock = clock
        self._turns = AccountTurns()
        self._retries = Retries(clock)
        self._listeners: dict[int, list[Listener]] = defaultdict(list)
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="checks", daemon=True)

    def start(self) -> None:
        """Begin with what is queued."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the check that runs, and all that are queued, for the next start; return at once."""
        self._is_stopping = True
        self._checker.stop()
        with self._lock:
            listeners = [each for told in self._listeners.values() for each in told]
        for listener in listeners:
            listener(None)
        self._wake.set()

    def join(self, seconds: float) -> bool:
        """Wait for the thread; tell whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def queued(self) -> None:
        """Hear that there is a new submission."""
        self._metrics.queue.inc()
        self._wake.set()

    @contextmanager
    def listening(self, number: int, listener: Listener) -> Iterator[None]:
        """Be told of a submission's check, from the thread that checks."""
        with self._lock:
            self._listeners[number].append(listener)
        try:
            if self._is_stopping:
                listener(None)
            yield
        finally:
            with self._lock:
                self._listeners[number].remove(listener)
                if not self._listeners[number]:
                    del self._listeners[number]

    def _run(self) -> None:
        while not self._is_stopping:
            self._wake.clear()
            try:
                wait = self._check_next()
                self._retries.worked(THE_STORE)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the queue must go on
                wait = self._retries.failed(THE_STORE)
                self._report(error, wait, {})
            if wait is None or wait > 0:
                self._wake.wait(wait)

    def _check_next(self) -> float | None:
        """Check one submission; return the seconds until there is one to check, None for when one comes."""
        queued = self._store.queued()
        self._metrics.queue.set(len(queued))
        waits = {each.number: self._retries.seconds_left(str(each.number)) for each in queued}
        later = {number: wait for number, wait in waits.items() if wait > 0}
        submission = self._turns.next_of(queued, later)
        if submission is None:
            return min(later.values(), default=None)
        try:
            self._decide(submission, self._check(submission))
        except Interrupted:
            pass
        except Exception as error:  # noqa: BLE001 -- it is tried again, after those of others
            pause = self._retries.failed(str(submission.number))
            self._report(error, pause, {"submission": submission.number})
        else:
            self._retries.worked(str(submission.number))
        return 0

    def _report(self, error: Exception, pause: float, facts: dict[str, object]) -> None:
        """Log that nothing, or one submission, can be checked for our reasons."""
        is_known = isinstance(error, ArenaError)
        LOG.log(
            logging.WARNING if is_known else logging.ERROR,
            "a check failed for our reasons",
            exc_info=None if is_known else error,
            extra={"facts": {**facts, "reason": str(error), "again_in_seconds": pause}},
        )

    def _check(self, submission: Submission) -> Verdict:
        directory = self._files.directory(submission.content_hash)
        if not directory.is_dir():
            return Verdict(is_accepted=False, reason="the server has lost its files; send it again")
        account = self._store.account(submission.account)
        if account is None:
            raise HostError(f"submission {submission.number} is of no account")
        return self._checker.check(
            directory,
            build_seconds=account.quotas.build_seconds,
            tell=lambda text: self._tell(submission.number, text),
        )

    def _decide(self, submission: Submission, verdict: Verdict) -> None:
        number = submission.number
        if verdict.is_accepted:
            self._store.accept(number, self._clock.now().timestamp())
        else:
            self._store.refuse(
                number,
                reason=verdict.reason,
                output=verdict.output[-MOST_OUTPUT:],
                record=verdict.record[:MOST_RECORD],
            )
        state = "accepted" if verdict.is_accepted else "refused"
        self._metrics.submissions.labels(state).inc()
        facts = {"submission": number, "account": submission.account, "bot": submission.bot}
        LOG.info("a submission is %s", state, extra={"facts": {**facts, "league": submission.league}})
        self._tell(number, None)
        if verdict.is_accepted:
            self._changed(submission.league)

    def _tell(self, number: int, text: str | None) -> None:
        with self._lock:
            listeners = list(self._listeners.get(number, ()))
        for listener in listeners:
            listener(text)
