"""The blocks of a stage, and of all stages in order; each is computed from its number."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import comb, factorial
from typing import NamedTuple

from arena.core.errors import ConfigError
from arena.scheduling.drawn_tables import drawn_table
from arena.scheduling.unranking import combination, permutation

Tables = tuple[tuple[int, ...], ...]
"""Tables one by one: the numbers of the entrants at each, sorted."""


class Block(NamedTuple):
    """One deal at one table, to be played in all rotations of the seats."""

    number: int
    """Its number in the stage."""
    round: int
    table: tuple[int, ...]
    """Numbers of the entrants, sorted."""
    order: tuple[int, ...]
    """The same in their circular order, which all rotations of the block share."""

    def seating(self, rotation: int) -> tuple[int, ...]:
        """Return the entrant in each seat; over all rotations everyone has every seat once."""
        return self.order[rotation:] + self.order[:rotation]


@dataclass(frozen=True, slots=True)
class StageSchedule:
    """What a stage plays, by number; a few microseconds a block, whatever their count."""

    stage: str
    """The stage's name."""
    entrants: tuple[int, ...]
    """Numbers of those who play in it."""
    seats: int
    deals: int
    """Rounds."""
    tables: int | Tables | None
    """How many tables per round, drawn from the secret; or the tables of every round; None: every set of
    `seats` entrants once."""
    secret: bytes = field(repr=False)
    _sorted: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _per_round: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check that such a stage can be played.

        Raises:
            ConfigError: too few entrants, no deal, or tables that can't be.
        """
        there, needed = len(self.entrants), self.seats
        if there < needed:
            raise ConfigError(
                f"stage {self.stage!r} has {there} bots that play its game, and a table needs {needed}: "
                "enter more bots or choose a smaller table"
            )
        if self.deals < 1:
            raise ConfigError(f"stage {self.stage!r} has deals = {self.deals}; it needs at least 1")
        object.__setattr__(self, "_sorted", tuple(sorted(self.entrants)))
        object.__setattr__(self, "_per_round", self._count_tables(comb(there, needed)))

    def _count_tables(self, sets: int) -> int:
        """Return how many tables a round has, once they are known to be possible."""
        if self.tables is None:
            return sets
        if isinstance(self.tables, tuple):
            self._check_given(self.tables)
            return len(self.tables)
        if not 1 <= self.tables <= sets:
            raise ConfigError(
                f"stage {self.stage!r} has tables = {self.tables}; {len(self.entrants)} bots at tables of "
                f'{self.seats} allow 1 to {sets} tables per round, or tables = "all"'
            )
        return self.tables

    def _check_given(self, tables: Tables) -> None:
        if not tables:
            raise ConfigError(f"stage {self.stage!r} is given no table; it needs at least one")
        known = set(self.entrants)
        for number, table in enumerate(tables):
            members = set(table)
            if len(members) != self.seats or not members <= known or list(table) != sorted(members):
                raise ConfigError(
                    f"stage {self.stage!r} has {list(table)} as its table {number}; a table is "
                    f"{self.seats} different entrants of the stage, lowest number first"
                )

    @property
    def rounds(self) -> int:
        """How many rounds: as many as deals."""
        return self.deals

    @property
    def tables_per_round(self) -> int:
        """How many blocks a round has."""
        return self._per_round

    @property
    def blocks(self) -> int:
        """How many blocks the stage has."""
        return self.deals * self._per_round

    @property
    def lanes(self) -> int:
        """How many lanes: as many as seats. Lane `r` plays rotation `r` of every block, and nothing else."""
        return self.seats

    @property
    def matches(self) -> int:
        """How many matches: each block once in every lane."""
        return self.blocks * self.seats

    @property
    def is_drawn(self) -> bool:
        """Tell whether tables are drawn from the secret; otherwise they are given, or are all sets."""
        return isinstance(self.tables, int) and self.tables != comb(len(self._sorted), self.seats)

    def block(self, number: int) -> Block:
        """Return a block by its number in the stage, 0 to `blocks` - 1; rounds follow one another."""
        if not 0 <= number < self.blocks:
            raise IndexError(f"stage {self.stage!r} has {self.blocks} blocks and no block {number}")
        played_round, index = divmod(number, self._per_round)
        if self.is_drawn:
            total = len(self._sorted)
            positions = drawn_table(self.secret, self.stage, number, entrants=total, seats=self.seats)
            order = tuple(self._sorted[position] for position in positions)
            return Block(number, played_round, tuple(sorted(order)), order)
        table = self._table(index)
        # Tables start at different orders, so that a short stage doesn't favour one of them.
        return Block(number, played_round, table, circular_order(table, played_round + index))

    def _table(self, index: int) -> tuple[int, ...]:
        """Return a table that is not drawn, by its number in the round."""
        if isinstance(self.tables, tuple):
            return self.tables[index]
        positions = combination(index, len(self._sorted), self.seats)
        return tuple(self._sorted[position] for position in positions)


class Programme:
    """The blocks of all stages in order, under one numbering."""

    __slots__ = ("_starts", "schedules", "total_blocks", "total_matches")

    def __init__(self, schedules: Sequence[StageSchedule]) -> None:
        """Take the schedules in the order of the stages."""
        self.schedules = tuple(schedules)
        *starts, self.total_blocks = accumulate((schedule.blocks for schedule in schedules), initial=0)
        self._starts = tuple(starts)
        self.total_matches = sum(schedule.matches for schedule in schedules)

    def locate(self, global_block: int) -> tuple[int, int]:
        """Return the stage's index and the block's number in it."""
        if not 0 <= global_block < self.total_blocks:
            raise IndexError(f"there are {self.total_blocks} blocks and no block {global_block}")
        stage = bisect_right(self._starts, global_block) - 1
        return stage, global_block - self._starts[stage]

    def first_block(self, stage_index: int) -> int:
        """Return the number, over all stages, of a stage's block 0."""
        return self._starts[stage_index]


def circular_order(table: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Arrange a table in one of its (n-1)! circular orders; numbers beyond begin again."""
    return table[:1] + permutation(number % factorial(len(table) - 1), table[1:])


def order_warning(deals: int, seats: int) -> str | None:
    """Say why a number of deals leaves some bots the same neighbours more often, or return None."""
    orders = factorial(seats - 1)
    if deals % orders == 0:
        return None
    return (
        f"deals = {deals} is no multiple of {orders}, so not every order of {seats} bots around the table is "
        f"played equally often, which helps some of them; {-(-deals // orders) * orders} deals are even"
    )
