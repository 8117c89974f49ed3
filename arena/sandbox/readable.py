"""Whether a bot may read its own files: in most sandboxes it is a user of its own."""

import shlex
from pathlib import Path

from arena.core.errors import HostError
from arena.roster.content import counted_files
from arena.sandbox.bubblewrap.host import is_machines_root
from arena.tournament.ports import Sandbox

_READ, _ENTER = 0o4, 0o1
_OWNER_ENTERS = 0o100


def check_readable(directory: Path, sandbox: Sandbox) -> None:
    """See that everybody may read what counts of a bot, where the sandbox makes it somebody else.

    A bot that can't read one of its files crashes, and that would be charged to it.

    Raises:
        HostError: something is for its owner alone; the message has the command that helps.
        ConfigError: there is a link or a special file among what counts, or we can't read it ourselves.
    """
    if not _makes_users(sandbox):
        return
    files = [file for _, file in counted_files(directory)]
    folders = {parent for file in files for parent in file.parents if parent.is_relative_to(directory)}
    for path in sorted({directory, *folders, *files}):
        if not _is_for_everybody(path):
            raise HostError(
                f"in the sandbox {sandbox.name} bots are users of their own, and those can't read {path}: "
                f"chmod -R o+rX {shlex.quote(str(directory))}"
            )


def _makes_users(sandbox: Sandbox) -> bool:
    """Tell whether bots are other users than we are; in bubblewrap that needs root."""
    return sandbox.name == "docker" or (sandbox.name == "bubblewrap" and is_machines_root())


def _is_for_everybody(path: Path) -> bool:
    """Tell whether others may read it, and enter or execute it if its owner may."""
    mode = path.stat().st_mode
    needed = _READ | (_ENTER if mode & _OWNER_ENTERS else 0)
    return mode & needed == needed
