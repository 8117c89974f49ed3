"""What is known of a run at one moment: events are folded into it, and it is all that is drawn.

Every text in a snapshot has been made harmless, so that drawing needs no care; evidence is kept long, with
what can't be seen written out, and shown by its gist. Its size does not grow with the number of matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import assert_never

from arena.core.text import harmless, visible
from arena.match.faults import FaultKind
from arena.rating.standings import StandingRow
from arena.tournament.events import (
    BlocksFolded,
    BlockVoided,
    Draining,
    EntrantBenched,
    Event,
    FaultReported,
    HostTrouble,
    MatchesStored,
    MatchFinished,
    ShardReplaced,
    StageInfo,
    TournamentEnded,
    TournamentStarted,
)

NAME_LENGTH = 32
TEXT_LENGTH = 400
"""Of one notice or reason."""
EVIDENCE_LENGTH = 4_000
PATIENCE_SECONDS = 3
"""A run that has played nothing for longer says so."""
KEPT = 24
"""Latest results, faults and incidents that a snapshot keeps."""
SAMPLE_US = 500_000
SAMPLES = 30
"""Rates are taken over the last 15 seconds: smooth, and soon right after a change."""
TELLING_US = 1_000_000
"""A rate over less time than this says nothing of how long the rest will take."""

Incident = EntrantBenched | BlockVoided | ShardReplaced | HostTrouble


@dataclass(frozen=True, slots=True)
class StageProgress:
    """How far one stage is, and its table."""

    info: StageInfo
    matches: int
    """Stored matches, those of earlier runs included."""
    blocks: int = 0
    rows: tuple[StandingRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """What this run had played at one time."""

    at_us: int
    matches: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is shown of a run."""

    tournament: str = ""
    entrants: tuple[str, ...] = ()
    workers: int = 0
    notices: tuple[str, ...] = ()
    stages: tuple[StageProgress, ...] = ()
    current: int = 0
    """The stage whose table moved last."""
    latest: tuple[MatchFinished, ...] = ()
    faults: tuple[FaultReported, ...] = ()
    fault_counts: Mapping[tuple[int, FaultKind], int] = field(default_factory=lambda: MappingProxyType({}))
    """Faults of this run, by entrant and kind."""
    incidents: tuple[Incident, ...] = ()
    voided: int = 0
    """Blocks of this run that are void."""
    is_draining: bool = False
    ended: TournamentEnded | None = None
    started_us: int = 0
    ended_us: int = 0
    played: Sample = Sample(0, 0, 0)
    """What this run has played up to its latest event."""
    samples: tuple[Sample, ...] = ()
    """From the first matches on: before them bots were started, which says nothing of how fast they play."""

    @property
    def matches(self) -> int:
        """Stored matches of all stages."""
        return sum(stage.matches for stage in self.stages)

    @property
    def planned(self) -> int:
        """Matches of all stages, played or not."""
        return sum(stage.info.matches for stage in self.stages)

    def name(self, entrant: int) -> str:
        """Return an entrant's name."""
        return self.entrants[entrant] if 0 <= entrant < len(self.entrants) else f"entrant {entrant}"

    def seconds(self, now_us: int) -> float:
        """Return how long this run has taken."""
        return ((self.ended_us if self.ended else now_us) - self.started_us) / 1e6

    def seconds_waited(self, now_us: int) -> float | None:
        """Return how long this run has waited for its first match; None if it doesn't, or not for long."""
        is_waiting = self.stages and not self.played.matches and self.matches < self.planned
        seconds = self.seconds(now_us)
        return seconds if is_waiting and not self.ended and seconds > PATIENCE_SECONDS else None

    def rates(self, now_us: int) -> tuple[float, float]:
        """Return matches and decisions per second, lately; over all of the run at first and at its end."""
        is_lately = not self.ended and self.samples and self.played != self.samples[0]
        since = self.samples[0] if is_lately else Sample(self.started_us, 0, 0)
        seconds = ((self.ended_us if self.ended else now_us) - since.at_us) / 1e6
        if seconds <= 0:
            return 0.0, 0.0
        played = self.played
        return (played.matches - since.matches) / seconds, (played.decisions - since.decisions) / seconds

    def seconds_left(self, now_us: int) -> float | None:
        """Return how long the rest will take at the present rate; None if nobody can tell.

        Nobody can before matches have ended for a moment: until the first of them, bots started.
        """
        if self.ended or self.is_draining or not self.samples or self.played == self.samples[0]:
            return None
        rate, _ = self.rates(now_us)
        is_telling = rate > 0 and now_us - self.samples[0].at_us >= TELLING_US
        return (self.planned - self.matches) / rate if is_telling else None


