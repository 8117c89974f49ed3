"""The other end: calls to a league server, with the statuses they end in turned into our errors.

Requests are made from the names of their fields, so that a command needs nothing of gRPC:
`client.league.GetStandings(league="main")`. Answers are the messages of `league.proto`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.message_factory import GetMessageClass

from arena.core.errors import ArenaError, ConfigError, HostError, Interrupted
from arena.core.text import harmless
from arena.league.listening import LOOPBACK
from arena.protocol.v1 import league_pb2

CALL_SECONDS = 60.0
"""For an answer to a call that doesn't stream."""
MOST_ANSWER_BYTES = 32 << 20
_LONGEST_LINE = 500

_LATER = "try again later"
_MISSING = "the server and this arena differ in their versions; upgrade the older one"
ERRORS: Mapping[grpc.StatusCode, tuple[type[ArenaError], str]] = {
    grpc.StatusCode.CANCELLED: (Interrupted, "the call was called off"),
    grpc.StatusCode.UNKNOWN: (HostError, "tell the server's operator"),
    grpc.StatusCode.INVALID_ARGUMENT: (ConfigError, ""),
    grpc.StatusCode.DEADLINE_EXCEEDED: (HostError, f"the server did not answer in time; {_LATER}"),
    grpc.StatusCode.NOT_FOUND: (ConfigError, ""),
    grpc.StatusCode.ALREADY_EXISTS: (ConfigError, ""),
    grpc.StatusCode.PERMISSION_DENIED: (ConfigError, ""),
    grpc.StatusCode.UNAUTHENTICATED: (ConfigError, ""),
    grpc.StatusCode.RESOURCE_EXHAUSTED: (ConfigError, ""),
    grpc.StatusCode.FAILED_PRECONDITION: (ConfigError, ""),
    grpc.StatusCode.ABORTED: (HostError, _LATER),
    grpc.StatusCode.OUT_OF_RANGE: (ConfigError, ""),
    grpc.StatusCode.UNIMPLEMENTED: (ConfigError, _MISSING),
    grpc.StatusCode.INTERNAL: (HostError, "tell the server's operator"),
    grpc.StatusCode.UNAVAILABLE: (
        HostError,
        "see that it runs, that the address is right, and that both sides use TLS or neither does",
    ),
    grpc.StatusCode.DATA_LOSS: (HostError, "tell the server's operator"),
}
"""What a status means here, and what to do where the server's words don't say it already."""


@dataclass(frozen=True, slots=True)
class Access:
    """How a server is reached, and as whom."""

    server: str
    """`HOST:PORT`."""
    token: str = field(default="", repr=False)
    """Empty for calls that anybody may make."""
    ca_cert: Path | None = None
    """PEM: whom to trust instead of the authorities that the system trusts."""
    insecure: bool = False
    """Whether plaintext may leave this machine. On it there is plaintext unless `ca_cert` is given."""

    @property
    def is_plaintext(self) -> bool:
        """Tell whether the connection is not encrypted."""
        return self.insecure or (self.ca_cert is None and host_of(self.server) in LOOPBACK)


class Calls:
    """The methods of one service, by their names in `league.proto`."""

    def __init__(self, service: str, channel: Any, access: Access) -> None:
        """Use `connect`."""
        self._service = league_pb2.DESCRIPTOR.services_by_name[service]
        self._channel = channel
        self._access = access
        self._metadata = (("authorization", f"Bearer {access.token}"),) if access.token else ()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return a method: called with its request's fields, or an iterable of requests if it takes many.

        It returns its answer, or an iterator of answers; what goes wrong is an ArenaError.
        """
        method = self._service.methods_by_name.get(name)
        if method is None:
            raise AttributeError(f"{self._service.name} has no method {name}")
        if method.server_streaming:
            return lambda requests=None, **fields: self._stream(method, requests, fields)
        return lambda **fields: self._answer(method, fields)

    def _answer(self, method: Any, fields: dict[str, Any]) -> Any:
        call = self._channel.unary_unary(_path(method), *_codecs(method))
        request = GetMessageClass(method.input_type)(**fields)
        with _explained(self._access.server):
            return call(request, timeout=CALL_SECONDS, metadata=self._metadata)

    def _stream(self, method: Any, requests: Iterable[Any] | None, fields: dict[str, Any]) -> Iterator[Any]:
        if method.client_streaming:
            call = self._channel.stream_stream(_path(method), *_codecs(method))
            answers = call(iter(requests or ()), metadata=self._metadata)
        else:
            call = self._channel.unary_stream(_path(method), *_codecs(method))
            answers = call(GetMessageClass(method.input_type)(**fields), metadata=self._metadata)
        try:
            with _explained(self._access.server):
                yield from answers
        finally:
            answers.cancel()


@dataclass(frozen=True, slots=True)
class LeagueClient:
    """A connection to a server."""

    access: Access
    league: Calls
    admin: Calls


@contextmanager
def connect(access: Access) -> Iterator[LeagueClient]:
    """Connect to a server; nothing is sent before the first call.

    Raises:
        ConfigError: the address has another form, or the certificate can't be read.
    """
    _check_address(access.server)
    options = [
        ("grpc.max_receive_message_length", MOST_ANSWER_BYTES),
        ("grpc.keepalive_time_ms", 60_000),  # a watcher notices that its server has vanished
        ("grpc.enable_http_proxy", int(host_of(access.server) not in LOOPBACK)),
    ]
    if access.is_plaintext:
        channel = grpc.insecure_channel(access.server, options)
    else:
        channel = grpc.secure_channel(access.server, _credentials(access), options)
    with channel:
        yield LeagueClient(access, Calls("League", channel, access), Calls("Admin", channel, access))


def host_of(server: str) -> str:
    """Return the host of `HOST:PORT`."""
    return server.rpartition(":")[0].strip("[]")


def _check_address(server: str) -> None:
    host, _, port = server.rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or "/" in server:
        raise ConfigError(f"{server!r} is no server; write HOST:PORT, for example league.example.org:5055")


def _credentials(access: Access) -> Any:
    if access.ca_cert is None:
        return grpc.ssl_channel_credentials()
    try:
        return grpc.ssl_channel_credentials(access.ca_cert.read_bytes())
    except OSError as error:
        raise ConfigError(f"--ca-cert {access.ca_cert} can't be read: {error.strerror}") from None


def _path(method: Any) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def _codecs(method: Any) -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
    request, answer = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
    return request.SerializeToString, answer.FromString


@contextmanager
def _explained(server: str) -> Iterator[None]:
    """Raise our error for a status."""
    try:
        yield
    except grpc.RpcError as error:
        raise _error_of(server, error) from None


def _error_of(server: str, error: Any) -> ArenaError:
    kind, remedy = ERRORS[error.code()]
    words = [harmless(line, _LONGEST_LINE) for line in (error.details() or "").splitlines()]
    told = "\n".join(words) or error.code().name
    return kind(f"{server}: {told}{'; ' if remedy else ''}{remedy}")
