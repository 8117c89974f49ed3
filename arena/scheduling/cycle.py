"""Tables that bring every pair of a league together equally often: a cycle.

Few entrants sit down in every set there is. Of more, that would be too many: then the tables are a cyclic
design. A few *base blocks* of residues modulo n are moved along by 0, 1, … n-1, so that two entrants meet as
often as their difference occurs in the base blocks, the difference n/2 twice as often. Base blocks in which
all differences occur about equally often are found by hill climbing (D. R. Stinson, "Hill-climbing algorithms
for the construction of combinatorial designs", Annals of Discrete Mathematics 26, 1985).
"""

from functools import lru_cache
from itertools import combinations, count
from math import comb
from random import Random

from arena.core.rng import NamedDraws
from arena.scheduling.schedule import Tables

MOST_SETS = 2_000
"""Up to so many sets of entrants, a cycle has all of them."""
_SPARE = 1.5
"""Base blocks, measured by how many would do if all differences occurred once. Fewer take longer to find."""
_FEW_BLOCKS = 2
_TRIES = 10

BaseBlocks = tuple[tuple[int, ...], ...]


def cycle_tables(entrants: int, seats: int, draws: NamedDraws) -> Tables:
    """Return the tables of a cycle, as positions 0 to `entrants` - 1, sorted at each table.

    No two pairs differ by more than 1 in how often they meet, every pair meets, and everyone sits at exactly
    as many tables as anyone else. In a design hardly any pair meets more than twice: none with up to four
    seats, with five only those of 20 entrants, with six those of 14 to 17, 29 and 30.

    Args:
        entrants: how many there are.
        seats: how many sit at a table.
        draws: who gets which place in a design, so that cycles with other draws have other tables.

    Raises:
        ValueError: there are fewer entrants than seats, or fewer than two seats.
    """
    if not 2 <= seats <= entrants:
        raise ValueError(f"{entrants} entrants can't fill tables of {seats}")
    base = None if seats == 2 or comb(entrants, seats) <= MOST_SETS else _base_blocks(entrants, seats)
    if base is None:
        return tuple(combinations(range(entrants), seats))
    names = draws.shuffle("cycle", range(entrants))
    return tuple(
        tuple(sorted([names[(residue + shift) % entrants] for residue in block]))
        for shift in range(entrants)
        for block in base
    )


@lru_cache(maxsize=64)
def _base_blocks(entrants: int, seats: int) -> BaseBlocks | None:
    """Return base blocks, as few as are quickly found; None if they would make no fewer tables than there are
    sets.
    """
    rng = Random(f"{entrants}/{seats}")
    pairs = comb(seats, 2)
    for blocks in count(max(1, int(_SPARE * (entrants // 2) / pairs))):
        if blocks * entrants >= comb(entrants, seats):
            return None
        # Every pair must meet.
        if 2 * blocks * pairs >= entrants - 1:
            # Where there are few designs, most ways up end below them.
            for _ in range(_TRIES if blocks <= _FEW_BLOCKS else 1):
                start = [rng.sample(range(entrants), seats) for _ in range(blocks)]
                found = _Climb(entrants, start).run(rng)
                if found is not None:
                    return found
    raise AssertionError  # count has no end


class _Climb:
    """Changes base blocks, one residue at a time, until all differences occur equally often or once more."""

    def __init__(self, entrants: int, base: list[list[int]]) -> None:
        self._base = base
        self._entrants = entrants
        self._distance = [min(gap, entrants - gap) for gap in range(entrants)]
        """By the difference of two residues, negative ones too."""
        self._counts = [0] * (entrants // 2 + 1)
        """How often each distance occurs."""
        for block in base:
            for one, other in combinations(block, 2):
                self._counts[self._distance[one - other]] += 1
        occurring = sum(self._counts)
        self._least = 2 * occurring // (entrants - 1)
        """How often a pair meets at least, in the end."""
        usual = [self._cost(meetings) for meetings in range(occurring + 1)]
        doubled = [self._cost(2 * meetings) for meetings in range(occurring + 1)]
        self._costs = [usual] * len(self._counts)
        if entrants % 2 == 0:
            self._costs[-1] = doubled

    def run(self, rng: Random) -> BaseBlocks | None:
        """Climb; return the base blocks, or None if it takes too long."""
        cost = sum(self._costs[distance][self._counts[distance]] for distance in range(1, len(self._counts)))
        for _ in range(500 + 100 * len(self._counts)):
            if cost == 0:
                return tuple(map(tuple, self._base))
            block = rng.choice(self._base)
            place = rng.randrange(len(block))
            residue = rng.randrange(self._entrants)
            if residue not in block:
                cost += self._try(block, place, residue)
        return None

    def _try(self, block: list[int], place: int, residue: int) -> int:
        """Put a residue into a place of a block, unless that is for the worse; return what it changed."""
        counts, costs, distance = self._counts, self._costs, self._distance
        others = [other for other in block if other != block[place]]
        lost = [distance[block[place] - other] for other in others]
        won = [distance[residue - other] for other in others]
        change = 0
        for gap in lost:
            change -= costs[gap][counts[gap]] - costs[gap][counts[gap] - 1]
            counts[gap] -= 1
        for gap in won:
            change += costs[gap][counts[gap] + 1] - costs[gap][counts[gap]]
            counts[gap] += 1
        if change <= 0:
            block[place] = residue
            return change
        for gap in lost:
            counts[gap] += 1
        for gap in won:
            counts[gap] -= 1
        return 0

    def _cost(self, meetings: int) -> int:
        """Return how bad it is that a pair meets so often: 0 as often as all should, or once more."""
        return int(max(self._least - meetings, meetings - self._least - 1, 0) ** 2)
