"""The live view: a pure function of a snapshot, the time and the size of the screen.

From top to bottom: one line about the run, one about its speed, one for each stage; then the tables
and, below them or on a wide screen beside them, what happened lately. What does not fit is left out,
the table of the stage that is being played last of all; stages that are left out are named.
"""

from collections.abc import Container, Iterator, Sequence, Set
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena.dashboard.snapshot import Snapshot, StageProgress
from arena.dashboard.tables import standings_table
from arena.dashboard.words import (
    NO_TABLE,
    STOPPING,
    duration,
    fault_line,
    incident_line,
    plural,
    result_line,
    waiting,
)

WIDE = 150
"""From this width on the feeds stand beside the tables."""
TABLES_SHARE = 0.6
"""Of a wide screen."""
BAR_WIDTH = 24
LEAST_BAR = 4
GAP = 2
TABLE_FRAME = 3
"""Lines of a table besides its rows: its title, its heading, a rule."""
LEAST_ROWS = 2
FEEDS_SHARE = 4
"""On a narrow screen one line in so many is kept for the feeds."""
ROOM_FOR_FEEDS = 12
"""With fewer lines, tables take all that they need."""
LEAST_FEED = 3
"""Lines of a feed: a blank one, its title, its latest. Without room for all of that, blank ones go."""
ROOM_FOR_NOTICES = 15
"""With fewer lines than on a screen of 16, notices wait for the summary: standings come first."""
NOTICES = "Notices"
_RULER = Console()
"""Measures how text wraps; nothing is written to it."""


@dataclass(frozen=True, slots=True)
class LiveView:
    """The view of one moment, drawn in the width and height there is."""

    snapshot: Snapshot
    now_us: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it; the last line of the screen stays free for the cursor."""
        height = (options.height or console.size.height) - 1
        yield from compose(self.snapshot, self.now_us, width=options.max_width, height=height)


def compose(snapshot: Snapshot, now_us: int, *, width: int, height: int) -> list[RenderableType]:
    """Return what is shown, from top to bottom, in no more lines than `height`."""
    top: list[RenderableType] = [_headline(snapshot), _speed(snapshot, now_us)]
    shown = _shown_stages(snapshot, max(1, height // 4 - len(top)))
    top.append(_stage_lines(shown, width))
    left = height - len(top) + 1 - len(shown) - 1
    if left < 1:
        return top[: max(1, height)] if height <= len(top) else top
    in_lines = frozenset(stage.info.name for stage in shown)
    with_notices = height >= ROOM_FOR_NOTICES
    if width >= WIDE:
        sides = _side_by_side(snapshot, in_lines, width=width, height=left, with_notices=with_notices)
        return [*top, Text(), sides]
    tables, used = _tables(snapshot, in_lines, left - (left // FEEDS_SHARE if left >= ROOM_FOR_FEEDS else 0))
    room = left - used - 1 if used else left
    feeds = _feeds(snapshot, room, width=width, with_notices=with_notices)
    return [*top, Text(), *tables, *([Text()] if used and feeds else []), *feeds]


def _headline(snapshot: Snapshot) -> Text:
    line = _line(snapshot.tournament or "starting", style="bold")
    if snapshot.is_draining and snapshot.ended is None:
        return line.append(f"  {STOPPING}", style="bold yellow")
    counts = (
        plural(len(snapshot.stages), "stage"),
        plural(len(snapshot.entrants), "bot"),
        plural(snapshot.workers, "worker"),
    )
    return line.append(f"  {', '.join(counts)}", style="not bold")


def _speed(snapshot: Snapshot, now_us: int) -> Text:
    waited = snapshot.seconds_waited(now_us)
    if waited is not None:
        return _line(waiting(waited))
    matches, decisions = snapshot.rates(now_us)
    left = snapshot.seconds_left(now_us)
    parts = [
        f"{duration(snapshot.seconds(now_us))} gone",
        f"about {duration(left)} left" if left is not None else "time left unknown",
        f"{matches:,.0f} matches/s",
        f"{decisions:,.0f} decisions/s",
    ]
    return _line("  ".join(parts))


def _shown_stages(snapshot: Snapshot, most: int) -> list[StageProgress]:
    """Choose the stages that get a line: all, or those around the one being played."""
    first = min(max(0, snapshot.current - most // 2), max(0, len(snapshot.stages) - most))
    return list(snapshot.stages[first : first + most])


def _stage_lines(stages: Sequence[StageProgress], width: int) -> Table:
    """Draw a line of progress for each stage; the bar gives way."""
    names = [Text(stage.info.name, style="cyan") for stage in stages]
    counts = [Text(_count(stage)) for stage in stages]
    words = max((name.cell_len for name in names), default=0) + max((c.cell_len for c in counts), default=0)
    bar_width = max(LEAST_BAR, min(BAR_WIDTH, width - words - 2 * GAP))
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, overflow="ellipsis")
    for name, stage, count in zip(names, stages, counts, strict=True):
        total = max(1, stage.info.matches)
        grid.add_row(name, ProgressBar(total=total, completed=stage.matches, width=bar_width), count)
    return grid


def _count(stage: StageProgress) -> str:
    planned = stage.info.matches
    part = 100 * stage.matches // planned if planned else 100
    return f"{stage.matches:,} of {plural(planned, 'match')}, {part:>3} %"


def _side_by_side(
    snapshot: Snapshot, in_lines: Set[str], *, width: int, height: int, with_notices: bool
) -> Table:
    tables, _ = _tables(snapshot, in_lines, height)
    grid = Table.grid(padding=(0, 4, 0, 0))
    left = int(width * TABLES_SHARE)
    right = width - left - 4
    grid.add_column(width=left)
    grid.add_column(width=right)
    feeds = _feeds(snapshot, height, width=right, with_notices=with_notices)
    grid.add_row(Group(*tables), Group(*feeds))
    return grid


def _tables(snapshot: Snapshot, in_lines: Set[str], height: int) -> tuple[list[RenderableType], int]:
    """Draw the tables that fit; return them and the lines they take.

    They stand in the stages' order if there is room for all, else the one that is being played comes first.
    Where none can be drawn yet, a line says why.
    """
    rows = _allot(snapshot, height)
    left_out = _left_out(snapshot, in_lines, rows)
    if left_out:
        # Naming them takes a line, but not from the only table.
        rows = _allot(snapshot, height - 1) or rows
        left_out = _left_out(snapshot, in_lines, rows)
    is_empty = bool(snapshot.stages) and not any(stage.rows for stage in snapshot.stages)
    parts: list[RenderableType] = [_line(NO_TABLE, style="dim")] * is_empty
    for number, shown in rows.items() if left_out else sorted(rows.items()):
        parts += [*([Text()] if parts else []), *_table(snapshot, snapshot.stages[number], shown)]
    used = sum(TABLE_FRAME + shown for shown in rows.values()) + max(0, len(rows) - 1) + is_empty
    if left_out and used < height:
        names = ", ".join(left_out)
        parts.append(_line(f"and {plural(len(left_out), 'more stage')}: {names}", style="dim"))
        used += 1
    return parts, used


def _table(snapshot: Snapshot, stage: StageProgress, shown: int) -> Iterator[RenderableType]:
    """Draw a stage's table with so many lines of rows, the last of which counts what is cut."""
    is_cut = shown < len(stage.rows)
    kept = stage.rows[: shown - 1] if is_cut else stage.rows
    yield _table_title(stage)
    yield standings_table(kept, snapshot.entrants)
    if is_cut:
        yield _line(f"and {plural(len(stage.rows) - len(kept), 'more bot')}", style="dim")


