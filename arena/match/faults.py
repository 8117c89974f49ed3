"""What a bot can do wrong in a match, with the evidence."""

from dataclasses import dataclass
from enum import Enum


class FaultKind(Enum):
    """Each kind of fault, by the name that records and tables use."""

    ILLEGAL_MOVE = "illegal_move"  # a well-formed choice that the rules refuse
    MALFORMED_MOVE = "malformed_move"  # a choice without a move, or for another game
    TIME_OUT = "time_out"  # an answer later than the limit, or none
    UNKNOWN_TURN = "unknown_turn"  # a choice for a turn that was not asked, or was answered
    MALFORMED_MESSAGE = "malformed_message"  # bytes that are no message, or out of order
    OVERSIZED_MESSAGE = "oversized_message"
    FLOOD = "flood"  # messages that nobody asked for
    PONDERING = "pondering"  # CPU time used while nothing was asked
    CRASH = "crash"  # the process ended
    DISCONNECT = "disconnect"  # the stream closed while the process lived
    RESOURCE_LIMIT = "resource_limit"  # ended by a limit of its sandbox
    START_FAILURE = "start_failure"  # it did not start, or said no hello in time


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in one match."""

    kind: FaultKind
    seat: int
    move_number: int
    """How many moves had been made in the match when it happened."""
    evidence: str
    """What was seen, for the bot's author and whoever runs the tournament: the answer, the exit code, the
    last output. Bounded."""
    wall_us: int = 0
    cpu_us: int = 0
    is_incident: bool = False
    """True for the crash, disconnect or late batch itself; counted once however many matches were open."""
    is_forfeit: bool = False
    """True if this fault made the seat forfeit the match."""
