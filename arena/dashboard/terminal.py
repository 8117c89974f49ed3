"""The terminal's own doings that would spoil a view that is redrawn in place."""

import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

LOCAL_FLAGS = 3
"""Where `tcgetattr` has the flags that echo is among."""


@contextmanager
def without_echo(file: IO[str]) -> Iterator[None]:
    """Keep a terminal from echoing what is typed: `^C` or a line end would shift what is redrawn in place."""
    flags = _set_flags(file, clear=termios.ECHO)
    try:
        yield
    finally:
        if flags is not None:
            _set_flags(file, add=flags & termios.ECHO)


def _set_flags(file: IO[str], *, clear: int = 0, add: int = 0) -> int | None:
    """Change flags of a terminal that is ours to change; return what they were, None if it isn't.

    In the background it is another program's, and a change would stop us by a signal.
    """
    if not file.isatty():
        return None
    try:
        if os.tcgetpgrp(file.fileno()) != os.getpgrp():
            return None
        attributes = termios.tcgetattr(file)
        before: int = attributes[LOCAL_FLAGS]
        attributes[LOCAL_FLAGS] = before & ~clear | add
        termios.tcsetattr(file, termios.TCSANOW, attributes)
    except (OSError, termios.error):  # gone, or not the terminal that we were started from
        return None
    return before
