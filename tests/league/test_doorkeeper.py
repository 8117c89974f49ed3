"""Floods of wrong tokens: what they cost, whom they slow down, whom they don't. No server is needed."""

import asyncio
import threading
from dataclasses import dataclass, field, replace

import grpc
import pytest

from arena.core.clock import ManualClock
from arena.league import doorkeeper as door
from arena.league.calls import Refusal
from arena.league.doorkeeper import Doorkeeper, address_of
from arena.league.pauses import FORGOTTEN_SECONDS, FREE_FAILURES, LONGEST_SECONDS, Pauses
from arena.league.tokens import Token, hash_token, is_right, make_token
from arena.roster.account import Account, Role
from tests.league.reception import key_of, shown

HOME = "ipv4:192.0.2.1:5000"
ELSEWHERE = "ipv4:198.51.100.7:6000"
SECOND = 1_000_000


@dataclass
class Book:
    """Accounts in memory (doorkeeper.AccountBook)."""

    kept: dict[str, Account] = field(default_factory=dict)
    looks: int = 0

    def account(self, name: str) -> Account | None:
        self.looks += 1
        return self.kept.get(name)

    def enter(self, name: str) -> Token:
        token, token_hash = key_of(name)
        self.kept[name] = Account(name, Role.AUTHOR, token_hash, created=0.0)
        return token


@dataclass
class Reckoned:
    """How often hashes were reckoned, and how many at once."""

    times: int = 0
    now: int = 0
    most: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


@pytest.fixture
def reckoned(monkeypatch: pytest.MonkeyPatch) -> Reckoned:
    """Count the hashes that are reckoned while a test runs."""
    count = Reckoned()

    def counted(token: Token, token_hash: str) -> bool:
        with count.lock:
            count.times += 1
            count.now += 1
            count.most = max(count.most, count.now)
        try:
            return is_right(token, token_hash)
        finally:
            with count.lock:
                count.now -= 1

    monkeypatch.setattr(door, "is_right", counted)
    return count


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
def keeper(book: Book, clock: ManualClock) -> Doorkeeper:
    return Doorkeeper(book, clock)


async def identify(keeper: Doorkeeper, token: Token, peer: str = HOME) -> str:
    return (await keeper.identify(shown(token.text), peer)).name


async def refused(keeper: Doorkeeper, token: Token | str | None, peer: str = HOME) -> Refusal:
    text = token.text if isinstance(token, Token) else token
    with pytest.raises(Refusal) as refusal:
        await keeper.identify(shown(text), peer)
    return refusal.value


async def fail(keeper: Doorkeeper, times: int, peer: str = HOME) -> None:
    """Fail so often, with what is no token: that costs no hash."""
    for _ in range(times):
        assert (await refused(keeper, "nonsense", peer)).code is grpc.StatusCode.UNAUTHENTICATED


async def test_a_right_token_names_its_account(keeper: Doorkeeper, book: Book) -> None:
    assert await identify(keeper, book.enter("anna")) == "anna"


async def test_a_token_that_was_right_before_costs_no_hash(
    keeper: Doorkeeper, book: Book, reckoned: Reckoned
) -> None:
    token = book.enter("anna")

    for _ in range(50):
        await identify(keeper, token)

    assert reckoned.times == 1


async def test_the_same_right_token_many_times_at_once_is_reckoned_once_or_twice(
    keeper: Doorkeeper, book: Book, reckoned: Reckoned
) -> None:
    token = book.enter("anna")

    await asyncio.gather(*[identify(keeper, token) for _ in range(20)])

    assert reckoned.times <= 2


async def test_a_replaced_token_is_void_at_once_whoever_replaced_it(keeper: Doorkeeper, book: Book) -> None:
    old = book.enter("anna")
    await identify(keeper, old)
    new = make_token("anna")

    book.kept["anna"] = replace(book.kept["anna"], token_hash=hash_token(new))

    assert (await refused(keeper, old)).code is grpc.StatusCode.UNAUTHENTICATED
    assert await identify(keeper, new) == "anna"


async def test_no_token_is_no_failure(keeper: Doorkeeper, book: Book) -> None:
    for _ in range(FREE_FAILURES + 5):
        refusal = await refused(keeper, None)
        assert refusal.code is grpc.StatusCode.UNAUTHENTICATED
        assert "arena login" in refusal.text

    assert await identify(keeper, book.enter("anna")) == "anna"


@pytest.mark.parametrize("spelling", ["Bearer", "bearer", "BEARER"])
async def test_the_scheme_may_be_spelt_as_one_likes(keeper: Doorkeeper, book: Book, spelling: str) -> None:
    token = book.enter("anna")

    account = await keeper.identify((("authorization", f"{spelling} {token.text}"),), HOME)

    assert account.name == "anna"


@pytest.mark.parametrize("how", ["twice", "another scheme", "bare", "bytes"])
async def test_a_right_token_shown_otherwise_is_refused(keeper: Doorkeeper, book: Book, how: str) -> None:
    token = book.enter("anna").text
    metadata: dict[str, tuple[tuple[str, str | bytes], ...]] = {
        "twice": shown(token) * 2,
        "another scheme": (("authorization", f"Basic {token}"),),
        "bare": (("authorization", token),),
        "bytes": (("authorization", f"Bearer {token}".encode()),),
    }

    with pytest.raises(Refusal) as refusal:
        await keeper.identify(metadata[how], HOME)

    assert refusal.value.code is grpc.StatusCode.UNAUTHENTICATED


