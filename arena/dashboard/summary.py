"""What stays on the screen when a run has ended."""

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.text import Text

from arena.dashboard.snapshot import Snapshot, StageProgress
from arena.dashboard.tables import faults_table, has_provisional, standings_table
from arena.dashboard.words import (
    MISSED_NOTE,
    PROVISIONAL_NOTE,
    duration,
    fault_line,
    incident_line,
    overall_title,
    plural,
)
from arena.tournament.events import BlockVoided, TournamentEnded


def print_summary(console: Console, snapshot: Snapshot, *, with_notices: bool = True) -> None:
    """Print tables, faults and the facts of a run that has ended; notices unless they stand above already.

    Lines that are to be copied are never wrapped.
    """
    if snapshot.ended is None:
        return
    for part in _parts(snapshot, snapshot.ended):
        console.print(part)
    for notice in _notices(snapshot, snapshot.ended) if with_notices else ():
        console.print(notice)
    for line in _facts(snapshot.ended):
        console.print(line, soft_wrap=True)


def _parts(snapshot: Snapshot, ended: TournamentEnded) -> Iterator[RenderableType]:
    yield _headline(snapshot, ended)
    for stage in snapshot.stages:
        if stage.rows:
            yield Text()
            yield _stage_title(stage, is_finished=ended.finished)
            yield standings_table(stage.rows, snapshot.entrants)
    if ended.overall:
        yield Text()
        yield _overall_title(snapshot, is_finished=ended.finished)
        yield standings_table(ended.overall, snapshot.entrants)
        if any(row.rank == 0 for row in ended.overall):
            yield Text(MISSED_NOTE)
    all_rows = [row for rows in (*(stage.rows for stage in snapshot.stages), ended.overall) for row in rows]
    if has_provisional(all_rows):
        yield Text()
        yield Text(PROVISIONAL_NOTE)
    yield from _troubles(snapshot)


def _headline(snapshot: Snapshot, ended: TournamentEnded) -> Text:
    seconds = snapshot.seconds(snapshot.ended_us)
    rate, _ = snapshot.rates(snapshot.ended_us)
    line = Text(snapshot.tournament, style="bold")
    line.append(
        " finished" if ended.finished else " stopped early", style="bold" if ended.finished else "yellow"
    )
    line.append(f": {snapshot.matches:,} of {plural(snapshot.planned, 'match')}", style="not bold")
    if snapshot.matches != snapshot.played.matches:
        line.append(f", {snapshot.played.matches:,} of them in this run", style="not bold")
    line.append(f"; {duration(seconds)}, {rate:,.0f} matches/s", style="not bold")
    return line


def _stage_title(stage: StageProgress, *, is_finished: bool) -> Text:
    info = stage.info
    line = Text(info.name, style="bold cyan")
    line.append(f"  {info.game} {info.preset}, {info.seats} seats", style="not bold")
    if not is_finished and stage.blocks < info.blocks:
        line.append(
            f"  provisional, {stage.blocks:,} of {plural(info.blocks, 'block')}", style="not bold yellow"
        )
    return line


def _overall_title(snapshot: Snapshot, *, is_finished: bool) -> Text:
    title = overall_title([stage.rows for stage in snapshot.stages], is_finished=is_finished)
    name, gap, provisional = title.partition("  ")
    return Text(name, style="bold cyan").append(gap + provisional, style="not bold yellow")


def _troubles(snapshot: Snapshot) -> Iterator[RenderableType]:
    """List the faults by bot, then what happened besides."""
    if snapshot.fault_counts:
        yield Text()
        yield faults_table(snapshot.fault_counts, snapshot.entrants)
        yield Text()
        yield Text("Latest fault of each", style="bold")
        for fault in {fault.entrant: fault for fault in snapshot.faults}.values():
            yield fault_line(snapshot, fault)
    if snapshot.incidents:
        yield Text()
    for incident in snapshot.incidents:
        yield incident_line(snapshot, incident)
    listed = sum(isinstance(incident, BlockVoided) for incident in snapshot.incidents)
    if snapshot.voided > listed:
        yield Text(f"and {plural(snapshot.voided - listed, 'more block')} void", style="red")


def _notices(snapshot: Snapshot, ended: TournamentEnded) -> Iterator[Text]:
    """List the notices, without that of the commitment, which is among the facts."""
    notices = [notice for notice in snapshot.notices if ended.commitment not in notice]
    if notices:
        yield Text()
    for notice in notices:
        yield Text(f"note: {notice}")


def _facts(ended: TournamentEnded) -> Iterator[Text]:
    yield Text()
    yield Text(f"repeatable: {ended.repeatable}")
    yield Text(f"commitment: {ended.commitment}")
    if ended.secret:
        yield Text(f"secret:     {ended.secret}")
