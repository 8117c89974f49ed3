"""A bot's build step: run once, in the same sandbox as the bot, and what it made is kept.

No folder of the host's is lent to it. It writes into its own temporary folder, which the sandbox
bounds, and what is there in the end comes out as the last of its output, which the sandbox bounds too.
"""

import base64
import binascii
import io
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from arena.core.errors import BotError, ConfigError
from arena.core.text import harmless
from arena.roster.content import counted_files
from arena.roster.manifest import PYTHON
from arena.sandbox.images.kept import cache_folder, kept_folder
from arena.sandbox.images.unpacking import Budget, unpack
from arena.tournament.ports import ExitStatus, LaunchSpec, Limits, Running, Sandbox

BUILT = "built"
"""The folder in a bot's directory with what its build step made."""
BUILD_VARIABLE = "ARENA_BUILD"
"""Names the folder that a build step writes into, in its environment."""
LIMITS = Limits(memory_bytes=512 << 20, temporary_bytes=64 << 20, file_bytes=64 << 20)
SECONDS = 300
"""How long a build step may take, unless the caller says otherwise."""
_MOST_FILES = 10_000
_POLL_SECONDS = 0.02
_MARK = "the build step made: "
_LAYOUT = "1"
_PROGRAM = f"""
import base64, io, os, subprocess, sys, tempfile, zipfile
folder = os.path.join(tempfile.gettempdir(), "{BUILT}")
os.mkdir(folder)
command = [sys.executable if sys.argv[1] == "{PYTHON}" else sys.argv[1], *sys.argv[2:]]
try:
    code = subprocess.call(command, env={{**os.environ, "{BUILD_VARIABLE}": folder}})
except OSError as error:
    sys.exit(f"can't start {{command[0]!r}}: {{error.strerror}}")
if code:
    sys.exit(code if code > 0 else 128 - code)
content = io.BytesIO()
with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
    for root, _, names in os.walk(folder):
        for path in (os.path.join(root, name) for name in sorted(names)):
            if os.path.isfile(path) and not os.path.islink(path):
                archive.write(path, os.path.relpath(path, folder))
print("\\n{_MARK}" + base64.b64encode(content.getvalue()).decode(), flush=True)
"""
"""What runs the build step, in the sandbox."""


@dataclass(frozen=True, slots=True)
class BuildStep:
    """What is built, and of what."""

    name: str
    """The bot's, for messages."""
    directory: Path
    content_hash: str
    """Of the directory."""
    command: tuple[str, ...]
    packages: Path | None = None


def ensure_built(
    step: BuildStep,
    sandbox: Sandbox,
    tell: Callable[[str], None],
    *,
    cache: Path | None = None,
    seconds: float = SECONDS,
) -> Path:
    """Return a copy of a bot's directory with what its build step made in the folder `built`.

    It is kept for the same bot, packages and kind of sandbox.

    Raises:
        ConfigError: the step fails, takes too long, makes too much, or the bot has a folder `built`.
        HostError: the sandbox failed, or there is no room.
    """
    if (step.directory / BUILT).exists():
        raise ConfigError(f"{step.directory / BUILT} is where the build step's files go; rename it")

    def make(aside: Path) -> Path:
        tell(f"building {step.name}: {' '.join(step.command)}")
        made = _run(step, sandbox, seconds)
        whole = aside / "bot"
        _copy_counted(step.directory, whole)
        (whole / BUILT).mkdir()
        budget = Budget(f"the files that {step.name} builds", LIMITS.temporary_bytes, _MOST_FILES)
        unpack(io.BytesIO(made), f"what {step.name} builds", whole / BUILT, budget, _as_it_is)
        return whole

    packages = step.packages.name if step.packages is not None else ""
    ingredients = "\n".join([_LAYOUT, step.content_hash, packages, sandbox.name, *step.command])
    return kept_folder(cache or cache_folder("built"), ingredients, make)


def _copy_counted(directory: Path, target: Path) -> None:
    """Copy what the bot's hash is of, and nothing else: what is kept under a hash must follow from it."""
    target.mkdir()
    for name, file in counted_files(directory):
        copy = target / os.fsdecode(name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)


def _run(step: BuildStep, sandbox: Sandbox, seconds: float) -> bytes:
    """Run the build step, and return what it made, as an archive."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        spec = LaunchSpec(
            name=f"build-{secrets.token_hex(8)}",
            directory=step.directory,
            command=(PYTHON, "-c", _PROGRAM, *step.command),
            socket_directory=Path(folder),  # empty: there is nobody to talk to
            token="",
            limits=LIMITS,
            core=None,
            packages=step.packages,
        )
        try:
            running = sandbox.start(spec)
        except BotError as error:
            raise ConfigError(f"can't build {step.name}: {error}") from error
        try:
            status = _wait(step, running, seconds)
            output = running.output(LIMITS.file_bytes)
        finally:
            running.stop()
    _, mark, made = output.rpartition(f"\n{_MARK}")
    if status.code or not mark:
        raise ConfigError(f"the build step of {step.name} fails ({status}): {harmless(output[-1000:], 1000)}")
    try:
        return base64.b64decode(made.strip(), validate=True)
    except binascii.Error as error:
        raise ConfigError(f"the build step of {step.name} leaves something that prints") from error


def _wait(step: BuildStep, running: Running, seconds: float) -> ExitStatus:
    end = time.monotonic() + seconds
    while (status := running.exit_status()) is None:
        if time.monotonic() > end:
            raise ConfigError(f"the build step of {step.name} takes longer than {seconds:g} s")
        time.sleep(_POLL_SECONDS)
    return status


def _as_it_is(path: PurePosixPath) -> PurePosixPath:
    return path