async def test_an_account_that_is_not_there_is_refused_in_the_same_words_for_the_same_work(
    keeper: Doorkeeper, book: Book, reckoned: Reckoned
) -> None:
    book.enter("anna")

    no_such = await refused(keeper, make_token("bert"))
    wrong = await refused(keeper, make_token("anna"))

    assert (no_such.code, no_such.text) == (wrong.code, wrong.text)
    assert reckoned.times == 2


def test_pauses_grow_from_a_second_to_a_minute(clock: ManualClock) -> None:
    pauses = Pauses(clock)
    lengths = []
    for _ in range(FREE_FAILURES + 8):
        pauses.note_failure("home")
        lengths.append(pauses.seconds_left("home"))
        clock.advance(int(pauses.seconds_left("home") * SECOND))

    assert lengths == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert lengths[-1] == LONGEST_SECONDS


def test_a_quarter_of_an_hour_without_a_failure_forgets_them_all(clock: ManualClock) -> None:
    pauses = Pauses(clock)
    for _ in range(FREE_FAILURES + 3):
        pauses.note_failure("home")

    clock.advance(int((FORGOTTEN_SECONDS + 1) * SECOND))

    assert not pauses.has_failed("home")
    pauses.note_failure("home")
    assert pauses.seconds_left("home") == 0


def test_who_failed_longest_ago_is_forgotten_for_another(clock: ManualClock) -> None:
    pauses = Pauses(clock, most_keys=2)
    for key in ("a", "b", "a", "c"):
        pauses.note_failure(key)

    assert [pauses.has_failed(key) for key in "abc"] == [True, False, True]


async def test_who_has_to_wait_is_told_how_long(keeper: Doorkeeper, clock: ManualClock) -> None:
    await fail(keeper, FREE_FAILURES + 1)
    clock.advance(SECOND)
    await fail(keeper, 1)
    clock.advance(SECOND // 2)

    refusal = await refused(keeper, "nonsense")

    assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "come again in 2 s" in refusal.text


async def test_in_a_pause_a_wrong_token_costs_neither_hash_nor_look(
    keeper: Doorkeeper, book: Book, reckoned: Reckoned
) -> None:
    book.enter("anna")
    await fail(keeper, FREE_FAILURES + 1)

    for _ in range(50):
        assert (await refused(keeper, make_token("anna"))).code is grpc.StatusCode.RESOURCE_EXHAUSTED

    assert (reckoned.times, book.looks) == (0, 0)


async def test_attempts_in_a_pause_do_not_make_it_longer(keeper: Doorkeeper, clock: ManualClock) -> None:
    await fail(keeper, FREE_FAILURES + 1)
    for _ in range(20):
        await refused(keeper, "nonsense")

    clock.advance(SECOND)

    await fail(keeper, 1)


async def test_a_flood_at_once_has_few_hashes_reckoned_two_at_a_time(
    keeper: Doorkeeper, book: Book, reckoned: Reckoned
) -> None:
    book.enter("anna")

    flood = await asyncio.gather(*[refused(keeper, make_token("anna")) for _ in range(300)])

    assert reckoned.most <= door.AT_ONCE
    assert reckoned.times <= FREE_FAILURES + door.AT_ONCE
    assert {refusal.code for refusal in flood} == {
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.UNAVAILABLE,
    }


async def test_a_flood_does_not_slow_down_whose_token_is_known_even_at_the_same_address(
    keeper: Doorkeeper, book: Book, reckoned: Reckoned
) -> None:
    token = book.enter("anna")
    await identify(keeper, token)
    reckoned.times = 0

    flood = asyncio.gather(*[refused(keeper, make_token("anna")) for _ in range(100)])
    for _ in range(20):
        assert await identify(keeper, token) == "anna"
    await flood

    assert reckoned.times <= FREE_FAILURES + door.AT_ONCE


async def test_a_right_token_that_is_not_known_yet_is_let_in_from_another_address(
    keeper: Doorkeeper, book: Book
) -> None:
    token = book.enter("anna")
    await asyncio.gather(*[refused(keeper, make_token("anna")) for _ in range(10)])

    assert await identify(keeper, token, ELSEWHERE) == "anna"


async def test_at_the_address_of_a_flood_it_has_to_wait_for_the_end_of_the_pause(
    keeper: Doorkeeper, book: Book, clock: ManualClock
) -> None:
    token = book.enter("anna")
    await fail(keeper, FREE_FAILURES + 1)

    assert (await refused(keeper, token)).code is grpc.StatusCode.RESOURCE_EXHAUSTED
    clock.advance(SECOND)

    assert await identify(keeper, token) == "anna"


async def test_an_accounts_pause_holds_for_other_addresses_that_have_failed(
    keeper: Doorkeeper, book: Book
) -> None:
    book.enter("anna")
    await fail(keeper, 1, ELSEWHERE)
    await asyncio.gather(*[refused(keeper, make_token("anna")) for _ in range(10)])

    assert (await refused(keeper, make_token("anna"), ELSEWHERE)).code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert (await refused(keeper, make_token("bert"), ELSEWHERE)).code is grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:192.0.2.1:5000", "192.0.2.1"),
        ("ipv6:[::1]:5000", "::/64"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5000", "2001:db8:1:2::/64"),
        ("ipv6:%5B2001:db8:1:2::9%5D:7", "2001:db8:1:2::/64"),
        ("ipv6:%5Bfe80::1%25eth0%5D:7", "fe80::/64"),
        ("ipv6:%5B::ffff:192.0.2.1%5D:7", "192.0.2.1"),
        ("unix:/tmp/socket", "unix"),
        ("unix:", "unix"),
    ],
)
def test_failures_are_counted_by_address_whatever_the_port(peer: str, address: str) -> None:
    assert address_of(peer) == address
