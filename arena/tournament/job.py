"""What travels between the runner and a shard: a run of blocks in one lane, and what came of it."""

from dataclasses import dataclass

from arena.match.record import MatchRecord
from arena.tournament.output import OutputPiece


@dataclass(frozen=True, slots=True)
class Job:
    """Play one rotation of some blocks of a stage; the rotation's number is the lane's."""

    stage: int
    """Index of the stage."""
    lane: int
    blocks: tuple[int, ...]
    """Block numbers in the stage, in order."""


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a shard made of a job."""

    job: Job
    records: tuple[MatchRecord, ...]
    """Whole matches, in the order they ended."""
    unplayed: tuple[int, ...]
    """Blocks whose match was not started: the run is draining, or an instance could not be started."""
    void: tuple[tuple[int, str], ...]
    """Blocks whose match failed for our reasons, with the reason."""
    decisions: int
    """Questions answered by bots."""
    seconds: float = 0.0
    """Time since the job began, or since the one before it ended: jobs overlap."""
    batches: int = 0
    """Messages with questions that were sent in that time."""
    output: tuple[OutputPiece, ...] = ()
    """What the shard's instances wrote in that time."""
