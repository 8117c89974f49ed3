"""Who sits where: the schedule's tables, or those stated by matches while tables are drawn from a secret."""

from collections.abc import Sequence

from arena.core.errors import CheckFailed
from arena.match.record import MatchRecord
from arena.scheduling.schedule import Programme
from arena.verification.claim import Claim


class Seating:
    """Compares seats with the schedule as far as it is known."""

    def __init__(self, claim: Claim, programme: Programme) -> None:
        """Take the schedule."""
        self._claim = claim
        self._programme = programme

    def is_known(self, stage: int) -> bool:
        """Tell whether the tables of a stage follow from what is known."""
        schedule = self._programme.schedules[stage]
        return bool(self._claim.secret) or not schedule.is_drawn

    def table(self, stage: int, block: int) -> tuple[int, ...] | None:
        """Return the entrants at a table, sorted; None if it is not known."""
        return self._programme.schedules[stage].block(block).table if self.is_known(stage) else None

    def check(self, stage: int, records: Sequence[MatchRecord]) -> tuple[int, ...]:
        """Check the seats of matches of one block; return the entrants at the table, sorted.

        Raises:
            CheckFailed: somebody sits elsewhere.
        """
        schedule = self._programme.schedules[stage]
        first = records[0]
        if self.is_known(stage):
            order = schedule.block(first.id.block).order
        else:
            shift = schedule.seats - first.id.rotation
            order = first.seats[shift:] + first.seats[:shift]
            if sorted(set(order) & set(schedule.entrants)) != sorted(order) or len(order) != schedule.seats:
                raise CheckFailed(
                    f"match {first.id}: seats {self._names(order)} can't be a table of its stage"
                )
        for record in records:
            rotation = record.id.rotation
            expected = order[rotation:] + order[:rotation]
            if record.seats != expected:
                raise CheckFailed(
                    f"match {record.id}: stored in its seats are {self._names(record.seats)}, "
                    f"by the schedule it should be {self._names(expected)}"
                )
        return tuple(sorted(order))

    def _names(self, seats: Sequence[int]) -> str:
        entrants = self._claim.entrants
        return (
            ", ".join(entrants[seat].name if seat < len(entrants) else str(seat) for seat in seats) or "none"
        )
