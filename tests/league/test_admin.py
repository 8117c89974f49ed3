"""What admins do, over the wire."""

import grpc
import pytest

from arena.protocol.v1 import league_pb2 as wire
from arena.roster.account import Role
from arena.storage.league_store import LeagueStore
from tests.league.reception import ADMIN, LEAGUE, enter, reception

METHODS = (
    "AddLeague",
    "SetLeagueRunning",
    "EndSeason",
    "AddAccount",
    "ChangeAccount",
    "ListAccounts",
    "BenchBot",
)


@pytest.fixture
def admin(store: LeagueStore) -> str:
    """Return an admin's token."""
    return enter(store, "root", Role.ADMIN)


@pytest.mark.parametrize("method", METHODS)
async def test_an_author_is_refused_every_call_of_admins(store: LeagueStore, method: str) -> None:
    author = enter(store, "anna")
    async with reception(store) as door:
        assert await door.code(ADMIN + method, token=author) is grpc.StatusCode.PERMISSION_DENIED
        assert door.desk.asked == []


async def test_a_new_account_has_a_token_that_works_and_is_in_the_answer_alone(
    store: LeagueStore, admin: str
) -> None:
    async with reception(store) as door:
        answer = await door.call(ADMIN + "AddAccount", wire.AddAccountRequest(name="bert"), admin)
        token = wire.AddAccountResponse.FromString(answer).token
        me = wire.WhoAmIResponse.FromString(await door.call(LEAGUE + "WhoAmI", token=token))

    assert (me.account, me.role) == ("bert", "author")
    kept = store.account("bert")
    assert kept is not None
    assert token.partition(".")[2] not in kept.token_hash


async def test_an_admin_makes_admins(store: LeagueStore, admin: str) -> None:
    async with reception(store) as door:
        await door.call(ADMIN + "AddAccount", wire.AddAccountRequest(name="berta", is_admin=True), admin)

    kept = store.account("berta")
    assert kept is not None
    assert kept.role is Role.ADMIN


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("root", grpc.StatusCode.FAILED_PRECONDITION),
        ("", grpc.StatusCode.INVALID_ARGUMENT),
        ("Not A Name", grpc.StatusCode.INVALID_ARGUMENT),
        ("a" * 33, grpc.StatusCode.INVALID_ARGUMENT),
    ],
)
async def test_a_name_that_is_taken_or_is_none_is_refused(
    store: LeagueStore, admin: str, name: str, code: grpc.StatusCode
) -> None:
    async with reception(store) as door:
        assert await door.code(ADMIN + "AddAccount", wire.AddAccountRequest(name=name), admin) is code


async def test_a_new_token_voids_the_old_one_at_once(store: LeagueStore, admin: str) -> None:
    old = enter(store, "anna")
    async with reception(store) as door:
        await door.call(LEAGUE + "WhoAmI", token=old)

        answer = await door.call(
            ADMIN + "ChangeAccount", wire.ChangeAccountRequest(name="anna", new_token=True), admin
        )
        new = wire.ChangeAccountResponse.FromString(answer).token

        assert await door.code(LEAGUE + "WhoAmI", token=old) is grpc.StatusCode.UNAUTHENTICATED
        await door.call(LEAGUE + "WhoAmI", token=new)


async def test_a_disabled_account_is_refused_at_once_until_it_is_let_in_again(
    store: LeagueStore, admin: str
) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        await door.call(LEAGUE + "WhoAmI", token=token)

        await door.call(
            ADMIN + "ChangeAccount", wire.ChangeAccountRequest(name="anna", is_active=False), admin
        )
        error = await door.failure(LEAGUE + "WhoAmI", token=token)
        await door.call(
            ADMIN + "ChangeAccount", wire.ChangeAccountRequest(name="anna", is_active=True), admin
        )
        await door.call(LEAGUE + "WhoAmI", token=token)

    assert error.code() is grpc.StatusCode.PERMISSION_DENIED
    assert "anna is disabled" in error.details()


async def test_what_another_process_changes_in_the_database_holds_at_once(store: LeagueStore) -> None:
    token = enter(store, "anna")
    async with reception(store) as door:
        await door.call(LEAGUE + "WhoAmI", token=token)

        store.set_active("anna", is_active=False)

        assert await door.code(LEAGUE + "WhoAmI", token=token) is grpc.StatusCode.PERMISSION_DENIED


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (wire.ChangeAccountRequest(name="unheard", new_token=True), grpc.StatusCode.NOT_FOUND),
        (wire.ChangeAccountRequest(name="unheard", is_active=True), grpc.StatusCode.NOT_FOUND),
        (wire.ChangeAccountRequest(name="root"), grpc.StatusCode.INVALID_ARGUMENT),
        (wire.ChangeAccountRequest(name="root", new_token=False), grpc.StatusCode.INVALID_ARGUMENT),
        (wire.ChangeAccountRequest(name="root", is_active=False), grpc.StatusCode.FAILED_PRECONDITION),
    ],
)
async def test_a_change_that_makes_no_sense_is_refused(
    store: LeagueStore, admin: str, request_: wire.ChangeAccountRequest, code: grpc.StatusCode
) -> None:
    async with reception(store) as door:
        assert await door.code(ADMIN + "ChangeAccount", request_, admin) is code


async def test_accounts_are_listed_without_their_hashes(store: LeagueStore, admin: str) -> None:
    enter(store, "anna")
    async with reception(store) as door:
        raw = await door.call(ADMIN + "ListAccounts", token=admin)

    accounts = wire.ListAccountsResponse.FromString(raw).accounts
    assert [(account.name, account.role, account.is_active) for account in accounts] == [
        ("anna", "author", True),
        ("root", "admin", True),
    ]
    assert b"scrypt" not in raw


async def test_leagues_and_seasons_are_asked_of_whoever_plays_the_rounds(
    store: LeagueStore, admin: str
) -> None:
    async with reception(store) as door:
        await door.call(
            ADMIN + "SetLeagueRunning", wire.SetLeagueRunningRequest(league="main", is_running=True), admin
        )
        season = await door.call(ADMIN + "EndSeason", wire.EndSeasonRequest(league="main"), admin)
        bench = wire.BenchBotRequest(league="main", account="anna", bot="ace", is_benched=True)
        await door.call(ADMIN + "BenchBot", bench, admin)

        assert door.desk.asked == [
            ("set_running", "main", True),
            ("end_season", "main"),
            ("bench", "main", "anna", "ace", True),
        ]
    assert wire.EndSeasonResponse.FromString(season).season == 3


async def test_a_league_file_that_is_wrong_says_what(store: LeagueStore, admin: str) -> None:
    async with reception(store) as door:
        error = await door.failure(ADMIN + "AddLeague", wire.AddLeagueRequest(file="x = 1"), admin)
        await door.call(ADMIN + "AddLeague", wire.AddLeagueRequest(file="[league]"), admin)

    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error.details() == "the file has no [league]"
