"""What instances wrote to stdout and stderr, with marks at the matches that were open meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.core.ids import MatchId


@dataclass(frozen=True, slots=True)
class OutputChunk:
    """Some text, written while the same matches were open."""

    text: str
    """Foreign: to be made harmless before it is shown."""
    opened: tuple[MatchId, ...] = ()
    """Matches that have begun since the chunk before; in a piece's first chunk all that are open."""
    ended: tuple[MatchId, ...] = ()
    """Matches that have ended since then."""
    lost: int = 0
    """Bytes before the text that were not kept."""


@dataclass(frozen=True, slots=True)
class OutputPiece:
    """What one instance wrote during a job, or the end of it; the next piece goes on where this one ends."""

    entrant: int
    lane: int
    instance: str
    """Tells the instances of a tournament apart; no more than a word."""
    chunks: tuple[OutputChunk, ...]
    end: str = ""
    """Why the instance is lost: kind and evidence of the fault. Empty if it goes on, or is needed no more."""
    is_full: bool = False
    """True if it has written all that it may: what it writes from then on is lost."""

    def matches(self) -> set[MatchId]:
        """Return all matches that were open."""
        return {match for chunk in self.chunks for match in chunk.opened}

    def by_open_matches(self) -> Iterator[tuple[tuple[MatchId, ...], OutputChunk]]:
        """Yield the chunks, each with the matches that were open while it was written, oldest first."""
        opened: dict[MatchId, None] = {}
        for chunk in self.chunks:
            for match in chunk.ended:
                opened.pop(match, None)
            opened |= dict.fromkeys(chunk.opened)
            yield tuple(opened), chunk
