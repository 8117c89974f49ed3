"""A client that knows the reflection service and nothing of ours, as grpcurl does."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.storage.league_store import LeagueStore
from tests.league.reception import reception


@dataclass
class Stranger:
    """Learns what a server offers, and calls it by name."""

    channel: Any

    async def services(self) -> list[str]:
        answer = await self._ask(reflection_pb2.ServerReflectionRequest(list_services=""))
        return [service.name for service in answer.list_services_response.service]

    async def call(self, service: str, method: str, /, **fields: Any) -> Any:
        """Call a method with a request made from what the server says of itself."""
        answer = await self._ask(reflection_pb2.ServerReflectionRequest(file_containing_symbol=service))
        pool = DescriptorPool()
        for file in _in_order(answer.file_descriptor_response.file_descriptor_proto):
            pool.Add(file)
        described = pool.FindServiceByName(service).methods_by_name[method]
        request = message_factory.GetMessageClass(described.input_type)(**fields)
        answered = message_factory.GetMessageClass(described.output_type)
        return answered.FromString(
            await self.channel.unary_unary(f"/{service}/{method}")(request.SerializeToString(), timeout=20)
        )

    async def _ask(self, question: Any) -> Any:
        stub = reflection_pb2_grpc.ServerReflectionStub(self.channel)
        async for answer in stub.ServerReflectionInfo(iter([question]), timeout=20):
            return answer
        raise AssertionError("no answer")


def _in_order(files: Any) -> Iterator[descriptor_pb2.FileDescriptorProto]:
    """Yield files after those that they import."""
    left = {file.name: file for file in map(descriptor_pb2.FileDescriptorProto.FromString, files)}
    while left:
        name = next(name for name, file in left.items() if not set(file.dependency) & set(left))
        yield left.pop(name)


async def test_a_stranger_finds_the_services(store: LeagueStore) -> None:
    async with reception(store) as door:
        assert await Stranger(door.channel).services() == [
            "arena.protocol.v1.Admin",
            "arena.protocol.v1.League",
            "grpc.health.v1.Health",
            "grpc.reflection.v1alpha.ServerReflection",
        ]


async def test_a_stranger_calls_what_it_found(store: LeagueStore) -> None:
    async with reception(store) as door:
        stranger = Stranger(door.channel)

        leagues = await stranger.call("arena.protocol.v1.League", "ListLeagues")
        standings = await stranger.call("arena.protocol.v1.League", "GetStandings", league="main")
        health = await stranger.call("grpc.health.v1.Health", "Check", service="arena.protocol.v1.League")

    assert [league.name for league in leagues.leagues] == ["main"]
    assert standings.league == "main"
    assert health.status == 1


async def test_a_stranger_is_not_let_in_where_a_token_is_needed(store: LeagueStore) -> None:
    async with reception(store) as door:
        try:
            await Stranger(door.channel).call("arena.protocol.v1.Admin", "ListAccounts")
        except grpc.aio.AioRpcError as error:
            code = error.code()

    assert code is grpc.StatusCode.UNAUTHENTICATED
