"""Tables drawn from the secret, for stages that play a few tables a round and not every set of entrants.

Entrants are taken pass by pass: everyone is seated once before anyone is seated again, so that no
entrant is ever more than one table ahead of another. Within a pass, each next place goes to the one
who has met the others at the table least often, ties in an order drawn from the secret; around the
table, everyone is followed by whom it was followed by least often. Passes come in cycles, each drawn
under a label of its own and counting its own meetings, so that any table is found without drawing
all those before its cycle.
"""

from collections import Counter, defaultdict
from functools import lru_cache
from math import gcd

from arena.core.rng import NamedDraws, shuffle_with

_LEAST_CYCLE = 256
"""Tables in a cycle, at least: more make the meetings more even and the first table of a cycle slower."""


def drawn_table(secret: bytes, stage: str, number: int, *, entrants: int, seats: int) -> tuple[int, ...]:
    """Return the positions of the entrants at a drawn table, in their circular order."""
    cycle, index = divmod(number, cycle_length(entrants, seats))
    return _draw_cycle(secret, f"tables/{stage}/{cycle}", entrants, seats)[index]


def cycle_length(entrants: int, seats: int) -> int:
    """Return how many tables a cycle has: whole tables and whole passes at once."""
    shortest = entrants // gcd(entrants, seats)
    return -(-_LEAST_CYCLE // shortest) * shortest


# As many cycles as the usual window of 4,096 blocks can touch, and some more.
@lru_cache(maxsize=20)
def _draw_cycle(secret: bytes, label: str, entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    words = NamedDraws(secret).words(label)
    # Counters hold pairs that have met; of 10,000 entrants few ever do.
    meetings: defaultdict[int, Counter[int]] = defaultdict(Counter)
    followings: Counter[tuple[int, int]] = Counter()
    tables = []
    waiting: list[int] = []
    for _ in range(cycle_length(entrants, seats)):
        table: list[int] = []
        met: Counter[int] = Counter()
        while len(table) < seats:
            if not waiting:
                waiting = shuffle_with(words, range(entrants))
            chosen = _least_met(waiting, table, met)
            waiting.remove(chosen)
            table.append(chosen)
            met.update(meetings[chosen])
        for one in table:
            meetings[one].update(table)
        tables.append(_arrange(table, followings))
    return tuple(tables)


def _least_met(waiting: list[int], table: list[int], met: Counter[int]) -> int:
    """Choose who joins the table; there is always one, because a table is never larger than a pass."""
    # Whoever has met nobody is found without a look at all the others.
    stranger = next((entrant for entrant in waiting if entrant not in met and entrant not in table), None)
    if stranger is not None:
        return stranger
    return min((entrant for entrant in waiting if entrant not in table), key=met.__getitem__)


def _arrange(table: list[int], followings: Counter[tuple[int, int]]) -> tuple[int, ...]:
    order = [table.pop()]
    while table:
        last = order[-1]
        following = min(table, key=lambda entrant: followings[last, entrant])
        table.remove(following)
        order.append(following)
    followings.update(zip(order, order[1:] + order[:1], strict=True))
    return tuple(order)
