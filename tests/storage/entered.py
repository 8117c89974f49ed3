"""Accounts, leagues and submissions made by hand."""

from dataclasses import replace
from typing import Any

from arena.roster.account import Account, Quotas, Role
from arena.roster.league import League, LeagueRound, RoundKind
from arena.roster.submission import Submission
from arena.storage.league_store import LeagueStore
from tests.storage.crafted import make_setup

NOON = 1_800_000_000.0
"""A Unix time."""
HOUR = 3_600.0
ANN = Account("ann", Role.AUTHOR, "scrypt$16$salt$hash", created=NOON)
LADDER = League("ladder", {"games": ["linger_longer"], "weight": 0.1}, created=NOON)


def fill(store: LeagueStore) -> None:
    """Add the accounts ann and bob, and the leagues ladder and open."""
    for name in ("ann", "bob"):
        store.add_account(replace(ANN, name=name))
    for name in ("ladder", "open"):
        store.add_league(replace(LADDER, name=name))


def submit(
    store: LeagueStore,
    bot: str = "shark",
    content: int = 1,
    *,
    account: str = "ann",
    league: str = "ladder",
    now: float = NOON,
    quotas: Quotas = Quotas(),  # noqa: B008 -- frozen
) -> Submission:
    """Submit a bot of some content."""
    return store.add_submission(
        account,
        league,
        bot,
        f"{content:064x}",
        ("linger_longer",),
        now=now,
        max_a_day=quotas.submissions_a_day,
        max_bots=quotas.bots,
    )


def enter(store: LeagueStore, bot: str = "shark", content: int = 1, **more: Any) -> Submission:
    """Submit a bot and accept it."""
    return store.accept(submit(store, bot, content, **more).number, NOON)


def begin_round(store: LeagueStore, league: str = "ladder", kind: RoundKind = RoundKind.CYCLE) -> LeagueRound:
    """Begin a round, with five entrants of which two are entered in the league."""
    return store.create_round(make_setup(league), "", league=league, kind=kind, entrants=(1, 2, 1, 2, 1))
