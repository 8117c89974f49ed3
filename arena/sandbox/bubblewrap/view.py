"""What every bot sees of the file system, read-only: programs, the interpreter and the kit.

bwrap makes missing folders on the way to a mount for root's eyes only (mode 0700), so every one of
them is named. The interpreter stays where it is on the host, because shared interpreters know the
place of their own library; of what pip installed beside it, a bot sees nothing.
"""

import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath

from arena.sandbox.images.host_python import base_executable
from arena.sandbox.images.kit import PACKAGE, ROOMS, dependencies
from arena.sandbox.machine import covered_proc

KIT = PurePosixPath("/opt/arena/site")
"""The kit and what it needs; on Python's path."""
PROGRAMS = PurePosixPath("/opt/arena/bin")
"""Where `python` is; first on the PATH."""
BOT = PurePosixPath("/bot")
PACKAGES = PurePosixPath("/opt/packages")
SOCKETS = PurePosixPath("/run/arena")
TEMPORARY = PurePosixPath("/tmp")  # noqa: S108 -- the bot's own, and bounded
SEARCH_PATH = (str(PROGRAMS), "/usr/local/bin", "/usr/bin", "/bin")
_SYSTEM = (
    *("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/libx32"),
    *("/usr/share", "/usr/local/bin", "/usr/local/lib", "/usr/local/lib64", "/usr/local/share"),
    *("/etc/alternatives", "/etc/ld.so.cache"),
)
"""Programs and their libraries; not all of /usr, since some keep their work in /usr/src."""
_INSTALLED = ("python*/site-packages", "python*/dist-packages")


@dataclass(frozen=True, slots=True)
class View:
    """Mounts that all instances share."""

    mounts: tuple[tuple[str, str], ...]
    """What of the host, and where the bot sees it; in an order that puts outer before inner."""
    links: tuple[tuple[str, str], ...]
    """Where a link leads, and where it is."""
    hidden: tuple[str, ...]
    """Folders below the mounts that are shown empty."""
    covered_files: tuple[str, ...] = ()
    covered_folders: tuple[str, ...] = ()
    """Of /proc, what counts for the whole machine."""


def host_view() -> View:
    """Describe the view that this machine gives.

    Raises:
        HostError: one of the kit's requirements is not installed.
    """
    python = base_executable()
    system = [Path(name) for name in _SYSTEM]
    shown = [path for path in system if path.exists() and not path.is_symlink()]
    interpreter = [path for path in _interpreter(Path(python)) if not _is_below(path, shown)]
    kit = [*_kit(), *_installed(dependencies())]
    covered = covered_proc()
    return View(
        mounts=tuple((str(path), str(path)) for path in (*shown, *interpreter)) + tuple(kit),
        links=(
            *((str(path.readlink()), str(path)) for path in system if path.is_symlink()),
            *((python, str(PROGRAMS / name)) for name in ("python", "python3")),
        ),
        hidden=tuple(
            sorted(
                str(found)
                for folder in (*shown, *interpreter)
                for pattern in _INSTALLED
                for found in folder.glob(pattern)
                if not found.is_symlink()
            )
        ),
        covered_files=tuple(str(path) for path in covered if not path.is_dir()),
        covered_folders=tuple(str(path) for path in covered if path.is_dir()),
    )


def parents(paths: Iterable[str]) -> list[str]:
    """Return the folders that lead to paths, outer ones first."""
    found = {str(parent) for path in paths for parent in PurePosixPath(path).parents}
    return sorted(found - {"/"})


def _interpreter(python: Path) -> Iterator[Path]:
    """Yield the interpreter and the folders of its libraries, outside any virtual environment."""
    yield python
    prefixes = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    libraries = {
        Path(sysconfig.get_path(name, vars=prefixes)).resolve().parent for name in ("stdlib", "platstdlib")
    }
    yield from sorted(libraries)


def _is_below(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _kit() -> Iterator[tuple[str, str]]:
    for part in ("__init__.py", *ROOMS):
        yield str(PACKAGE / part), str(KIT / "arena" / part)


def _installed(distributions: Iterable[Distribution]) -> Iterator[tuple[str, str]]:
    """Yield files and folders of distributions; of a folder that several share, its parts."""
    for each in distributions:
        files = [file for file in each.files or () if ".." not in file.parts]
        packages = {file.parts[0] for file in files if file.parts[1:] == ("__init__.py",)}
        names = {
            PurePosixPath(*file.parts[:1]) if file.parts[0] in packages else PurePosixPath(*file.parts[:2])
            for file in files
            if not file.parts[0].endswith(".dist-info") and file.parts[0] != "__pycache__"
        }
        for name in sorted(names):
            yield str(Path(str(each.locate_file(name))).resolve()), str(KIT / name)
