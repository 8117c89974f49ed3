"""The calls with which authors enter bots, see what became of them, and take them out."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import IO, Any

import grpc

from arena.core.clock import Clock
from arena.core.errors import ConfigError
from arena.league.bot_files import BotFiles
from arena.league.calls import Refusal, caller, in_thread
from arena.league.metrics import Metrics
from arena.league.settings import LeagueSettings
from arena.league.standings import find_league
from arena.league.submissions import Submissions
from arena.league.uploads import Places, receive_chunks, receive_head
from arena.league.wire_submission import submission_to_wire
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Account, Role
from arena.roster.league import League
from arena.roster.manifest import MANIFEST
from arena.roster.parcel import ParcelLimits
from arena.roster.submission import Submission, SubmissionState
from arena.storage.league_store import LeagueStore

LOG = logging.getLogger(__name__)
DAY = 86_400.0
"""Seconds."""
_ALIVE = {SubmissionState.QUEUED, SubmissionState.ACCEPTED}
AGAIN = "these files are there already, nothing was sent: "
MOST, USUAL = 100, 20
"""Submissions in one answer."""
MOST_NUMBER = 2**63 - 1
"""What a database takes; the wire's numbers go further."""


class SubmissionCalls:
    """A part of the service `League`."""

    def __init__(
        self,
        store: LeagueStore,
        files: BotFiles,
        submissions: Submissions,
        *,
        changed: Callable[[str], None],
        metrics: Metrics,
        clock: Clock,
    ) -> None:
        """Serve the queue of a store, in one event loop; `changed` is given a league that lost a bot."""
        self._entries = store
        self._files = files
        self._submissions = submissions
        self._league_changed = changed
        self._metrics = metrics
        self._clock = clock
        self._places = Places()

    async def SubmitBot(
        self, requests: AsyncIterator[wire.SubmitBotRequest], context: Any
    ) -> AsyncIterator[wire.SubmitBotResponse]:
        """Take in an upload, then tell what is done with it until it is decided."""
        del context
        account = _account()
        async with self._places.one(account.name):
            with self._metrics.uploads.track_inprogress():
                head = await receive_head(requests)
                known = await in_thread(self._admit, account, head)
                note = AGAIN if known is not None else ""
                if known is None:
                    with await in_thread(self._files.spool) as spooled:
                        async for received in receive_chunks(requests, head.size, spooled):
                            yield _receiving(received, head.size)
                        known = await in_thread(self._enter, account, head, spooled)
        async for answer in self._follow(known.number, note):
            yield answer

    async def ListSubmissions(
        self, request: wire.ListSubmissionsRequest, context: Any
    ) -> wire.ListSubmissionsResponse:
        """List one's own uploads, or to an admin everybody's, newest first."""
        del context
        if request.limit > MOST:
            raise Refusal(grpc.StatusCode.INVALID_ARGUMENT, f"limit: is 1 to {MOST}, or 0 for {USUAL}")
        found = await in_thread(self._list, _account(), request)
        return wire.ListSubmissionsResponse(submissions=map(submission_to_wire, found))

    async def WithdrawBot(self, request: wire.WithdrawBotRequest, context: Any) -> wire.WithdrawBotResponse:
        """Take a bot of one's own out of a league, from its next round on."""
        del context
        await in_thread(self._withdraw, _account(), request)
        return wire.WithdrawBotResponse()

    async def _follow(self, number: int, note: str) -> AsyncIterator[wire.SubmitBotResponse]:
        """Tell what is done with a submission until it is decided."""
        loop = asyncio.get_running_loop()
        steps: asyncio.Queue[str | None] = asyncio.Queue()

        def listener(text: str | None) -> None:
            loop.call_soon_threadsafe(steps.put_nowait, text)

        with self._submissions.listening(number, listener):
            submission, ahead = await in_thread(self._where, number)
            if submission.state is SubmissionState.QUEUED:
                words = note + _queued_words(submission, ahead)
                yield _answer(wire.SUBMISSION_STAGE_QUEUED, words, submission)
                while (text := await steps.get()) is not None:
                    yield _answer(wire.SUBMISSION_STAGE_CHECKING, text, submission)
                submission = await in_thread(self._entries.submission, number)
        if submission.state is SubmissionState.QUEUED:
            raise Refusal(
                grpc.StatusCode.UNAVAILABLE,
                f"the server is stopping; submission {number} is kept, and checked when it runs again: see "
                "arena submissions",
            )
        yield _answer(wire.SUBMISSION_STAGE_DECIDED, note + _decided_words(submission), submission)

    def _admit(self, account: Account, head: wire.SubmissionHead) -> Submission | None:
        """See before anything is received if it can be; return the submission of the same files, if any."""
        self._check_open(head.league)
        quotas = account.quotas
        if head.size > quotas.archive_bytes:
            raise Refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"size: {head.size:,} bytes, and {account.name} may send {quotas.archive_bytes:,}; leave out "
                "by .arenaignore what the bot doesn't need",
            )
        for each in self._entries.submissions(account=account.name, league=head.league):
            if each.content_hash == head.content_hash and each.state in _ALIVE:
                return each
        now = self._clock.now().timestamp()
        most = quotas.submissions_a_day
        latest = self._entries.submissions(account=account.name, limit=most) if most else []
        if len(latest) >= most and all(each.created > now - DAY for each in latest):
            raise Refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"{account.name} may make {most} submissions in 24 hours, refused ones included; come later",
            )
        return None

    def _enter(self, account: Account, head: wire.SubmissionHead, spooled: IO[bytes]) -> Submission:
        """Keep what has been received, and queue it: from then on it survives anything."""
        most = account.quotas.archive_bytes
        limits = ParcelLimits(packed_bytes=most, unpacked_bytes=most, file_bytes=most)
        arrived = self._files.keep(spooled, head.content_hash, limits)
        league = self._check_open(head.league)
        played = LeagueSettings.from_json(league.settings).games
        games = arrived.manifest.games
        if not set(games) & set(played):
            raise ConfigError(
                f"{MANIFEST}: games: {', '.join(games)}; league {league.name} plays {', '.join(played)}"
            )
        submission = self._entries.add_submission(
            account.name,
            league.name,
            arrived.manifest.name,
            arrived.content_hash,
            games,
            now=self._clock.now().timestamp(),
            max_a_day=account.quotas.submissions_a_day,
            max_bots=account.quotas.bots,
        )
        self._submissions.queued()
        return submission

    def _check_open(self, name: str) -> League:
        league = find_league(self._entries, name)
        if league.is_frozen:
            raise Refusal(
                grpc.StatusCode.FAILED_PRECONDITION,
                f"league {name} is frozen for the final of season {league.season}; submit again after it",
            )
        return league

    def _where(self, number: int) -> tuple[Submission, int]:
        """Return a submission, and how many are queued before it."""
        ahead = sum(each.number < number for each in self._entries.queued())
        return self._entries.submission(number), ahead

    def _list(self, account: Account, request: wire.ListSubmissionsRequest) -> list[Submission]:
        return self._entries.submissions(
            account=None if account.role is Role.ADMIN else account.name,
            league=request.league or None,
            limit=request.limit or USUAL,
            before=min(request.before, MOST_NUMBER) or None,
        )

    def _withdraw(self, account: Account, request: wire.WithdrawBotRequest) -> None:
        find_league(self._entries, request.league)
        self._entries.withdraw(account.name, request.league, request.bot)
        LOG.info(
            "a bot is withdrawn",
            extra={"facts": {"league": request.league, "account": account.name, "bot": request.bot}},
        )
        self._league_changed(request.league)


def _account() -> Account:
    account = caller().account
    assert account is not None  # noqa: S101 -- the policy lets nobody in without one
    return account


def _answer(stage: wire.SubmissionStage, text: str, submission: Submission) -> wire.SubmitBotResponse:
    return wire.SubmitBotResponse(stage=stage, text=text, submission=submission_to_wire(submission))


def _receiving(received: int, size: int) -> wire.SubmitBotResponse:
    return wire.SubmitBotResponse(
        stage=wire.SUBMISSION_STAGE_RECEIVING, text=f"{received:,} of {size:,} bytes have come"
    )


def _queued_words(submission: Submission, ahead: int) -> str:
    return f"submission {submission.number} is kept and waits for its check; {ahead} were there before it"


def _decided_words(submission: Submission) -> str:
    if submission.state is SubmissionState.ACCEPTED:
        return (
            f"submission {submission.number} is accepted: {submission.account}/{submission.bot} "
            f"version {submission.version} plays from the next round on"
        )
    return f"submission {submission.number} is {submission.state.value}"