def _left_out(snapshot: Snapshot, in_lines: Set[str], tables: Container[int]) -> list[str]:
    """Name the stages without a table that have rows to show, or not even a line of progress."""
    return [
        stage.info.name
        for number, stage in enumerate(snapshot.stages)
        if number not in tables and (stage.rows or stage.info.name not in in_lines)
    ]


def _allot(snapshot: Snapshot, height: int) -> dict[int, int]:
    """Decide how many lines of rows each stage's table gets: the current stage first."""
    order = sorted(range(len(snapshot.stages)), key=lambda number: (number != snapshot.current, number))
    lines: dict[int, int] = {}
    for number in order:
        wanted = len(snapshot.stages[number].rows)
        room = height - TABLE_FRAME - bool(lines)
        if wanted and room >= min(wanted, LEAST_ROWS):
            lines[number] = min(wanted, room)
            height = room - lines[number]
    return lines


def _table_title(stage: StageProgress) -> Text:
    info = stage.info
    line = _line(info.name, style="bold cyan")
    line.append(f"  {info.game} {info.preset}, {info.seats} seats", style="not bold")
    if stage.blocks < info.blocks:
        progress = f"  provisional, {stage.blocks:,} of {plural(info.blocks, 'block')}"
        line.append(progress, style="not bold yellow")
    return line


def _feeds(snapshot: Snapshot, height: int, *, width: int, with_notices: bool) -> list[RenderableType]:
    """Draw what happened lately: results, faults, and incidents with the notices, in equal parts.

    Each takes a line; notices wrap where there is room for more.
    """
    incidents = [incident_line(snapshot, incident) for incident in snapshot.incidents]
    notices = [Text(notice, style="dim") for notice in snapshot.notices if with_notices]
    feeds = [
        ("Latest results", [result_line(snapshot, finished) for finished in snapshot.latest]),
        ("Faults", [fault_line(snapshot, fault, width=width) for fault in snapshot.faults]),
        (NOTICES, [*notices, *incidents]),
    ]
    feeds = [(title, lines) for title, lines in feeds if lines]
    parts: list[RenderableType] = []
    is_spacious = height >= LEAST_FEED * len(feeds)
    for number, (title, lines) in enumerate(feeds):
        separator = bool(parts) and is_spacious
        share = height // (len(feeds) - number) - 1 - separator
        if share < 1:
            continue
        kept = lines[-share:]
        if title == NOTICES:
            kept = _wrapped(kept, width, spare=share - len(kept))
        parts += [Text()] * separator
        parts.append(_line(title, style="bold"))
        for line in kept:
            line.no_wrap, line.overflow = True, "ellipsis"
            parts.append(line)
        height -= separator + 1 + len(kept)
    return parts


def _wrapped(lines: Sequence[Text], width: int, *, spare: int) -> list[Text]:
    """Wrap lines as long as there are spare ones, the latest first; the others stay as they are."""
    wrapped: list[Text] = []
    for line in reversed(lines):
        rows = list(line.wrap(_RULER, width))
        if len(rows) - 1 > spare:
            rows = [line]
        spare -= len(rows) - 1
        wrapped[:0] = rows
    return wrapped


def _line(text: str, *, style: str = "") -> Text:
    """Return a text that stays on one line, whatever the width."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")
