"""Bytes from a bot read as messages, or named as the fault that they are."""

from google.protobuf.message import DecodeError

from arena.core.errors import BotError
from arena.match.faults import FaultKind
from arena.protocol.v1 import bot_pb2 as wire

MAX_MESSAGE_BYTES = 512 * 1024
"""A full batch of answers with notes fits; what is longer is a fault."""


class UnreadableMessage(BotError):
    """A message that is too long, or no message."""

    def __init__(self, kind: FaultKind, evidence: str) -> None:
        super().__init__(evidence)
        self.kind = kind


def read_message(raw: bytes) -> wire.BotMessage:
    """Read what a bot sent.

    Raises:
        UnreadableMessage: it can't be read; the error names the fault and is its evidence.
    """
    if len(raw) > MAX_MESSAGE_BYTES:
        raise UnreadableMessage(
            FaultKind.OVERSIZED_MESSAGE,
            f"a message of {len(raw)} bytes; at most {MAX_MESSAGE_BYTES} are read",
        )
    try:
        return wire.BotMessage.FromString(raw)
    except DecodeError as error:
        raise UnreadableMessage(
            FaultKind.MALFORMED_MESSAGE,
            f"{len(raw)} bytes that are no BotMessage; they begin with {raw[:32].hex(' ')}",
        ) from error
