"""The list of system calls, compiled to what the kernel runs at each of a bot's: classic BPF, seccomp(2).

The list is `seccomp.json` in Docker's format, one for all backends. A program is a search tree over
the numbers of calls, so that any call is judged by some eight comparisons. Whatever is not on the
list fails with EPERM; whatever comes in by another architecture's door (32-bit calls, x32) ends the
process, since its numbers mean other calls.
"""

import errno
import json
import platform
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from arena.core.errors import HostError

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""AUDIT_ARCH_* of linux/audit.h."""
X32 = 0x4000_0000
"""Set in the numbers of x32 calls, which otherwise look like those of x86_64."""
KILL = 0x8000_0000
ALLOW = 0x7FFF_0000
ERROR = 0x0005_0000
DENY = ERROR | errno.EPERM
_LOAD, _MASK, _RETURN = 0x20, 0x54, 0x06
_IF_EQUAL, _IF_AT_LEAST = 0x15, 0x35
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Where things are in struct seccomp_data."""
_LONGEST_JUMP = 255

Instruction = tuple[int, int, int, int]
"""Operation, how many instructions to skip if so, how many if not, operand."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens to a call: an answer, or rules for its arguments that are tried one by one."""

    answer: int
    rules: tuple["Rule", ...] = ()
    """The first that fits gives the answer; without one that fits it is `answer`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An answer for calls whose arguments fit."""

    answer: int
    conditions: tuple[tuple[int, int, int], ...]
    """For each, which argument, a mask, and what the argument must be under it."""


DENIED = Verdict(DENY)


@cache
def seccomp_program(also: tuple[str, ...] = (), but_not: tuple[str, ...] = ()) -> bytes:
    """Return the program for this machine, as bwrap's --seccomp reads it.

    Args:
        also: Calls that are allowed besides those on the list.
        but_not: Calls on the list that are refused all the same.

    Raises:
        HostError: there is none for this architecture.
    """
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        raise HostError(
            f"there is no list of system calls for {machine}, only for {', '.join(ARCHITECTURES)}: "
            "choose another sandbox"
        )
    text = files("arena.sandbox").joinpath("seccomp.json").read_text(encoding="utf-8")
    profile = json.loads(text)
    for entry in profile["syscalls"]:
        entry["names"] = [name for name in entry["names"] if name not in but_not]
    profile["syscalls"].append({"names": also, "action": "SCMP_ACT_ALLOW"})
    return assemble(compile_profile(profile, machine))


@cache
def system_calls(machine: str) -> Mapping[str, int]:
    """Return the numbers of all system calls of an architecture."""
    column = list(ARCHITECTURES).index(machine) + 1
    text = files("arena.sandbox.bubblewrap").joinpath("system_calls.txt").read_text(encoding="ascii")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def compile_profile(profile: Mapping[str, Any], machine: str) -> list[Instruction]:
    """Compile a profile for an architecture; calls that this one doesn't have are left out.

    Raises:
        ValueError: it has something that no profile of ours has.
    """
    if _answer(profile["defaultAction"], profile) != DENY:
        raise ValueError("a list of what is allowed is wanted, with SCMP_ACT_ERRNO for the rest")
    tree = _search(_spans(_verdicts(profile["syscalls"], system_calls(machine))))
    guards = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        guards += [(_IF_AT_LEAST, 0, 1, X32), (_RETURN, 0, 0, KILL)]
    return guards + tree


def assemble(program: Sequence[Instruction]) -> bytes:
    """Write a program as an array of struct sock_filter."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _verdicts(entries: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> dict[int, Verdict]:
    """Return the verdict of each number that is named."""
    verdicts: dict[int, Verdict] = {}
    for entry in entries:
        answer = _answer(entry["action"], entry)
        conditions = tuple(_condition(argument) for argument in entry.get("args") or ())
        for number in (numbers[name] for name in entry["names"] if name in numbers):
            before = verdicts.get(number, DENIED)
            if conditions:
                verdicts[number] = Verdict(before.answer, (*before.rules, Rule(answer, conditions)))
            else:
                verdicts[number] = Verdict(answer, before.rules)
    return verdicts


def _answer(action: str, entry: Mapping[str, Any]) -> int:
    if action == "SCMP_ACT_ALLOW":
        return ALLOW
    if action == "SCMP_ACT_ERRNO":
        return ERROR | int(entry.get("errnoRet", entry.get("defaultErrnoRet", errno.EPERM)))
    raise ValueError(f"action {action}")


def _condition(argument: Mapping[str, Any]) -> tuple[int, int, int]:
    """Read a condition; Docker's masked comparison has the mask first, then the value."""
    if argument["op"] == "SCMP_CMP_EQ":
        return argument["index"], (1 << 64) - 1, argument["value"]
    if argument["op"] == "SCMP_CMP_MASKED_EQ":
        return argument["index"], argument["value"], argument.get("valueTwo", 0)
    raise ValueError(f"comparison {argument['op']}")


def _spans(verdicts: Mapping[int, Verdict]) -> list[tuple[int, Verdict]]:
    """Cut the numbers from 0 on into spans of the same verdict; each is its first number and that."""
    every = [(number, verdicts.get(number, DENIED)) for number in range(max(verdicts) + 2)]
    return [next(span) for _, span in groupby(every, key=lambda each: each[1])]


def _search(spans: Sequence[tuple[int, Verdict]]) -> list[Instruction]:
    """Return a tree that finds the span of the number that is loaded, and gives its verdict."""
    if len(spans) == 1:
        return list(_judge(spans[0][1]))
    middle = len(spans) // 2
    below, above = _search(spans[:middle]), _search(spans[middle:])
    if len(below) > _LONGEST_JUMP:
        raise ValueError("the list is too long for one jump over half of it")
    return [(_IF_AT_LEAST, len(below), 0, spans[middle][0]), *below, *above]


def _judge(verdict: Verdict) -> Iterator[Instruction]:
    for rule in verdict.rules:
        checks = [check for condition in rule.conditions for check in _checks(*condition)]
        length = sum(map(len, checks))
        for check in checks:
            length -= len(check)
            *load, (operation, _, _, operand) = check
            yield from load
            yield operation, 0, length + 1, operand  # if not so, over the other checks and the answer
        yield _RETURN, 0, 0, rule.answer
    yield _RETURN, 0, 0, verdict.answer


def _checks(index: int, mask: int, wanted: int) -> Iterator[list[Instruction]]:
    """Compare both halves of an argument, the lower first in memory, as far as the mask goes."""
    for half in range(2):
        bits, value = ((number >> (32 * half)) & 0xFFFF_FFFF for number in (mask, wanted))
        if bits:
            yield [
                (_LOAD, 0, 0, _ARGUMENTS + 8 * index + 4 * half),
                (_MASK, 0, 0, bits),
                (_IF_EQUAL, 0, 0, value),
            ]
