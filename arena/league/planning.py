"""Who plays whom in a league's next round of one game: from what each bot has played so far, and no more.

Accounts share the machine evenly, and nobody meets himself: each account brings one bot to a round. Of
several it is the one with the fewest blocks, so they take turns, and a new one plays until it has as many
as its brothers. What counts between accounts is the sum over the bots that each has in the league now.

*Behind* is an account that lacks as many blocks as one cycle would give it, or more, to the median of all the
others (the lower of two). While there is one, a round has only those of a cycle's tables at which somebody
behind sits: a *catch-up*. All others play in it as well, those with the fewest blocks the most. As long as
there are enough others to fill a table, whoever is behind gains on them with every catch-up, and never
overtakes their median, so catch-ups end. Else, no table can be left out, and the round is a *cycle*.

So the blocks of two accounts that stay, each with the same bots, never come to differ by more than the most
that one round gave anybody, or by what they differed when they had caught up.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import factorial
from statistics import median_low

from arena.core.rng import NamedDraws
from arena.roster.league import RoundKind
from arena.scheduling.cycle import cycle_tables
from arena.scheduling.schedule import Tables

TARGET_BLOCKS = 200
"""How many blocks a round has, about, if its tables and orders allow."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot as it stands in the league, in one game."""

    submission: int
    account: str
    bot: str
    blocks: int
    """Rated blocks of this version in this league and game."""
    worth: float = 0.0
    """Its mu - 3 sigma, which is 0 for a newcomer."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """What is played of one game in a round."""

    kind: RoundKind
    entrants: tuple[int, ...]
    """Numbers of submissions, in increasing order, one an account."""
    tables: Tables
    """By index into `entrants`."""
    deals: int


@dataclass(frozen=True, slots=True)
class _Side:
    """An account, for one round."""

    submission: int
    """Of the bot that it brings."""
    blocks: int
    """Of all its bots."""


def round_draws(league: str, number: int, game: str) -> NamedDraws:
    """Return the draws by which a round's tables are chosen: no secret, so that anyone can plan it again."""
    return NamedDraws(hashlib.sha256(f"round/{league}/{number}/{game}".encode("ascii")).digest())


def plan_round(
    contenders: Iterable[Contender], seats: int, *, draws: NamedDraws, target_blocks: int = TARGET_BLOCKS
) -> PlannedRound | None:
    """Plan the next round of a game.

    Args:
        contenders: the bots that may play in it.
        seats: how many sit at a table.
        draws: by which tables are chosen; other ones for every round.
        target_blocks: how many blocks are wanted. There may be more: every order around each table is played
            equally often.

    Returns:
        The plan, or None if there are fewer accounts than seats.
    """
    sides = _sides(contenders, choose=lambda bot: (bot.blocks, bot.submission))
    if len(sides) < seats:
        return None
    tables = cycle_tables(len(sides), seats, draws)
    share = len(tables) * seats // len(sides)
    deals = _deals(len(tables), seats, target_blocks)
    lacks = {side: _lacking(side, sides) for side in sides}
    behind = [side for side in sides if lacks[side] >= share * deals]
    kept = tuple(table for table in tables if table[0] < len(behind))
    if len(kept) in {0, len(tables)}:
        return _planned(RoundKind.CYCLE, sides, tables, deals)
    orders = factorial(seats - 1)
    # More deals as long as nobody overtakes by them.
    room = min(lacks[side] for side in behind) // (share * orders) * orders
    deals = max(deals, min(room, _deals(len(kept), seats, target_blocks)))
    others = [side for side in sides if side not in behind]
    return _planned(RoundKind.CATCH_UP, [*behind, *_by_need(others, kept, len(behind))], kept, deals)


def plan_final(
    contenders: Iterable[Contender], seats: int, *, draws: NamedDraws, deals: int
) -> PlannedRound | None:
    """Plan the final of a season: a whole cycle, in which every account has its best bot.

    The best is the one with the highest mu - 3 sigma; one that has played comes before one that hasn't.

    Args:
        contenders: the bots that may play in it.
        seats: how many sit at a table.
        draws: by which tables are chosen.
        deals: how many there are at each table, at least; rounded up so that every order is played
            equally often.

    Returns:
        The plan, or None if there are fewer accounts than seats.
    """
    sides = _sides(contenders, choose=lambda bot: (not bot.blocks, -bot.worth, bot.submission))
    if len(sides) < seats:
        return None
    return _planned(
        RoundKind.FINAL, sides, cycle_tables(len(sides), seats, draws), _deals(1, seats, max(1, deals))
    )


def _sides(
    contenders: Iterable[Contender], *, choose: Callable[[Contender], tuple[float, ...]]
) -> list[_Side]:
    """Return the accounts, by the numbers of the bots they bring: each the one that is least by `choose`."""
    by_account: dict[str, list[Contender]] = {}
    for contender in contenders:
        by_account.setdefault(contender.account, []).append(contender)
    sides = [
        _Side(min(bots, key=choose).submission, sum(bot.blocks for bot in bots))
        for bots in by_account.values()
    ]
    return sorted(sides, key=lambda side: side.submission)


def _lacking(side: _Side, sides: Sequence[_Side]) -> int:
    """Return how many blocks an account lacks to the median of the others."""
    others = [other.blocks for other in sides if other is not side]
    return median_low(others) - side.blocks if others else 0


def _by_need(others: Iterable[_Side], kept: Tables, first: int) -> list[_Side]:
    """Give the places from `first` on: those at the most tables to those with the fewest blocks."""
    waiting = sorted(others, key=lambda side: (side.blocks, side.submission))
    tables = Counter(place for table in kept for place in table)
    places = sorted(range(first, first + len(waiting)), key=lambda place: -tables[place])
    return [side for _, side in sorted(zip(places, waiting, strict=True), key=lambda pair: pair[0])]


def _deals(tables: int, seats: int, target_blocks: int) -> int:
    """Return how many deals make so many blocks or more, with every order around a table equally often."""
    orders = factorial(seats - 1)
    return -(-target_blocks // (tables * orders)) * orders


def _planned(kind: RoundKind, seated: Sequence[_Side], tables: Tables, deals: int) -> PlannedRound:
    """Name the accounts at the tables' places by their bots."""
    entrants = tuple(sorted(side.submission for side in seated))
    index = {submission: number for number, submission in enumerate(entrants)}
    numbers = [index[side.submission] for side in seated]
    named = tuple(tuple(sorted([numbers[place] for place in table])) for table in tables)
    return PlannedRound(kind, entrants, named, deals)
