"""What bwrap reports through a pipe: that it has begun, and how the bot ended.

The bot has no part of that pipe, so it can't report anything itself.
"""

import json
import os
import select
import time
from collections.abc import Iterator
from typing import Any

from arena.core.errors import HostError

BEGIN_SECONDS = 20.0
"""How long bwrap may take to make namespaces, on a machine that is very busy."""
_PIECE = 4096


class StatusPipe:
    """The reading end of the pipe."""

    def __init__(self) -> None:
        """Open a pipe; `writing` is to be given to bwrap, and closed here after that."""
        self._reading, self.writing = os.pipe()
        self._text = b""

    def wait_for_child(self) -> int | None:
        """Return the number of the first process in the namespaces; None if bwrap has failed before.

        Raises:
            HostError: nothing happens.
        """
        os.close(self.writing)
        self.writing = -1
        end = time.monotonic() + BEGIN_SECONDS
        while b"\n" not in self._text:
            if not select.select([self._reading], [], [], max(0.0, end - time.monotonic()))[0]:
                raise HostError(f"bwrap has done nothing for {BEGIN_SECONDS:g} s; is the machine overloaded?")
            if not self._read():
                return None
        return next((int(said["child-pid"]) for said in self._said() if "child-pid" in said), None)

    def exit_code(self) -> int | None:
        """Return what the bot ended with, as a shell tells it; None if it never began. bwrap has ended."""
        while self._read():
            pass
        return next((int(said["exit-code"]) for said in self._said() if "exit-code" in said), None)

    def close(self) -> None:
        """Close what is still open of it."""
        for descriptor in (self._reading, self.writing):
            if descriptor >= 0:
                os.close(descriptor)
        self._reading = self.writing = -1

    def _read(self) -> bool:
        piece = os.read(self._reading, _PIECE)
        self._text += piece
        return bool(piece)

    def _said(self) -> Iterator[dict[str, Any]]:
        for line in self._text.splitlines():
            yield json.loads(line)
