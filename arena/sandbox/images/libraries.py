"""The shared libraries that programs need to run elsewhere."""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from arena.core.errors import HostError

EXPECTED = (
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "libresolv.so.2",
    "librt.so.1",
    "libstdc++.so.6",
    "libutil.so.1",
    "libz.so.1",
)
"""What compiled wheels may expect of any system (PEP 513 and those after it), windows and sound apart."""
_FOUND = re.compile(r"^\s*(\S+) => (/.+?) \(0x[0-9a-f]+\)$", re.MULTILINE)
_LOADER = re.compile(r"^\s*(/\S*/ld-\S+) (?:=> \S+ )?\(0x[0-9a-f]+\)$", re.MULTILINE)
_CACHED = re.compile(r"^\s*(\S+) \(.*\) => (/.+)$", re.MULTILINE)


def library_closure(program: Path, binaries: Iterable[Path]) -> dict[str, Path]:
    """Return the libraries that a program, its compiled modules and wheels in general need, by their places.

    The loader gets the place that the program itself names; all others go beside the C library,
    where every loader looks without being told, whatever the machine calls that folder.

    Raises:
        HostError: the program is not linked to glibc.
    """
    listed = _ldd([program, *binaries])
    loader = _LOADER.search(_ldd([program]))
    found = dict(_FOUND.findall(listed))
    if loader is None or "libc.so.6" not in found:
        raise HostError(f"{program} is not linked to glibc; name a base image, for example python:3.12-slim")
    kind = _kind(program)
    for name, file in _CACHED.findall(_run(["/sbin/ldconfig", "-p"])):
        if name in EXPECTED and name not in found and _kind(Path(file)) == kind:
            found[name] = file
    folder = Path(found["libc.so.6"]).parent
    closure = {str(folder / Path(name).name): Path(file) for name, file in found.items()}
    closure[loader[1]] = Path(loader[1])
    return {place.lstrip("/"): file for place, file in closure.items()}


def _ldd(files: list[Path]) -> str:
    return _run(["ldd", *map(str, files)])


def _run(command: list[str]) -> str:
    """Run a tool; ldd fails if one file of many is static, so its exit code says nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- our own words
    except OSError as error:
        raise HostError(
            f"can't run {command[0]} ({error.strerror}), which shows what libraries Python needs here; "
            "name a base image, for example python:3.12-slim"
        ) from error
    return done.stdout


def _kind(file: Path) -> bytes:
    """Return what an ELF file says of word size, byte order and machine."""
    with file.open("rb") as opened:
        head = opened.read(20)
    return head[4:6] + head[18:20]
