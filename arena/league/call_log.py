"""What is logged of calls that did not go well: who, what, why; never a token."""

import logging
import traceback

import grpc

from arena.core.errors import ArenaError
from arena.core.text import harmless
from arena.league.statuses import Status
from arena.league.tokens import without_tokens

LOG = logging.getLogger("arena.league")
_SUSPICIOUS = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNAVAILABLE,
}
"""Refusals of interest to the operator; the others are between the caller and the method."""
_MOST = 1_000


def log_call(error: Exception, status: Status, *, method: str, who: str, peer: str) -> None:
    """Log why a call ended as it did: bugs with their traceback, refusals as what they are."""
    why = harmless(without_tokens(str(error)), _MOST) or type(error).__name__
    extra = {"who": who, "peer": peer, "method": method, "code": status.code.name, "why": why}
    if not status.is_ours:
        level = logging.WARNING if status.code in _SUSPICIOUS else logging.INFO
        LOG.log(
            level, "refused %s of %s at %s: %s: %s", method, who, peer, status.code.name, why, extra=extra
        )
        return
    trace = ""
    if not isinstance(error, ArenaError):
        # Not as `exc_info`: whoever formats that would show an exception's words as they are.
        trace = "\n" + without_tokens("".join(traceback.format_exception(error)))
    LOG.error("failed %s of %s at %s: %s%s", method, who, peer, why, trace, extra=extra)
