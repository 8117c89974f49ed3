"""The upload against a real server on loopback; the check is told what to find."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.core.clock import ManualClock
from arena.league.account_calls import AccountCalls
from arena.league.admin_service import AdminService
from arena.league.hub import Hub
from arena.league.league_service import LeagueService
from arena.league.listening import Listening
from arena.league.match_calls import MatchCalls
from arena.league.server import LeagueServer
from arena.league.standings import StandingsReader
from arena.league.standings_calls import StandingsCalls
from arena.league.submissions import Submissions, Verdict
from arena.league.submit_service import SubmissionCalls
from arena.protocol.v1 import league_pb2 as wire
from arena.protocol.v1 import league_pb2_grpc
from arena.roster.account import Quotas
from arena.roster.packing import Parcel, pack
from arena.roster.submission import SubmissionState
from arena.storage.league_store import LeagueStore
from tests.league.ground import GAME, Ground
from tests.league.reception import Desk, enter, shown
from tests.league.test_submissions_queue import Checking

ACCEPTED, REFUSED = wire.SUBMISSION_STATE_ACCEPTED, wire.SUBMISSION_STATE_REFUSED
Call = Any


@dataclass
class Gate:
    """A server with a queue, and a client of it."""

    ground: Ground
    checker: Checking
    submissions: Submissions
    stub: Any

    async def submit(
        self, token: str, parcel: Parcel, *, league: str = "main", **changes: Any
    ) -> list[wire.SubmitBotResponse]:
        """Submit a parcel and return all that the server says."""
        return [answer async for answer in self.send(token, requests(parcel, league=league, **changes))]

    def send(self, token: str, messages: Iterable[wire.SubmitBotRequest]) -> Call:
        """Begin a call with these messages."""
        return self.stub.SubmitBot(iter(messages), metadata=shown(token), timeout=60)

    async def failure(self, token: str, messages: Iterable[wire.SubmitBotRequest]) -> grpc.aio.AioRpcError:
        """Make a call that must fail, and return its error."""
        try:
            async for _ in self.send(token, messages):
                pass
        except grpc.aio.AioRpcError as error:
            return error
        raise AssertionError("the upload was taken")


def requests(
    parcel: Parcel, *, league: str = "main", size: int | None = None, content_hash: str | None = None
) -> list[wire.SubmitBotRequest]:
    """Return an upload's messages."""
    head = wire.SubmissionHead(
        league=league,
        size=len(parcel.packed) if size is None else size,
        content_hash=parcel.content_hash if content_hash is None else content_hash,
    )
    return [
        wire.SubmitBotRequest(head=head),
        *(wire.SubmitBotRequest(chunk=chunk) for chunk in parcel.chunks()),
    ]


@asynccontextmanager
async def gate(store: LeagueStore, data: Path) -> AsyncIterator[Gate]:
    """Run a server for a test."""
    ground, checker, clock = Ground(store, data), Checking(), ManualClock()
    hub = Hub(asyncio.get_running_loop())
    submissions = Submissions(
        store,
        ground.files,
        checker,
        changed=ground.changes.append,
        metrics=ground.metrics,
        clock=clock,
    )
    service = LeagueService(
        StandingsCalls(store, StandingsReader(store, store.archive), hub),
        MatchCalls(store, store.archive, hub),
        SubmissionCalls(
            store,
            ground.files,
            submissions,
            changed=ground.changes.append,
            metrics=ground.metrics,
            clock=clock,
        ),
        AccountCalls(),
    )
    server = LeagueServer(
        league=service,
        admin=AdminService(store, Desk(), clock),
        accounts=store,
        probe=store.probe,
        clock=clock,
    )
    port = await server.open(Listening())
    submissions.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield Gate(ground, checker, submissions, league_pb2_grpc.LeagueStub(channel))
    finally:
        submissions.stop()
        await server.stop(0)
        assert submissions.join(30)


def parcel_of(folder: Path, *, name: str = "fox", content: str = "", games: str = GAME) -> Parcel:
    """Pack a bot."""
    bot = folder / f"packed-{name}-{content}"
    bot.mkdir()
    (bot / "bot.toml").write_text(
        f'name = "{name}"\nversion = "1"\ngames = ["{games}"]\ncommand = ["python", "bot.py"]\n'
        f'description = "{content}"\n',
        encoding="utf-8",
    )
    return pack(bot)


