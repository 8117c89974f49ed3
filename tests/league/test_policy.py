"""Who may make which call; that it holds over the wire is in test_server.py."""

import re
from pathlib import Path

import grpc
import pytest

from arena.league.calls import Refusal
from arena.league.policy import POLICY, SERVICES, Openness, check_role, openness_of
from arena.protocol.v1 import league_pb2
from arena.roster.account import Account, Role

PROTO = Path(__file__).parents[2] / "protos/arena/protocol/v1/league.proto"


def _methods() -> dict[str, str]:
    """Return the methods of our services by full name, with the comment above each."""
    text = PROTO.read_text()
    comments = {
        name: " ".join(re.findall(r"// (.*)", comment))
        for comment, name in re.findall(r"((?:  //.*\n)+)  rpc (\w+)", text)
    }
    return {
        f"/{service.full_name}/{method.name}": comments[method.name]
        for service in league_pb2.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }


def test_every_method_of_every_service_has_its_entry_and_there_are_no_others() -> None:
    assert set(POLICY) == set(_methods())
    assert set(SERVICES) == {service.full_name for service in league_pb2.DESCRIPTOR.services_by_name.values()}


def test_the_policy_is_what_the_comments_in_the_protocol_promise() -> None:
    promised = {
        "Anybody": Openness.ANYBODY,
        "An author": Openness.AUTHOR,
        "Whoever has a token": Openness.AUTHOR,
    }
    for method, comment in _methods().items():
        if "/arena.protocol.v1.Admin/" in method:
            assert POLICY[method] is Openness.ADMIN
        else:
            assert POLICY[method] is promised[comment.partition(":")[0]], method


def test_probes_and_reflection_are_open() -> None:
    assert openness_of("/grpc.health.v1.Health/Check") is Openness.ANYBODY
    assert openness_of("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo") is Openness.ANYBODY


@pytest.mark.parametrize(
    "method",
    [
        "/arena.protocol.v1.League/Unheard",
        "/arena.protocol.v1.Admin",
        "/grpc.channelz.v1.Channelz/GetServers",
        "/grpc.health.v1.HealthX/Check",
        "",
        "/",
    ],
)
def test_what_has_no_entry_is_open_to_nobody(method: str) -> None:
    assert openness_of(method) is None


def _account(role: Role, *, is_active: bool = True) -> Account:
    return Account("anna", role, "", created=0.0, is_active=is_active)


def test_an_admin_may_do_what_an_author_may() -> None:
    check_role(_account(Role.ADMIN), Openness.AUTHOR)
    check_role(_account(Role.ADMIN), Openness.ADMIN)
    check_role(_account(Role.AUTHOR), Openness.AUTHOR)


def test_an_author_is_no_admin() -> None:
    with pytest.raises(Refusal) as refused:
        check_role(_account(Role.AUTHOR), Openness.ADMIN)

    assert refused.value.code is grpc.StatusCode.PERMISSION_DENIED


def test_a_disabled_account_may_do_nothing_even_as_admin() -> None:
    with pytest.raises(Refusal) as refused:
        check_role(_account(Role.ADMIN, is_active=False), Openness.AUTHOR)

    assert refused.value.code is grpc.StatusCode.PERMISSION_DENIED
