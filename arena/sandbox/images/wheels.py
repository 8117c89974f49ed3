"""Wheels: fetched from the operator's index and unpacked, without running a line of what is in them."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath

from arena.core.errors import ConfigError, HostError
from arena.sandbox.images.target import Target
from arena.sandbox.images.unpacking import Budget, unpack

MOST_BYTES = 200_000_000
"""Of all wheels of a bot together, as they are fetched, and again unpacked."""
MOST_FILES = 20_000
"""Unpacked, of all wheels of a bot together."""
_FETCH_SECONDS = 600
_POLL_SECONDS = 0.05
_PIP = """
import runpy, sys
def refuse(event, arguments):
    if event in {"subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"}:
        raise PermissionError("a bot's requirements are wheels, for which no program need be run")
sys.addaudithook(refuse)
runpy.run_module("pip", run_name="__main__", alter_sys=True)
"""
"""pip builds what is named by an address even where only wheels are allowed, so it can't start anything."""
_WHOSE = "the requirements of this bot"
_VERSIONS = re.compile(r"\(from versions: [^)]*, ([^,)]+)\)")
"""pip lists every version that there is."""
_SITE_FOLDERS = {"purelib", "platlib"}


def fetch_wheels(words: list[str], target: Target, folder: Path) -> None:
    """Fetch requirements, and what they require, as pip is configured here.

    Args:
        words: Lines `name==version`, or options of `pip download`.
        target: What they must fit. pip judges conditions such as `python_version < "3.12"` by its own
            Python all the same.
        folder: Made, and left with the wheels in it.

    Raises:
        ConfigError: there is no such version as a wheel, or all together are too large.
        HostError: pip is missing, or no index answers.
    """
    folder.mkdir(parents=True)
    scratch = folder.parent / f"{folder.name}.pip"
    scratch.mkdir()
    log = scratch / "log"
    options = [
        "--no-input",
        "--no-cache-dir",
        "--disable-pip-version-check",
        "--quiet",
        "--dest",
        str(folder),
    ]
    command = [sys.executable, "-P", "-c", _PIP, "download", *options, *target.pip_options(), *words]
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 -- our own words, and lines that were checked
            command,
            env={**os.environ, "TMPDIR": str(scratch), "PIP_PROGRESS_BAR": "off"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _watch(process, [folder, scratch])
        finally:
            process.kill()
            process.wait()
    said = log.read_text("utf-8", "replace")
    shutil.rmtree(scratch)
    if process.returncode:
        raise _failure(process.returncode, said, words)


def _watch(process: subprocess.Popen[bytes], folders: list[Path]) -> None:
    """Wait for pip's end, and end it when it has fetched too much or takes too long."""
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))
    end = time.monotonic() + _FETCH_SECONDS
    while process.poll() is None:
        if sum(map(_size, folders)) > MOST_BYTES:
            raise _too_large("bytes to fetch", MOST_BYTES)
        if time.monotonic() > end:
            raise HostError(f"fetching a bot's requirements takes longer than {_FETCH_SECONDS} s; try again")
        time.sleep(_POLL_SECONDS)


def _size(folder: Path) -> int:
    """Return the bytes in a folder in which files come and go."""
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(root, name).lstat().st_size
            except FileNotFoundError:
                continue
    return total


def _failure(code: int, said: str, words: list[str]) -> ConfigError | HostError:
    if code == -signal.SIGXFSZ or "File too large" in said:
        return _too_large("bytes to fetch", MOST_BYTES)
    errors = "; ".join(line for line in said.splitlines() if "WARNING" not in line)
    errors = _VERSIONS.sub(r"(the newest is \1)", errors)[-1_000:]
    what = f"can't fetch {', '.join(word for word in words if '==' in word)}: {errors}"
    if "No module named pip" in said:
        return HostError(f"{what}; install pip beside the arena: python -m ensurepip")
    if any(sign in said for sign in ("No matching distribution", "ResolutionImpossible", "need be run")):
        return ConfigError(
            f"{what}; requirements in bot.toml must be there as wheels, and agree with each other. If they "
            "do, see that pip's index can be reached (pip config list)"
        )
    return HostError(f"{what}; see that pip's index can be reached (pip config list), and that there is room")


def _too_large(what: str, most: int) -> ConfigError:
    return ConfigError(f"{_WHOSE} are too large: at most {most:,} {what}, with all that they need")


def unpack_wheels(wheels: Path, into: Path) -> list[str]:
    """Unpack all wheels in a folder beside each other; nothing in them is run, or made a program.

    Returns:
        The files left out because Python would run them at its start, if it found them in a folder of
        its own: those that end in .pth.

    Raises:
        ConfigError: a wheel is damaged, names places outside its folder, or all are too large.
    """
    into.mkdir(parents=True)
    budget = Budget(_WHOSE, MOST_BYTES, MOST_FILES)
    left_out: list[str] = []

    def place(path: PurePosixPath) -> PurePosixPath | None:
        where = _on_pythons_path(path)
        if where is None or where.suffix != ".pth":
            return where
        left_out.append(f"{wheel.name}: {where}")
        return None

    for wheel in sorted(wheels.iterdir()):
        unpack(wheel, wheel.name, into, budget, place)
    return left_out


def _on_pythons_path(path: PurePosixPath) -> PurePosixPath | None:
    """Return where a file of a wheel belongs on Python's path; None for programs, headers and the like."""
    if not path.parts[0].endswith(".data"):
        return path
    if len(path.parts) > 2 and path.parts[1] in _SITE_FOLDERS:
        return PurePosixPath(*path.parts[2:])
    return None