def fold(snapshot: Snapshot, event: Event, now_us: int) -> Snapshot:
    """Return the snapshot after an event that was seen at a time."""
    match event:
        case TournamentStarted():
            return _started(event, now_us)
        case MatchesStored():
            return _stored(snapshot, event, now_us)
        case BlocksFolded():
            return _folded(snapshot, event)
        case FaultReported():
            return _faulted(snapshot, event)
        case EntrantBenched() | BlockVoided() | ShardReplaced() | HostTrouble():
            return _troubled(snapshot, event)
        case Draining():
            return replace(snapshot, is_draining=True)
        case TournamentEnded():
            return replace(snapshot, ended=event, ended_us=now_us)
        case _:
            assert_never(event)


def _started(event: TournamentStarted, now_us: int) -> Snapshot:
    stages = zip(event.stages, event.stored_matches, strict=True)
    return Snapshot(
        tournament=_harmless(event.tournament),
        entrants=tuple(harmless(name, NAME_LENGTH) for name in event.entrants),
        workers=event.workers,
        notices=tuple(map(_harmless, event.notices)),
        stages=tuple(StageProgress(info, stored) for info, stored in stages),
        started_us=now_us,
        played=Sample(now_us, 0, 0),
    )


def _stored(snapshot: Snapshot, event: MatchesStored, now_us: int) -> Snapshot:
    stage = snapshot.stages[event.stage]
    before = snapshot.played
    played = Sample(now_us, before.matches + event.count, before.decisions + event.decisions)
    samples = snapshot.samples
    if not samples or now_us - samples[-1].at_us >= SAMPLE_US:
        samples = (*samples[1 - SAMPLES :], played)
    return replace(
        snapshot,
        stages=_with(snapshot.stages, event.stage, replace(stage, matches=stage.matches + event.count)),
        played=played,
        samples=samples,
    )


def _folded(snapshot: Snapshot, event: BlocksFolded) -> Snapshot:
    stage = replace(snapshot.stages[event.stage], blocks=event.blocks, rows=event.rows)
    return replace(
        snapshot,
        stages=_with(snapshot.stages, event.stage, stage),
        current=event.stage,
        latest=(*snapshot.latest, *event.latest)[-KEPT:],
    )


def _faulted(snapshot: Snapshot, event: FaultReported) -> Snapshot:
    key = (event.entrant, event.kind)
    counts = {**snapshot.fault_counts, key: snapshot.fault_counts.get(key, 0) + 1}
    shown = replace(event, evidence=visible(event.evidence, EVIDENCE_LENGTH))
    return replace(
        snapshot,
        faults=(*snapshot.faults[1 - KEPT :], shown),
        fault_counts=MappingProxyType(counts),
    )


def _troubled(snapshot: Snapshot, incident: Incident) -> Snapshot:
    if not isinstance(incident, EntrantBenched):
        incident = replace(incident, reason=_harmless(incident.reason))
    return replace(
        snapshot,
        incidents=(*snapshot.incidents[1 - KEPT :], incident),
        voided=snapshot.voided + isinstance(incident, BlockVoided),
    )


def _with(stages: tuple[StageProgress, ...], number: int, stage: StageProgress) -> tuple[StageProgress, ...]:
    return (*stages[:number], stage, *stages[number + 1 :])


def _harmless(text: str) -> str:
    return harmless(text, TEXT_LENGTH)
