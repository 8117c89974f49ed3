"""How names, results, faults and times are written in one line."""

from collections.abc import Sequence

from rich.text import Text

from arena.core.text import gist
from arena.dashboard.snapshot import TEXT_LENGTH, Incident, Snapshot
from arena.rating.overall import has_rated_blocks
from arena.rating.standings import StandingRow
from arena.tournament.events import (
    BlockVoided,
    EntrantBenched,
    FaultReported,
    HostTrouble,
    MatchFinished,
    ShardReplaced,
)

FEW_BLOCKS = 20
"""With fewer rated blocks a rating says little yet."""
PROVISIONAL = "~"
PROVISIONAL_NOTE = f"{PROVISIONAL} provisional: fewer than {FEW_BLOCKS} blocks"
MISSED_NOTE = "- missed a stage: its figures can't be compared with the others'"
STOPPING = "stopping when running matches end; Ctrl-C again stops now"
LEAST_GIST = 20


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


def overall_title(stages: Sequence[Sequence[StandingRow]], *, is_finished: bool) -> str:
    """Write the title of the table over all stages, and how much of them it rests on."""
    if is_finished:
        return "all stages"
    rated = sum(map(has_rated_blocks, stages))
    part = f", over {rated} of {plural(len(stages), 'stage')}" if rated < len(stages) else ""
    return f"all stages  provisional{part}"


NO_TABLE = "no table yet: a deal counts once it has been played from every seat"


def waiting(seconds: float) -> str:
    """Write that nothing has come yet."""
    return f"waiting for the first matches ({seconds:.0f} s)"


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


def fault_line(snapshot: Snapshot, fault: FaultReported, *, width: int = TEXT_LENGTH) -> Text:
    """Write who did what wrong, where, and the gist of how we know, as far as there is room."""
    line = Text(f"{fault.match}  ", style="dim")
    line.append(f"{snapshot.name(fault.entrant)}: {fault.kind.value}", style="red")
    if fault.is_forfeit:
        line.append(" (forfeit)", style="red")
    if fault.evidence:
        line.append(": ")
        line.append(gist(fault.evidence, max(LEAST_GIST, width - line.cell_len)), style="none")
    return line


def incident_line(snapshot: Snapshot, incident: Incident) -> Text:
    """Write what happened to a run besides matches and faults."""
    match incident:
        case EntrantBenched():
            return Text(_benching(snapshot, incident), style="yellow")
        case BlockVoided():
            stage = _stage_name(snapshot, incident.stage)
            return Text(f"block {stage}/{incident.block} is void, not rated: {incident.reason}", style="red")
        case ShardReplaced():
            return Text(f"worker {incident.shard} was replaced: {incident.reason}", style="yellow")
        case HostTrouble():
            return Text(incident.reason, style="yellow")


def _benching(snapshot: Snapshot, benched: EntrantBenched) -> str:
    name, block = snapshot.name(benched.entrant), benched.from_block
    stages = snapshot.stages[benched.stage : benched.stage + 1]
    if stages and block >= stages[0].info.blocks:
        return f"{name} would be benched from block {block}, after the end"
    return f"{name} is benched from block {block} of {_stage_name(snapshot, benched.stage)} on"


def _stage_name(snapshot: Snapshot, stage: int) -> str:
    return snapshot.stages[stage].info.name if stage < len(snapshot.stages) else f"stage {stage}"
