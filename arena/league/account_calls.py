"""The call about whoever calls."""

from typing import Any

from arena.league.calls import caller
from arena.protocol.v1 import league_pb2 as wire


class AccountCalls:
    """A part of the service `League`."""

    async def WhoAmI(self, request: wire.WhoAmIRequest, context: Any) -> wire.WhoAmIResponse:
        """Return the caller's account, and what it may use."""
        del request, context
        account = caller().account
        assert account is not None  # noqa: S101 -- the policy lets nobody in without one
        return wire.WhoAmIResponse(
            account=account.name,
            role=account.role.value,
            submissions_a_day=account.quotas.submissions_a_day,
            archive_bytes=account.quotas.archive_bytes,
            bots=account.quotas.bots,
        )