async def test_a_bot_is_received_queued_checked_and_accepted(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        answers = await here.submit(token, parcel_of(tmp_path))

    stages = [answer.stage for answer in answers]
    assert stages[0] == wire.SUBMISSION_STAGE_QUEUED
    assert stages[-1] == wire.SUBMISSION_STAGE_DECIDED
    assert set(stages[1:-1]) <= {wire.SUBMISSION_STAGE_CHECKING}
    decided = answers[-1].submission
    assert (decided.number, decided.account, decided.bot) == (1, "ann", "fox")
    assert (decided.state, decided.version) == (ACCEPTED, 1)
    assert here.ground.changes == ["main"]


async def test_a_large_bot_is_told_how_much_has_come(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    bot = tmp_path / "big"
    bot.mkdir()
    (bot / "bot.toml").write_text(
        f'name = "big"\nversion = "1"\ngames = ["{GAME}"]\ncommand = ["python", "bot.py"]\n', encoding="utf-8"
    )
    (bot / "weights").write_bytes(bytes(_noise(2 << 20)))

    async with gate(store, tmp_path / "data") as here:
        answers = await here.submit(token, pack(bot))

    told = [answer.text for answer in answers if answer.stage == wire.SUBMISSION_STAGE_RECEIVING]
    assert 2 <= len(told) <= 5
    assert all("bytes have come" in text for text in told)


def _noise(count: int) -> bytearray:
    state, noise = 1, bytearray(count)
    for i in range(0, count, 4):
        state = state * 1_103_515_245 + 12_345 & 0x7FFFFFFF
        noise[i : i + 4] = state.to_bytes(4, "big")
    return noise


async def test_a_refused_bot_tells_its_author_why(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    parcel = parcel_of(tmp_path)
    async with gate(store, tmp_path / "data") as here:
        here.checker.verdicts[parcel.content_hash] = Verdict(
            is_accepted=False, reason="it is slow\nthink less", output="\x1b[31mouch", record="move 1"
        )
        answers = await here.submit(token, parcel)

    decided = answers[-1].submission
    assert decided.state == REFUSED
    assert (decided.reason, decided.output, decided.record) == ("it is slow\nthink less", "ouch", "move 1")


async def test_the_same_bot_again_is_the_same_submission_and_is_not_sent(
    store: LeagueStore, tmp_path: Path
) -> None:
    token = enter(store, "ann")
    parcel = parcel_of(tmp_path)
    async with gate(store, tmp_path / "data") as here:
        await here.submit(token, parcel)
        again = [answer async for answer in here.send(token, requests(parcel)[:1])]

    assert [answer.stage for answer in again] == [wire.SUBMISSION_STAGE_DECIDED]
    assert "there already" in again[-1].text
    assert again[-1].submission.number == 1
    assert len(store.submissions()) == 1


async def test_whoever_hangs_up_after_it_is_queued_loses_nothing(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        here.checker.hangs = True
        call = here.send(token, requests(parcel_of(tmp_path)))
        async for answer in call:
            if answer.stage == wire.SUBMISSION_STAGE_QUEUED:
                break
        call.cancel()

    assert [each.state for each in store.submissions()] == [SubmissionState.QUEUED]


async def test_nothing_is_left_of_an_upload_that_is_broken_off(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        error = await here.failure(token, requests(parcel_of(tmp_path))[:1])

    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "0 came" in (error.details() or "")
    assert store.submissions() == []
    assert [*(tmp_path / "data" / "incoming").iterdir()] == [*(tmp_path / "data" / "bots").iterdir()] == []


async def test_an_upload_that_is_out_of_order_is_refused(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    parcel = parcel_of(tmp_path)
    head, chunk = requests(parcel)
    wrong = {
        "no message": [],
        "no head": [chunk],
        "two heads": [head, head],
        "an empty message": [head, wire.SubmitBotRequest()],
        "an empty chunk": [head, wire.SubmitBotRequest(chunk=b"")],
        "more than announced": [head, chunk, chunk],
        "less than announced": requests(parcel, size=len(parcel.packed) + 1),
        "nothing announced": requests(parcel, size=0),
        "no hash": requests(parcel, content_hash="zz"),
        "another hash": requests(parcel, content_hash="0" * 64),
        "a chunk that is too large": [
            requests(parcel, size=300 << 10)[0],
            wire.SubmitBotRequest(chunk=bytes(300 << 10)),
        ],
        "bytes that are no archive": [head, wire.SubmitBotRequest(chunk=bytes(len(parcel.packed)))],
    }

    async with gate(store, tmp_path / "data") as here:
        nowhere = await here.failure(token, requests(parcel, league="nowhere"))
        codes = {what: (await here.failure(token, messages)).code() for what, messages in wrong.items()}

    assert set(codes.values()) == {grpc.StatusCode.INVALID_ARGUMENT}, codes
    assert nowhere.code() is grpc.StatusCode.NOT_FOUND
    assert store.submissions() == []


async def test_a_bot_beyond_the_quota_is_refused_before_it_is_sent(
    store: LeagueStore, tmp_path: Path
) -> None:
    token = enter(store, "ann")
    store.set_quotas("ann", Quotas(archive_bytes=1_000))
    async with gate(store, tmp_path / "data") as here:
        error = await here.failure(token, requests(parcel_of(tmp_path), size=1_001)[:1])

    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert ".arenaignore" in (error.details() or "")


async def test_too_many_submissions_a_day_are_refused_before_they_are_sent(
    store: LeagueStore, tmp_path: Path
) -> None:
    token = enter(store, "ann")
    store.set_quotas("ann", Quotas(submissions_a_day=1))
    async with gate(store, tmp_path / "data") as here:
        await here.submit(token, parcel_of(tmp_path))
        error = await here.failure(token, requests(parcel_of(tmp_path, content="2"))[:1])

    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_too_many_bots_in_a_league_are_refused(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    store.set_quotas("ann", Quotas(bots=1))
    async with gate(store, tmp_path / "data") as here:
        await here.submit(token, parcel_of(tmp_path))
        error = await here.failure(token, requests(parcel_of(tmp_path, name="cat")))

    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_frozen_league_takes_no_bot(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        store.set_frozen("main", is_frozen=True)
        error = await here.failure(token, requests(parcel_of(tmp_path)))

    assert error.code() is grpc.StatusCode.FAILED_PRECONDITION


async def test_a_bot_that_plays_none_of_the_leagues_games_is_refused(
    store: LeagueStore, tmp_path: Path
) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        error = await here.failure(token, requests(parcel_of(tmp_path, games="linger_longer")))

    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "linger_longer" in (error.details() or "")


async def test_fifty_submissions_at_once_are_all_decided(store: LeagueStore, tmp_path: Path) -> None:
    tokens = [enter(store, name) for name in ("ann", "ben", "cat")]
    parcels = [parcel_of(tmp_path, content=str(number)) for number in range(50)]
    async with gate(store, tmp_path / "data") as here:
        answers = await asyncio.gather(
            *(here.submit(tokens[number % 3], parcel) for number, parcel in enumerate(parcels))
        )

    decided = [told[-1].submission for told in answers]
    assert sorted(each.number for each in decided) == list(range(1, 51))
    assert {each.state for each in decided} == {ACCEPTED}
    assert [each.content_hash for each in decided] == [parcel.content_hash for parcel in parcels]


async def test_a_server_that_stops_tells_that_a_queued_bot_is_kept(
    store: LeagueStore, tmp_path: Path
) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        here.checker.hangs = True
        call = here.send(token, requests(parcel_of(tmp_path)))
        await anext(aiter(call))
        here.submissions.stop()
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            async for _ in call:
                pass

    assert ended.value.code() is grpc.StatusCode.UNAVAILABLE
    assert "submission 1 is kept" in (ended.value.details() or "")


async def test_an_author_lists_and_withdraws_what_is_theirs_alone(store: LeagueStore, tmp_path: Path) -> None:
    ann, ben = enter(store, "ann"), enter(store, "ben")
    async with gate(store, tmp_path / "data") as here:
        await here.submit(ann, parcel_of(tmp_path))
        await here.submit(ben, parcel_of(tmp_path, content="2"))
        listed = await here.stub.ListSubmissions(wire.ListSubmissionsRequest(), metadata=shown(ben))
        await here.stub.WithdrawBot(
            wire.WithdrawBotRequest(league="main", bot="fox"), metadata=shown(ben), timeout=20
        )

    assert [each.account for each in listed.submissions] == ["ben"]
    assert [each.account for each in store.current("main")] == ["ann"]


async def test_a_bot_of_nobody_cannot_be_withdrawn(store: LeagueStore, tmp_path: Path) -> None:
    token = enter(store, "ann")
    async with gate(store, tmp_path / "data") as here:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await here.stub.WithdrawBot(
                wire.WithdrawBotRequest(league="main", bot="fox"), metadata=shown(token), timeout=20
            )

    assert refused.value.code() is grpc.StatusCode.NOT_FOUND
