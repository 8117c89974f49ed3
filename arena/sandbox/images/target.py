"""What a compiled package must fit: version of Python, machine and C library."""

import json
import subprocess
from dataclasses import dataclass

from arena.core.errors import HostError

PROBE = """
import json, os, platform, sys
try: libc = os.confstr("CS_GNU_LIBC_VERSION")
except ValueError: libc = ""
print(json.dumps([platform.python_version(), platform.machine(), libc]))
"""
"""A program that prints what `parse_target` reads."""
_OLDEST_GLIBC = 5
"""manylinux begins at glibc 2.5."""


@dataclass(frozen=True, slots=True)
class Target:
    """An interpreter on a machine."""

    python: tuple[int, int]
    """Major and minor version."""
    machine: str
    """As `uname -m` says it: x86_64, aarch64."""
    glibc: tuple[int, int]

    def __str__(self) -> str:
        """Write what `parse_target_label` reads."""
        return f"{self.python[0]}.{self.python[1]} {self.machine} {self.glibc[0]}.{self.glibc[1]}"

    def takes_files_of(self, other: "Target") -> bool:
        """Tell whether what is installed for another target runs on this one too."""
        return (self.python, self.machine) == (other.python, other.machine) and self.glibc >= other.glibc

    def pip_options(self) -> list[str]:
        """Return the options by which pip chooses wheels for it, and nothing but wheels."""
        platforms = [
            f"manylinux_{self.glibc[0]}_{minor}_{self.machine}"
            for minor in range(self.glibc[1], _OLDEST_GLIBC - 1, -1)
        ]
        old = [f"manylinux{year}_{self.machine}" for year in (2014, 2010, 1)]
        return [
            "--only-binary=:all:",
            "--implementation=cp",
            f"--python-version={self.python[0]}.{self.python[1]}",
            *(f"--platform={platform}" for platform in [*platforms, *old, f"linux_{self.machine}"]),
        ]


def parse_target(text: str, *, where: str) -> Target:
    """Read what PROBE printed.

    Raises:
        HostError: that is no CPython on glibc, the only kind that wheels are chosen for.
    """
    try:
        version, machine, libc = json.loads(text)
        name, release = libc.split()
        if name != "glibc":
            raise ValueError(name)
        return Target(_two_numbers(version), machine, _two_numbers(release))
    except (ValueError, TypeError) as error:
        raise HostError(
            f"{where} has no Python on glibc ({text.strip()[:200]!r}); name a base image that has one, "
            "such as python:3.12-slim"
        ) from error


def parse_target_label(text: str) -> Target:
    """Read what `str` writes."""
    python, machine, glibc = text.split()
    return Target(_two_numbers(python), machine, _two_numbers(glibc))


def target_of(executable: str) -> Target:
    """Return the target that an interpreter of this machine is.

    Raises:
        HostError: it can't be run, or has no glibc.
    """
    return parse_target(ask(executable, PROBE), where=executable)


def ask(executable: str, program: str) -> str:
    """Run a short program by an interpreter of this machine, and return what it prints.

    Raises:
        HostError: it can't be run, or fails.
    """
    try:
        done = subprocess.run(  # noqa: S603 -- our own programs, by the operator's interpreter
            [executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
        )
    except OSError as error:
        raise HostError(f"can't run {executable}: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise HostError(f"{executable} fails: {error.stderr.strip()[-500:]}") from error
    return done.stdout


def _two_numbers(version: str) -> tuple[int, int]:
    major, minor = version.split(".")[:2]
    return int(major), int(minor)
