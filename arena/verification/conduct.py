"""Whether faults, forfeits and the house's moves of a record fit each other, by what the referee does."""

from collections.abc import Iterator

from arena.core.errors import CheckFailed
from arena.games.events import EVENT_SIZE
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchEnding, MatchRecord
from arena.match.transcript import Played

ANSWERS = frozenset({FaultKind.ILLEGAL_MOVE, FaultKind.MALFORMED_MOVE, FaultKind.TIME_OUT})
"""Faults that stand in the place of an answer, so that the house moves."""
COUNTED = frozenset({FaultKind.ILLEGAL_MOVE, FaultKind.MALFORMED_MOVE, FaultKind.UNKNOWN_TURN})
"""Faults by which a seat forfeits only when it has as many as are allowed."""


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
    if record.faults or record.substitutes:
        yield from _fault_problems(record, max_faults)
        yield from _house_problems(record, played)


def _fault_problems(record: MatchRecord, max_faults: int) -> Iterator[str]:
    seats = len(record.seats)
    counts = [0] * seats
    gone: set[int] = set()
    last = 0
    for number, fault in enumerate(record.faults):
        if not (0 <= fault.seat < seats and last <= fault.move_number < len(record.moves)):
            yield f"has a fault {number} of seat {fault.seat} at move {fault.move_number}, which can't be"
            return
        last = fault.move_number
        if fault.seat in gone:
            yield f"has a fault {number} of seat {fault.seat}, which has forfeited"
        if fault.is_incident:
            if fault.is_forfeit:
                yield f"has a fault {number} that is an incident and a forfeit"
            continue
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
    faulty = {(fault.move_number, fault.seat) for fault in record.faults if not fault.is_incident}
    refused = {(fault.move_number, fault.seat) for fault in record.faults if _is_answer(fault)}
    for number, seat in enumerate(movers):
        is_gone = gone_at.get(seat, number + 1) <= number
        if number in house:
            if not is_gone and (number, seat) not in faulty:
                yield f"has a move {number} by the house, and seat {seat} had done nothing wrong"
            if record.micros[number]:
                yield f"has a move {number} by the house that took time"
        elif is_gone or (number, seat) in refused:
            yield f"has a move {number} by seat {seat}, for which the house must have moved"
    missing = refused - set(enumerate(movers))
    for number, seat in sorted(missing):
        yield f"has an answer of seat {seat} to move {number}, which was another's"


def _is_answer(fault: Fault) -> bool:
    """Tell whether a fault was an answer; a forfeit may come of a lost instance, whoever moves."""
    return fault.kind in ANSWERS and not fault.is_incident and not fault.is_forfeit
