"""How names, results, faults and times are written in one line."""

from rich.text import Text

from arena.dashboard.snapshot import Incident, Snapshot
from arena.rating.standings import StandingRow
from arena.tournament.events import BlockVoided, EntrantBenched, FaultReported, MatchFinished, ShardReplaced

FEW_BLOCKS = 20
"""With fewer rated blocks a rating says little yet."""
PROVISIONAL = "~"


def duration(seconds: float) -> str:
    """Write seconds as 0:05, 12:34 or 1:02:03."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def figure(row: StandingRow, value: float) -> str:
    """Write a rating's figure, marked if it rests on few blocks."""
    return f"{PROVISIONAL if row.blocks < FEW_BLOCKS else ''}{value:.2f}"


def plural(count: int, noun: str) -> str:
    """Write `1 stage`, `2 stages`, `1,000 matches`."""
    ending = "es" if noun.endswith("ch") else "s"
    return f"{count:,} {noun}" + ("" if count == 1 else ending)


def result_line(snapshot: Snapshot, finished: MatchFinished) -> Text:
    """Write a match and its places, best first."""
    line = Text(f"{finished.match}  ", style="dim")
    order = sorted(range(len(finished.seats)), key=lambda seat: (finished.places[seat], seat))
    for number, seat in enumerate(order):
        line.append(", " if number else "", style="none")
        place = finished.places[seat]
        line.append(f"{place} {snapshot.name(finished.seats[seat])}", style="bold" if place == 1 else "none")
        if seat in finished.forfeits:
            line.append(" (forfeit)", style="red")
    return line


def fault_line(snapshot: Snapshot, fault: FaultReported) -> Text:
    """Write who did what wrong, where, and how we know."""
    line = Text(f"{fault.match}  ", style="dim")
    line.append(f"{snapshot.name(fault.entrant)}: {fault.kind.value}", style="red")
    if fault.is_forfeit:
        line.append(", which forfeits the match", style="red")
    if fault.evidence:
        line.append(f": {fault.evidence}", style="none")
    return line


def incident_line(snapshot: Snapshot, incident: Incident) -> Text:
    """Write what happened to a run besides matches and faults."""
    match incident:
        case EntrantBenched():
            name, stage = snapshot.name(incident.entrant), _stage_name(snapshot, incident.stage)
            return Text(f"{name} is benched from block {incident.from_block} of {stage} on", style="yellow")
        case BlockVoided():
            stage = _stage_name(snapshot, incident.stage)
            return Text(f"block {stage}/{incident.block} is void, not rated: {incident.reason}", style="red")
        case ShardReplaced():
            return Text(f"worker {incident.shard} was replaced: {incident.reason}", style="yellow")


def _stage_name(snapshot: Snapshot, stage: int) -> str:
    return snapshot.stages[stage].info.name if stage < len(snapshot.stages) else f"stage {stage}"
