"""What bots wrote to stdout and stderr, as lines for people; those that begin with -- are the arena's."""

from collections.abc import Iterator, Sequence

from arena.core.ids import MatchId
from arena.core.text import gist, harmless, lines_of
from arena.tournament.output import OutputPiece

LONGEST_LINE = 2_000
MOST_NAMED = 6
"""Of the matches that were open so many are named."""
GIST_LENGTH = 300


def output_text(
    pieces: Sequence[OutputPiece], *, held_back: int, dropped: int, match: MatchId | None = None
) -> Iterator[str]:
    """Yield the lines of one entrant's output, with a heading where another instance goes on.

    Args:
        pieces: What is shown of it, in the order in which it came.
        held_back: Pieces that can't be shown yet.
        dropped: Bytes of older output for which there was no room.
        match: Only what was written while this match was open; None for all.
    """
    if dropped:
        yield f"-- older output of this bot, {dropped:,} bytes as stored, had no room and was dropped"
    instance = ""
    for piece in pieces:
        if piece.instance != instance:
            instance = piece.instance
            yield f"-- instance {harmless(instance, 32)}, lane {piece.lane}"
        yield from _piece(piece, match)
    if held_back:
        yield f"-- held back until the blocks of all their matches are complete: {held_back} more"
    elif not pieces:
        when = "" if match is None else " while this match was open"
        yield f"-- it wrote nothing{when}" if not dropped else "-- nothing else is kept"


def _piece(piece: OutputPiece, match: MatchId | None) -> Iterator[str]:
    """Tell a piece, or those chunks of it during which a match was open."""
    opened: tuple[MatchId, ...] | None = None
    is_open = False
    for now_open, chunk in piece.by_open_matches():
        is_open = match is None or match in now_open
        if not is_open:
            continue
        if now_open != opened:
            opened = now_open
            yield f"-- {_named(now_open, match)}"
        if chunk.lost:
            yield f"-- {chunk.lost:,} bytes are missing here"
        for line in lines_of(chunk.text.removesuffix("\n")):
            yield f"  {harmless(line, LONGEST_LINE)}"
    if piece.is_full:
        yield "-- it has written as much as it may; what it wrote later is lost"
    if piece.end and (is_open or not piece.chunks):
        yield f"-- it was lost: {gist(piece.end, GIST_LENGTH)}"


def _named(matches: Sequence[MatchId], first: MatchId | None) -> str:
    """Name open matches, the one that was asked for first."""
    if not matches:
        return "no match was open"
    names = [str(match) for match in sorted(matches, key=lambda match: (match != first, match))]
    more = len(names) - MOST_NAMED
    return " ".join(names[:MOST_NAMED]) + (f" and {more} more were open" if more > 0 else "")
