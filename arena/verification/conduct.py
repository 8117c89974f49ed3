"""Whether faults, forfeits and the house's moves of a record fit each other, by what the referee does."""

from collections.abc import Iterator

from arena.core.errors import CheckFailed
from arena.games.events import EVENT_SIZE
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchEnding, MatchRecord
from arena.match.transcript import Played

BAD_MOVES = frozenset({FaultKind.ILLEGAL_MOVE, FaultKind.MALFORMED_MOVE})
"""Faults that always stand in the place of an answer, so that the house moves."""
COUNTED = BAD_MOVES | {FaultKind.UNKNOWN_TURN}
"""Faults that never cost an instance: a seat forfeits by them only when it has as many as are allowed."""
LOSSES = frozenset(FaultKind) - COUNTED - {FaultKind.TIME_OUT, FaultKind.MALFORMED_MESSAGE}
"""Faults that always cost an instance: incidents, or the forfeit of the match in which it failed again."""


def is_troubled(record: MatchRecord) -> bool:
    """Tell whether a record says that anybody did wrong, so that `check_conduct` has something to look at."""
    has_traces = bool(record.faults or record.substitutes or record.forfeits)
    return has_traces or record.ending is not MatchEnding.PLAYED


def check_conduct(record: MatchRecord, played: Played, max_faults: int) -> None:
    """Check what bots did wrong in a match, and what followed from it.

    Raises:
        CheckFailed: the match can't have gone like that; the message says at which fault or move.
    """
    problem = next(_problems(record, played, max_faults), None)
    if problem is not None:
        raise CheckFailed(f"match {record.id} {problem}")


def _problems(record: MatchRecord, played: Played, max_faults: int) -> Iterator[str]:
    forfeited = [fault.seat for fault in record.faults if fault.is_forfeit]
    if sorted(forfeited) != list(record.forfeits):
        yield f"has forfeits of seats {record.forfeits}, and its faults those of {tuple(sorted(forfeited))}"
    if (record.ending is MatchEnding.FORFEITED) != bool(forfeited):
        yield f"is stored as {record.ending.value}, and {len(forfeited)} seats forfeited"
    for name, times in (("wall", record.wall_micros), ("CPU", record.cpu_micros)):
        if len(times) not in {0, len(record.moves)}:
            yield f"has {len(times)} {name} times, of {len(record.moves)} moves"
            return
    if record.faults or record.substitutes:
        yield from _fault_problems(record, max_faults)
        yield from _house_problems(record, played)


def _fault_problems(record: MatchRecord, max_faults: int) -> Iterator[str]:
    seats = len(record.seats)
    counts = [0] * seats
    gone: set[int] = set()
    least = 0
    for number, fault in enumerate(record.faults):
        if not (0 <= fault.seat < seats and least <= fault.move_number < len(record.moves)):
            yield f"has a fault {number} of seat {fault.seat} at move {fault.move_number}, which can't be"
            return
        # After a bad answer the house moves at once, so that nothing more can happen at that move.
        least = fault.move_number + _is_answer(fault)
        if fault.seat in gone:
            yield f"has a fault {number} of seat {fault.seat}, which has forfeited"
        if fault.is_incident:
            if fault.is_forfeit:
                yield f"has a fault {number} that is an incident and a forfeit"
            if fault.kind in COUNTED:
                yield f"has a fault {number} that is an incident, and {fault.kind.value} is none"
            continue
        if fault.kind in LOSSES and not fault.is_forfeit:
            yield f"has a fault {number} that is {fault.kind.value}, and neither an incident nor a forfeit"
        counts[fault.seat] += 1
        must_forfeit = counts[fault.seat] >= max_faults
        if must_forfeit > fault.is_forfeit or (fault.kind in COUNTED and fault.is_forfeit > must_forfeit):
            which = "" if fault.is_forfeit else "no "
            yield (
                f"has a fault {number} that is {which}forfeit, and it is number {counts[fault.seat]} of seat "
                f"{fault.seat}, of {max_faults}"
            )
        if fault.is_forfeit:
            gone.add(fault.seat)


def _house_problems(record: MatchRecord, played: Played) -> Iterator[str]:
    movers = [played.log[EVENT_SIZE * start + 1] for start in played.starts[:-1]]
    house = set(record.substitutes)
    if list(record.substitutes) != sorted(house) or not house <= set(range(len(movers))):
        yield f"has moves by the house {record.substitutes}, of {len(movers)}"
        return
    gone_at = {fault.seat: fault.move_number for fault in record.faults if fault.is_forfeit}
    all_times = [times for times in (record.micros, record.wall_micros, record.cpu_micros) if times]
    refused = {(fault.move_number, fault.seat) for fault in record.faults if _is_answer(fault)}
    for number, seat in enumerate(movers):
        is_gone = gone_at.get(seat, number + 1) <= number
        if number in house:
            if not is_gone and (number, seat) not in refused:
                yield f"has a move {number} by the house, and seat {seat} had not answered wrongly"
            if any(times[number] for times in all_times):
                yield f"has a move {number} by the house that took time"
        elif is_gone or (number, seat) in refused:
            yield f"has a move {number} by seat {seat}, for which the house must have moved"
    missing = refused - set(enumerate(movers))
    for number, seat in sorted(missing):
        yield f"has an answer of seat {seat} to move {number}, which was another's"


def _is_answer(fault: Fault) -> bool:
    """Tell whether a fault was an answer; one that came too late may have cost an instance, whoever moves."""
    is_loss = fault.is_incident or fault.is_forfeit
    return fault.kind in BAD_MOVES or (fault.kind is FaultKind.TIME_OUT and not is_loss)
