"""Output that can't fail: a bot goes on playing when its share of log space is used up."""

import contextlib
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _LossyFile(io.RawIOBase):
    """A file that drops what can't be written."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write what there is room for, and claim that it was all."""
        with contextlib.suppress(OSError):
            return os.write(self._descriptor, data)
        return memoryview(data).nbytes


def never_fail_to_print() -> None:
    """Let stdout and stderr drop what can't be written, and write each line when it is complete."""
    if sys.stdout is not None:
        sys.stdout = _lossy(sys.stdout)
    if sys.stderr is not None:
        sys.stderr = _lossy(sys.stderr)


def _lossy(stream: TextIO) -> TextIO:
    raw = _LossyFile(stream.fileno())
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True
    )
