"""Reads what one instance writes, and marks which matches it belongs to.

A bot works on one message at a time, so that what it wrote is looked for before the next is sent: until
then it belongs to the matches of the messages before. A match is open from the message with its start
until the bot has answered the message with its end; if nothing was asked in that, the one after it.
"""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from arena.core.ids import MatchId
from arena.tournament.output import OutputChunk, OutputPiece

PIECE_BYTES = 16_384
"""Of what an instance writes during one job so much is kept: the end of it."""


class OutputLog:
    """The output of one instance since it was taken last. Costs a look at the file's size a message."""

    def __init__(self, file: Path, *, entrant: int, lane: int, instance: str, most_bytes: int) -> None:
        """Open the file; `most_bytes` is what the instance may write in all."""
        self.end = ""
        """Why the instance is lost, once it is."""
        self._entrant = entrant
        self._lane = lane
        self._instance = instance
        self._most_bytes = most_bytes
        self._file = -1
        with suppress(OSError):  # gone, for example: what a bot writes is no reason to fail
            self._file = os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        self._at = 0
        self._unsent: dict[int, MatchId] = {}
        self._unmarked: dict[int, MatchId] = {}
        self._marked: dict[int, MatchId] = {}
        self._leaving: list[int] = []
        self._left: list[int] = []
        self._has_answered = False
        self._ended: list[MatchId] = []
        self._chunks: list[OutputChunk] = []
        self._kept = 0

    def begin(self, match: int, id: MatchId) -> None:  # noqa: A002 - the word that records use
        """Hear that a match begins with the next message."""
        self._unsent[match] = id

    def finish(self, match: int) -> None:
        """Hear that a match is over with the next message."""
        self._leaving.append(match)

    def sending(self, *, asks: bool) -> None:
        """Keep what was written since the message before; then those matches begin and end.

        Nothing is open when this is called, so that a message before that asked something is answered.
        """
        self._read()
        if self._has_answered:
            for match in self._left:
                if self._unmarked.pop(match, None) is None:
                    self._ended.append(self._marked.pop(match))
            self._left.clear()
        self._has_answered = asks
        self._left += self._leaving
        self._leaving.clear()
        self._unmarked |= self._unsent
        self._unsent.clear()

    def take(self) -> OutputPiece | None:
        """Return what was written since this was called last; None if that is nothing."""
        self._read()
        if not (self._chunks or self.end):
            return None
        piece = OutputPiece(
            self._entrant,
            self._lane,
            self._instance,
            tuple(self._chunks),
            self.end,
            is_full=self._at >= self._most_bytes,
        )
        self._chunks = []
        self._kept = 0
        self._ended.clear()
        self._unmarked = self._marked | self._unmarked  # the next piece says anew what is open
        self._marked = {}
        return piece

    def close(self) -> OutputPiece | None:
        """Return the last piece, and give the file back."""
        piece = self.take()
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        return piece

    def _read(self) -> None:
        """Keep what is new in the file."""
        if self._file < 0:
            return
        size = os.fstat(self._file).st_size
        if size == self._at:
            return
        start = max(min(self._at, size), size - PIECE_BYTES)
        data = os.pread(self._file, size - start, start)
        lost = max(start - self._at, 0)
        self._at = start + len(data)
        if data:
            self._keep(data.decode("utf-8", "replace"), lost)

    def _keep(self, text: str, lost: int) -> None:
        self._kept += len(text)
        if self._chunks and not (self._unmarked or self._ended or lost):
            self._chunks[-1] = replace(self._chunks[-1], text=self._chunks[-1].text + text)
        else:
            self._chunks.append(OutputChunk(text, tuple(self._unmarked.values()), tuple(self._ended), lost))
        self._marked |= self._unmarked
        self._unmarked = {}
        self._ended = []
        while self._kept > PIECE_BYTES:
            self._cut()

    def _cut(self) -> None:
        """Drop the oldest text that is too much: a whole chunk, or the beginning of the only one."""
        first = self._chunks[0]
        excess = self._kept - PIECE_BYTES
        if excess < len(first.text) or len(self._chunks) == 1:
            lost = first.lost + len(first.text[:excess].encode())
            self._chunks[0] = replace(first, text=first.text[excess:], lost=lost)
            self._kept -= excess
            return
        second = self._chunks[1]
        opened = tuple(match for match in first.opened if match not in second.ended) + second.opened
        lost = first.lost + len(first.text.encode()) + second.lost
        self._chunks[:2] = [OutputChunk(second.text, opened, (), lost)]
        self._kept -= len(first.text)
