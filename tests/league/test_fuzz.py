"""Bytes that anybody may send, to every unary method over a real connection: a documented status, no harm."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.clock import ManualClock
from arena.league.account_calls import AccountCalls
from arena.league.bot_files import BotFiles
from arena.league.hub import Hub
from arena.league.league_service import LeagueService
from arena.league.match_calls import MatchCalls
from arena.league.metrics import Metrics
from arena.league.office import LeagueOffice
from arena.league.standings import StandingsReader
from arena.league.standings_calls import StandingsCalls
from arena.league.submissions import Submissions, Verdict
from arena.league.submit_service import SubmissionCalls
from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.league_store import open_league_store
from tests.league.played import GAME, found_league, play_round
from tests.league.reception import LEAGUE, Reception, enter, reception, shown
from tests.league.test_bad_peers import UNARY

DOCUMENTED = {
    grpc.StatusCode.OK,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.UNIMPLEMENTED,
}
"""Without UNAVAILABLE: nothing fails here that would have to be tried again."""
TEXTS = st.one_of(
    st.sampled_from(["main", "ann", "fox", "ann/fox", f"{GAME}/0/0", f"{GAME}/9/9", ""]),
    st.sampled_from([f"{GAME}/{'9' * digits}/{'9' * digits}" for digits in (9, 18, 19, 5_000)]),
    st.sampled_from(["name = 1" + "0" * 5_000, "a = " + "[" * 5_000, "[[a]]\n" * 5_000, "a = nan", "\0"]),
    st.sampled_from(["../..", "a/b", "x" * 40, "%s%n", "'; DROP TABLE accounts; --"]),
    st.text(max_size=40),
)


class Runner:
    """The real services over a league that was played, in a loop that outlives the examples of a test."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._store = open_league_store(folder / "league.db")
        found_league(self._store)
        play_round(self._store)
        play_round(self._store, blocks=2)
        self.tokens = {name: enter(self._store, name, role) for name, role in ACCOUNTS.items()}
        self._context = reception(self._store, league=self._service(folder), office=self._office())
        self.door: Reception = self.run(self._context.__aenter__())

    def _service(self, folder: Path) -> LeagueService:
        store, hub, clock = self._store, Hub(self._loop), ManualClock()
        files, metrics = BotFiles(folder), Metrics()
        queue = Submissions(store, files, NoChecks(), changed=hub.changed, metrics=metrics, clock=clock)
        uploads = SubmissionCalls(store, files, queue, changed=hub.changed, metrics=metrics, clock=clock)
        standings = StandingsCalls(store, StandingsReader(store, store.archive), hub)
        return LeagueService(standings, MatchCalls(store, store.archive, hub), uploads, AccountCalls())

    def _office(self) -> LeagueOffice:
        return LeagueOffice(
            self._store, check_sandbox=lambda _: None, changed=lambda _: None, clock=ManualClock()
        )

    def run(self, work: Any) -> Any:
        return self._loop.run_until_complete(asyncio.wait_for(work, 30))

    def close(self) -> None:
        self.run(self._context.__aexit__(None, None, None))
        self._store.close()
        self._loop.close()


class NoChecks:
    """Is never asked, since no queue is started (submissions.Checker)."""

    def check(self, directory: Path, *, build_seconds: int, tell: Any) -> Verdict:
        raise NotImplementedError

    def stop(self) -> None:
        pass


ACCOUNTS = {"anna": Role.AUTHOR, "root": Role.ADMIN}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    running = Runner(tmp_path_factory.mktemp("fuzz"))
    yield running
    running.close()


def _request_class(method: str) -> Any:
    service, name = method.split("/")[1:]
    described = wire.DESCRIPTOR.services_by_name[service.rpartition(".")[2]].methods_by_name[name]
    return getattr(wire, described.input_type.name)


def _numbers(most: int) -> st.SearchStrategy[int]:
    """Draw small numbers, and such as are about as large as they can be."""
    return st.one_of(
        st.integers(0, 3), st.integers(0, most), st.integers(most // 2 - 1, most // 2 + 1), st.just(most)
    )


@st.composite
def _messages(draw: st.DrawFn, method: str) -> bytes:
    """Draw a valid request with odd values."""
    request = _request_class(method)()
    for field in request.DESCRIPTOR.fields:
        if not draw(st.booleans()):
            continue
        if field.type == field.TYPE_STRING:
            setattr(request, field.name, draw(TEXTS))
        elif field.type == field.TYPE_BOOL:
            setattr(request, field.name, draw(st.booleans()))
        elif field.type == field.TYPE_DOUBLE:
            setattr(request, field.name, draw(st.floats()))
        elif field.type == field.TYPE_UINT32:
            setattr(request, field.name, draw(_numbers(2**32 - 1)))
        elif field.type == field.TYPE_UINT64:
            setattr(request, field.name, draw(_numbers(2**64 - 1)))
    return bytes(request.SerializeToString())


@st.composite
def _mutated(draw: st.DrawFn, method: str) -> bytes:
    """Draw a valid request in which some bytes are changed, left out or put in."""
    raw = bytearray(draw(_messages(method)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(raw)))
        cut = draw(st.integers(0, 2))
        raw[at : at + cut] = draw(st.binary(max_size=3))
    return bytes(raw)


@pytest.mark.parametrize("examples", [150, pytest.param(3_000, marks=pytest.mark.slow)])
def test_no_bytes_hurt_the_server(runner: Runner, examples: int) -> None:
    codes: Counter[grpc.StatusCode] = Counter()

    @settings(max_examples=examples)
    @given(st.data())
    def send(data: st.DataObject) -> None:
        method = data.draw(st.sampled_from(UNARY))
        raw = data.draw(st.one_of(st.binary(max_size=200), _messages(method), _mutated(method)))
        token = data.draw(st.sampled_from([None, *runner.tokens.values()]))
        code = runner.run(_code(runner.door, method, raw, token))
        assert code in DOCUMENTED
        codes[code] += 1

    send()

    assert {grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT} < set(codes)
    assert runner.run(_is_well(runner.door))
    for token in runner.tokens.values():
        assert runner.run(_code(runner.door, LEAGUE + "WhoAmI", b"", token)) is grpc.StatusCode.OK


async def _is_well(door: Reception) -> bool:
    answer = await door.call(LEAGUE + "ListLeagues")
    return "main" in [league.name for league in wire.ListLeaguesResponse.FromString(answer).leagues]


async def _code(door: Reception, method: str, raw: bytes, token: str | None) -> grpc.StatusCode:
    call = door.channel.unary_unary(method)(raw, metadata=shown(token), timeout=20)
    code: grpc.StatusCode = await call.code()
    return code
