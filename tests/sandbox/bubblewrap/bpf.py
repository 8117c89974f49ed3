"""Runs a seccomp program as the kernel does, to ask it about calls that this machine can't make."""

import struct

_LOAD, _MASK, _RETURN, _IF_EQUAL, _IF_AT_LEAST = 0x20, 0x54, 0x06, 0x15, 0x35


def answer(program: bytes, number: int, *arguments: int, architecture: int) -> int:
    """Return what a program says to a system call."""
    data = struct.pack("<IIQ6Q", number, architecture, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    instructions = list(struct.iter_unpack("<HBBI", program))
    position = accumulator = 0
    while True:
        operation, if_so, if_not, operand = instructions[position]
        position += 1
        if operation == _LOAD:
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif operation == _MASK:
            accumulator &= operand
        elif operation == _RETURN:
            return operand
        elif operation == _IF_EQUAL:
            position += if_so if accumulator == operand else if_not
        elif operation == _IF_AT_LEAST:
            position += if_so if accumulator >= operand else if_not
        else:
            raise AssertionError(f"operation {operation:#x}")
