"""Released fields keep their numbers, names and types, so that bots of yesterday play tomorrow.

`ARENA_UPDATE_GOLDEN=1 pytest tests/protocol` rewrites the golden file; review it as a diff: lines may be
added, and a line may change only together with the protocol version.
"""

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import arena.protocol.v1

MODULES = [
    import_module(f"{arena.protocol.v1.__name__}.{name}")
    for _, name, _ in iter_modules(arena.protocol.v1.__path__)
    if name.endswith("_pb2")
]
GOLDEN = Path(__file__).with_name("released_fields.txt")


def test_released_fields_are_unchanged() -> None:
    current = [line for module in MODULES for line in _lines(module.DESCRIPTOR)]
    if os.environ.get("ARENA_UPDATE_GOLDEN") == "1":
        GOLDEN.write_text("\n".join(current) + "\n")

    released = GOLDEN.read_text().splitlines()

    gone = sorted(set(released) - set(current))
    assert not gone, f"changed or removed, which breaks bots that exist: {gone}"
    new = sorted(set(current) - set(released))
    assert not new, f"not yet in {GOLDEN.name} (see the top of this file): {new}"


def _lines(file: Any) -> Iterator[str]:
    """Describe a file's messages, enums and methods, one fact a line."""
    for message in file.message_types_by_name.values():
        yield from _message_lines(message)
    for enum in file.enum_types_by_name.values():
        yield from _enum_lines(enum)
    for service in file.services_by_name.values():
        for method in service.methods:
            yield (
                f"{method.full_name}({_stream(method.client_streaming)}{method.input_type.full_name})"
                f" -> {_stream(method.server_streaming)}{method.output_type.full_name}"
            )


def _message_lines(message: Any) -> Iterator[str]:
    for field in message.fields:
        kind = field.message_type or field.enum_type
        name = kind.full_name if kind else _SCALARS[field.type]
        repeated = "repeated " if field.is_repeated else ""
        oneof = f" in {field.containing_oneof.name}" if field.containing_oneof else ""
        yield f"{field.full_name} = {field.number} {repeated}{name}{oneof}"
    for nested in message.nested_types:
        yield from _message_lines(nested)
    for enum in message.enum_types:
        yield from _enum_lines(enum)


def _enum_lines(enum: Any) -> Iterator[str]:
    for value in enum.values:
        yield f"{enum.full_name}.{value.name} = {value.number}"


def _stream(is_stream: bool) -> str:
    return "stream " if is_stream else ""


_SCALARS = {
    1: "double",
    3: "int64",
    4: "uint64",
    8: "bool",
    9: "string",
    12: "bytes",
    13: "uint32",
    17: "sint32",
    18: "sint64",
}
