"""Who may make which call: every method of our services, and a test that none is left out."""

from collections.abc import Mapping
from enum import Enum

import grpc

from arena.league.calls import Refusal
from arena.protocol.v1 import league_pb2
from arena.roster.account import Account, Role


class Openness(Enum):
    """Who may make a call."""

    ANYBODY = "anybody"  # no token is looked at
    AUTHOR = "author"  # whoever has a token, admins too
    ADMIN = "admin"


LEAGUE = league_pb2.DESCRIPTOR.services_by_name["League"].full_name
ADMIN = league_pb2.DESCRIPTOR.services_by_name["Admin"].full_name
SERVICES = (LEAGUE, ADMIN)
STANDARD_SERVICES = ("grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection")
"""For probes and for tools such as grpcurl: open to anybody, and the only ones that need no entry here."""

_LEAGUE_CALLS = {
    "ListLeagues": Openness.ANYBODY,
    "SubmitBot": Openness.AUTHOR,
    "ListSubmissions": Openness.AUTHOR,
    "WithdrawBot": Openness.AUTHOR,
    "ListBots": Openness.ANYBODY,
    "GetBot": Openness.ANYBODY,
    "GetStandings": Openness.ANYBODY,
    "WatchStandings": Openness.ANYBODY,
    "ListMatches": Openness.ANYBODY,
    "GetMatch": Openness.ANYBODY,
    "WatchMatch": Openness.ANYBODY,
    "GetLogs": Openness.AUTHOR,
    "WhoAmI": Openness.AUTHOR,
}
_ADMIN_CALLS = (
    "AddLeague",
    "SetLeagueRunning",
    "EndSeason",
    "AddAccount",
    "ChangeAccount",
    "ListAccounts",
    "BenchBot",
)

POLICY: Mapping[str, Openness] = {
    **{f"/{LEAGUE}/{name}": openness for name, openness in _LEAGUE_CALLS.items()},
    **{f"/{ADMIN}/{name}": Openness.ADMIN for name in _ADMIN_CALLS},
}
"""By full method name. A method that isn't here is not served, whatever is registered."""


def openness_of(method: str) -> Openness | None:
    """Return who may make a call; None if nobody may."""
    if method.split("/")[1:2] in [[service] for service in STANDARD_SERVICES]:
        return Openness.ANYBODY
    return POLICY.get(method)


def check_role(account: Account, openness: Openness) -> None:
    """See to it that an account may make a call.

    Raises:
        Refusal: it has been disabled, or the call is for admins.
    """
    if not account.is_active:
        raise Refusal(
            grpc.StatusCode.PERMISSION_DENIED,
            f"account {account.name} is disabled; ask an admin of the league",
        )
    if openness is Openness.ADMIN and account.role is not Role.ADMIN:
        raise Refusal(
            grpc.StatusCode.PERMISSION_DENIED, f"this call is for admins, and {account.name} is an author"
        )
