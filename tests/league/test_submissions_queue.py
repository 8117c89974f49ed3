"""The queue of submissions, with a check that is told what to find."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.core.clock import ManualClock
from arena.core.errors import HostError, Interrupted
from arena.league.metrics import Metrics
from arena.league.submissions import Submissions, Verdict
from arena.roster.submission import Submission, SubmissionState
from arena.storage.league_store import LeagueStore
from tests.league.ground import Ground

PATIENCE = 30.0


class Checking:
    """Finds what it is told, by content hash (submissions.Checker)."""

    def __init__(self) -> None:
        """Accept everything."""
        self.verdicts: dict[str, Verdict] = {}
        self.errors: dict[str, list[Exception]] = {}
        self.checked: list[tuple[str, int]] = []
        self.stopped = threading.Event()
        self.hangs = False
        self.begun = threading.Event()

    def check(self, directory: Path, *, build_seconds: int, tell: Callable[[str], None]) -> Verdict:
        self.begun.set()
        self.checked.append((directory.name, build_seconds))
        tell("manifest: fine")
        if self.hangs:
            self.stopped.wait(PATIENCE)
        if self.stopped.is_set():
            raise Interrupted("stopping")
        errors = self.errors.get(directory.name)
        if errors:
            raise errors.pop(0)
        return self.verdicts.get(directory.name, Verdict(is_accepted=True))

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def ground(store: LeagueStore, tmp_path: Path) -> Ground:
    return Ground(store, tmp_path / "data")


@contextmanager
def checking(ground: Ground, checker: Checking) -> Iterator[Submissions]:
    """Run the queue's thread."""
    submissions = Submissions(
        ground.store,
        ground.files,
        checker,
        changed=ground.changes.append,
        metrics=ground.metrics,
        clock=ManualClock(),
    )
    submissions.start()
    try:
        yield submissions
    finally:
        submissions.stop()
        assert submissions.join(PATIENCE)


def queue(ground: Ground, *authors: str, content: str = "1") -> list[Submission]:
    """Queue a bot of each author."""
    return [ground.submit(author, content=content) for author in authors]


def wait_for_decisions(ground: Ground) -> None:
    """Wait until nothing is queued."""
    for _ in range(int(PATIENCE / 0.02)):
        if not ground.store.queued():
            return
        threading.Event().wait(0.02)
    raise AssertionError(f"still queued: {ground.store.queued()}")


def test_what_was_queued_before_the_start_is_checked(ground: Ground) -> None:
    (bot,) = queue(ground, "ann")

    with checking(ground, Checking()):
        wait_for_decisions(ground)

    decided = ground.store.submission(bot.number)
    assert (decided.state, decided.version) == (SubmissionState.ACCEPTED, 1)
    assert ground.changes == ["main"]


def test_what_is_queued_later_is_checked_at_once(ground: Ground) -> None:
    checker = Checking()
    with checking(ground, checker) as submissions:
        queue(ground, "ann")
        submissions.queued()
        wait_for_decisions(ground)

    assert len(checker.checked) == 1


def test_a_refused_bot_has_reason_output_and_record(ground: Ground) -> None:
    (bot,) = queue(ground, "ann")
    checker = Checking()
    checker.verdicts[bot.content_hash] = Verdict(False, reason="it is slow", output="ouch", record="move 1")

    with checking(ground, checker):
        wait_for_decisions(ground)

    decided = ground.store.submission(bot.number)
    assert (decided.state, decided.version) == (SubmissionState.REFUSED, 0)
    assert (decided.reason, decided.output, decided.record) == ("it is slow", "ouch", "move 1")
    assert ground.changes == []


def test_a_build_may_take_as_long_as_the_accounts_quota_says(ground: Ground) -> None:
    (bot,) = queue(ground, "ann")
    checker = Checking()

    with checking(ground, checker):
        wait_for_decisions(ground)

    assert checker.checked == [(bot.content_hash, 120)]


def test_fifty_at_once_are_all_decided_and_none_is_lost(ground: Ground) -> None:
    bots = [one for number in range(10) for one in queue(ground, *"abcde", content=str(number))]

    with checking(ground, Checking()):
        wait_for_decisions(ground)

    states = [ground.store.submission(bot.number).state for bot in bots]
    assert states == [SubmissionState.ACCEPTED] * 50


def test_accounts_share_the_queue(ground: Ground) -> None:
    many = [one for number in range(4) for one in queue(ground, "ann", content=str(number))]
    (other,) = queue(ground, "ben")
    checker = Checking()

    with checking(ground, checker):
        wait_for_decisions(ground)

    order = [content for content, _ in checker.checked]
    assert order == [many[0].content_hash, other.content_hash, *(bot.content_hash for bot in many[1:])]


def test_a_check_that_fails_for_our_reasons_refuses_nobody_and_lets_others_go_first(ground: Ground) -> None:
    ann, ben = queue(ground, "ann", "ben")
    checker = Checking()
    checker.errors[ann.content_hash] = [HostError("no engine")]

    with checking(ground, checker):
        for _ in range(1000):
            if ground.store.submission(ben.number).state is SubmissionState.ACCEPTED:
                break
            threading.Event().wait(0.02)

    assert ground.store.submission(ben.number).state is SubmissionState.ACCEPTED
    assert ground.store.submission(ann.number).state is SubmissionState.QUEUED


def test_what_is_checked_when_the_server_stops_stays_queued(ground: Ground) -> None:
    (bot,) = queue(ground, "ann")
    checker = Checking()
    checker.hangs = True

    with checking(ground, checker):
        assert checker.begun.wait(PATIENCE)

    assert ground.store.queued() == [bot]


def test_whoever_listens_hears_every_step_and_the_end(ground: Ground) -> None:
    (bot,) = queue(ground, "ann")
    heard: list[str | None] = []
    submissions = Submissions(
        ground.store,
        ground.files,
        Checking(),
        changed=ground.changes.append,
        metrics=Metrics(),
        clock=ManualClock(),
    )

    with submissions.listening(bot.number, heard.append):
        submissions.start()
        wait_for_decisions(ground)
        submissions.stop()
        submissions.join(PATIENCE)

    assert heard[:2] == ["manifest: fine", None]


def test_a_bot_whose_files_the_server_has_lost_is_refused(ground: Ground) -> None:
    (bot,) = queue(ground, "ann")
    ground.lose([bot])

    with checking(ground, Checking()):
        wait_for_decisions(ground)

    assert "send it again" in ground.store.submission(bot.number).reason
