"""The list of system calls as the kernel runs it, for both architectures."""

import errno
import fcntl
import json
import platform
import re
import subprocess
import termios
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from arena.core.errors import HostError
from arena.sandbox.bubblewrap.filters import (
    ALLOW,
    ARCHITECTURES,
    DENY,
    ERROR,
    KILL,
    X32,
    assemble,
    compile_profile,
    seccomp_program,
    system_calls,
)
from tests.sandbox.bubblewrap.bpf import answer

PROFILE: dict[str, Any] = json.loads(files("arena.sandbox").joinpath("seccomp.json").read_text())
NAMES = sorted({name for entry in PROFILE["syscalls"] for name in entry["names"]})
FREE = sorted(
    name
    for entry in PROFILE["syscalls"]
    if entry["action"] == "SCMP_ACT_ALLOW" and not entry.get("args")
    for name in entry["names"]
)
AF_UNIX, AF_INET, AF_VSOCK = 1, 2, 40
FICLONE = 0x40049409
SIGCHLD, CLONE_THREAD, CLONE_NEWUSER, CLONE_NEWNS = 17, 0x10000, 0x10000000, 0x20000
HEADERS = {
    "x86_64": ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h"],
    "aarch64": [
        *(f"-D__ARCH_WANT_{name}" for name in ("RENAMEAT", "NEW_STAT", "SET_GET_RLIMIT", "SYS_CLONE3")),
        "-D__ARCH_WANT_MEMFD_SECRET",
        "/usr/include/asm-generic/unistd.h",
    ],
}

on_both = pytest.mark.parametrize("machine", ARCHITECTURES)


@cache
def program(machine: str) -> bytes:
    return assemble(compile_profile(PROFILE, machine))


def ask(machine: str, name: str, *arguments: int) -> int:
    number = system_calls(machine)[name]
    return answer(program(machine), number, *arguments, architecture=ARCHITECTURES[machine])


def test_table_has_every_name_of_the_list() -> None:
    known = system_calls("x86_64").keys() | system_calls("aarch64").keys()

    assert [name for name in NAMES if name not in known] == []


@on_both
def test_table_agrees_with_the_headers_of_linux(machine: str) -> None:
    if not Path(HEADERS[machine][-1]).exists():
        pytest.skip("NOT TESTED, the headers are not installed (linux-libc-dev)")
    done = subprocess.run(["cpp", "-dM", *HEADERS[machine]], capture_output=True, text=True, check=True)
    defined = dict(re.findall(r"#define (__NR(?:3264)?_\w+) (\S+)", done.stdout))

    for name, number in system_calls(machine).items():
        value = defined.get(f"__NR_{name}")
        while value in defined:
            value = defined[value]
        assert value is None or int(value) == number, name


@on_both
def test_everything_on_the_list_is_allowed(machine: str) -> None:
    here = [name for name in FREE if name in system_calls(machine)]

    assert len(here) > 100
    assert {ask(machine, name) for name in here} == {ALLOW}


@on_both
def test_everything_else_is_refused(machine: str) -> None:
    others = set(system_calls(machine).items()) - {(name, system_calls(machine).get(name)) for name in NAMES}

    for name, number in others:
        assert answer(program(machine), number, architecture=ARCHITECTURES[machine]) == DENY, name
    for number in (500, 5_000, X32 - 1):
        assert answer(program(machine), number, architecture=ARCHITECTURES[machine]) == DENY


@on_both
def test_sockets_are_of_one_family_alone(machine: str) -> None:
    assert ask(machine, "socket", AF_UNIX) == ALLOW
    assert {ask(machine, "socket", family) for family in range(64) if family != AF_UNIX} == {DENY}
    assert ask(machine, "socket", AF_UNIX | 1 << 32) == DENY


@on_both
def test_threads_and_processes_can_be_made_but_no_namespaces(machine: str) -> None:
    assert ask(machine, "clone", SIGCHLD) == ALLOW
    assert ask(machine, "clone", CLONE_THREAD | 0x3D0F00) == ALLOW
    assert ask(machine, "clone", CLONE_NEWUSER | SIGCHLD) == DENY
    assert ask(machine, "clone", CLONE_NEWNS | SIGCHLD) == DENY


