"""What is logged of calls that did not go well: who, what, why; never a token, and never a flood of lines."""

import logging
import traceback
from collections import OrderedDict
from dataclasses import dataclass

import grpc

from arena.core.clock import Clock
from arena.core.errors import ArenaError
from arena.core.text import harmless
from arena.league.statuses import Status
from arena.league.tokens import without_tokens

LOG = logging.getLogger("arena.league")
LINES_A_MINUTE = 30
"""Refusals of one address that are logged; of the others the number is."""
MOST_ADDRESSES = 10_000
_SUSPICIOUS = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNAVAILABLE,
}
"""Refusals of interest to the operator; the others are between the caller and the method."""
_MOST = 1_000


@dataclass(slots=True)
class _Minute:
    """What was refused to one address since a time."""

    since_us: int
    refusals: int = 0


class CallLog:
    """Logs calls that ended badly; belongs to one event loop."""

    def __init__(self, clock: Clock) -> None:
        """Begin with nobody."""
        self._clock = clock
        self._minutes: OrderedDict[str, _Minute] = OrderedDict()

    def note(
        self, error: Exception, status: Status, *, method: str, who: str, peer: str, address: str
    ) -> None:
        """Log why a call ended as it did: mistakes of ours with their traceback, refusals as what they are.

        Args:
            error: What it raised.
            status: What it answered.
            method: Its full name.
            who: The account, or who claimed to be it.
            peer: Address and port.
            address: What refusals are counted by.
        """
        why = harmless(without_tokens(str(error)), _MOST) or type(error).__name__
        extra = {"who": who, "peer": peer, "method": method, "code": status.code.name, "why": why}
        if status.is_ours:
            LOG.error("failed %s of %s at %s: %s%s", method, who, peer, why, _trace_of(error), extra=extra)
        elif self._is_told(address):
            level = logging.WARNING if status.code in _SUSPICIOUS else logging.INFO
            code = status.code.name
            LOG.log(level, "refused %s of %s at %s: %s: %s", method, who, peer, code, why, extra=extra)

    def _is_told(self, address: str) -> bool:
        """Count a refusal, and tell whether it is logged itself."""
        now = self._clock.micros()
        minute = self._minutes.setdefault(address, _Minute(now))
        if now - minute.since_us >= 60_000_000:
            silent = minute.refusals - LINES_A_MINUTE
            if silent > 0:
                LOG.warning("refused %d more calls of %s than are logged", silent, address)
            minute = self._minutes[address] = _Minute(now)
        self._minutes.move_to_end(address)
        if len(self._minutes) > MOST_ADDRESSES:
            self._minutes.popitem(last=False)
        minute.refusals += 1
        return minute.refusals <= LINES_A_MINUTE


def _trace_of(error: Exception) -> str:
    """Return the traceback of a bug, to be put behind the message.

    Not as `exc_info`: whoever formats that would show an exception's words as they are.
    """
    if isinstance(error, ArenaError):
        return ""
    return "\n" + without_tokens("".join(traceback.format_exception(error)))