@on_both
def test_ioctl_is_of_terminals_and_descriptors_alone(machine: str) -> None:
    wanted = (termios.TCGETS, termios.FIONREAD, termios.FIONBIO, termios.FIOCLEX, termios.FIONCLEX)
    reserving = (0x40305828, 0x4030582A, 0x40305839)  # FS_IOC_RESVSP, FS_IOC_RESVSP64, FS_IOC_ZERO_RANGE

    assert {ask(machine, "ioctl", 0, command) for command in wanted} == {ALLOW}
    assert {ask(machine, "ioctl", 0, command | 1 << 32) for command in reserving} == {DENY}
    assert {ask(machine, "ioctl", 0, command) for command in (*reserving, FICLONE)} == {DENY}


@on_both
def test_fcntl_leaves_no_sign_on_files_that_instances_share(machine: str) -> None:
    answers = {command: ask(machine, "fcntl", 0, command) for command in (*range(64), *range(1000, 1064))}

    allowed = {command for command, answer in answers.items() if answer == ALLOW}
    ignored = {command for command, answer in answers.items() if answer == ERROR}
    assert allowed == {
        *(fcntl.F_DUPFD, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL, fcntl.F_SETFL, fcntl.F_DUPFD_CLOEXEC),
        *(fcntl.F_SETPIPE_SZ, fcntl.F_GETPIPE_SZ, fcntl.F_ADD_SEALS, fcntl.F_GET_SEALS),
    }
    assert ignored == {fcntl.F_SETLK, fcntl.F_SETLKW, fcntl.F_OFD_SETLK, fcntl.F_OFD_SETLKW}
    assert set(answers.values()) == {ALLOW, ERROR, DENY}


@on_both
def test_clone3_is_said_not_to_exist_so_that_libraries_take_clone(machine: str) -> None:
    assert ask(machine, "clone3") == ERROR | errno.ENOSYS


def test_calls_by_another_architectures_door_end_the_process() -> None:
    i386 = 0x40000003

    assert answer(program("x86_64"), 1, architecture=i386) == KILL
    assert answer(program("x86_64"), 1, architecture=ARCHITECTURES["aarch64"]) == KILL
    assert answer(program("aarch64"), 1, architecture=ARCHITECTURES["x86_64"]) == KILL
    assert answer(program("x86_64"), X32 | 1, architecture=ARCHITECTURES["x86_64"]) == KILL
    assert answer(program("x86_64"), (1 << 32) - 1, architecture=ARCHITECTURES["x86_64"]) == KILL


def test_rules_of_one_call_are_tried_one_by_one_and_all_conditions_of_a_rule_count() -> None:
    equal = {"op": "SCMP_CMP_EQ"}
    both = [{"index": 0, "value": 7, **equal}, {"index": 2, "value": 9 << 32, **equal}]
    profile = {
        "defaultAction": "SCMP_ACT_ERRNO",
        "syscalls": [
            {"names": ["read"], "action": "SCMP_ACT_ALLOW", "args": both},
            {"names": ["read"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 1, "value": 3, **equal}]},
        ],
    }
    compiled = assemble(compile_profile(profile, "x86_64"))

    def read(*arguments: int) -> int:
        return answer(compiled, 0, *arguments, architecture=ARCHITECTURES["x86_64"])

    assert read(7, 0, 9 << 32) == ALLOW
    assert read(0, 3, 0) == ALLOW
    assert {read(7, 0, 0), read(0, 0, 9 << 32), read(7, 0, 9), read(0, 0, 0)} == {DENY}


@pytest.mark.parametrize(
    "change",
    [
        {"defaultAction": "SCMP_ACT_ALLOW"},
        {"syscalls": [{"names": ["read"], "action": "SCMP_ACT_TRACE"}]},
        {
            "syscalls": [
                {
                    "names": ["read"],
                    "action": "SCMP_ACT_ALLOW",
                    "args": [{"index": 0, "value": 1, "op": "SCMP_CMP_GT"}],
                }
            ]
        },
    ],
)
def test_what_is_not_understood_is_not_guessed(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"SCMP_|wanted"):
        compile_profile(PROFILE | change, "x86_64")


def test_calls_can_be_added_to_the_list_and_taken_from_it() -> None:
    machine = platform.machine()
    changed = seccomp_program(also=("capset",), but_not=("statfs",))

    for name, wanted in {"capset": ALLOW, "setgroups": DENY, "read": ALLOW, "statfs": DENY}.items():
        number = system_calls(machine)[name]
        assert answer(changed, number, architecture=ARCHITECTURES[machine]) == wanted, name
    assert ask(machine, "capset") == DENY
    assert ask(machine, "statfs") == ALLOW


def test_other_architectures_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")

    with pytest.raises(HostError, match="no list of system calls for riscv64, only for x86_64, aarch64"):
        seccomp_program.__wrapped__()
