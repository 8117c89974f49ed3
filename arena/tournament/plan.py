"""What a tournament would play and need, before anything is played."""

from dataclasses import dataclass
from random import Random

from arena.core.errors import ConfigError
from arena.core.rng import NamedDraws
from arena.games.registry import find_game
from arena.scheduling.schedule import order_warning
from arena.tournament.programme import programme_of
from arena.tournament.setup import StageSetup, Timing, TournamentSetup

INSTANCE_BYTES = 42 << 20
"""Resident memory of a running Python bot of the kit, measured; other languages take less or more."""
WORKER_BYTES = 80 << 20
"""Memory of a worker with its gateway, measured."""
DECISIONS_PER_SECOND = {Timing.THROUGHPUT: 13_000, Timing.STRICT: 1_500}
"""What one core plays with bots that answer at once; bots that think take longer."""
SAMPLE_MATCHES = 8
SAMPLE_MOVES = 20_000
"""So many moves are sampled at most; a plan for longer matches than that is too low."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One line of a plan."""

    stage: StageSetup
    tables_per_round: int
    blocks: int
    matches: int
    decisions_per_match: float
    """Measured by playing some matches at random."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All of a plan."""

    stages: tuple[StagePlan, ...]
    matches: int
    instances: int
    """Instances that would all be warm at once, over all workers, if memory allows."""
    kept_instances: int
    """Instances that are kept at most, over all workers."""
    memory_bytes: int
    seconds: float
    """With bots that answer at once. Their start comes on top: how long it takes is the sandbox's affair."""
    warnings: tuple[str, ...]


def make_plan(setup: TournamentSetup, *, workers: int) -> Plan:
    """Work out what a tournament plays and needs, on so many workers."""
    stages = tuple(_stage_plan(setup, number) for number in range(len(setup.stages)))
    lanes = {
        (entrant, lane) for stage in setup.stages for entrant in stage.entrants for lane in range(stage.seats)
    }
    kept = min(len(lanes), setup.max_instances * workers)
    decisions = sum(stage.matches * stage.decisions_per_match for stage in stages)
    warnings = [
        f"{stage.name}: {warning}"
        for stage in setup.stages
        if not isinstance(stage.tables, int)
        and (warning := order_warning(stage.deals, stage.seats)) is not None
    ]
    return Plan(
        stages=stages,
        matches=sum(stage.matches for stage in stages),
        instances=len(lanes),
        kept_instances=kept,
        memory_bytes=kept * INSTANCE_BYTES + workers * WORKER_BYTES,
        seconds=decisions / (DECISIONS_PER_SECOND[setup.timing] * workers),
        warnings=tuple(warnings),
    )


def refuse_beyond(plan: Plan, max_matches: int) -> None:
    """Refuse a plan over the limit.

    Raises:
        ConfigError: names the two ways out.
    """
    if plan.matches <= max_matches:
        return
    largest = max(plan.stages, key=lambda stage: stage.matches)
    fitting = max(1, max_matches // (len(plan.stages) * largest.stage.seats * largest.stage.deals))
    fewer = "fewer `deals`"
    if fitting < largest.tables_per_round:
        fewer += f", or `tables = {fitting}` per round in stage {largest.stage.name!r} instead of "
        fewer += f"{largest.tables_per_round:,}"
    raise ConfigError(
        f"this is a plan of {plan.matches:,} matches, over the limit of {max_matches:,}. Either play fewer: "
        f"{fewer}; or raise the limit: `max_matches = {plan.matches}` under [run]"
    )


def _stage_plan(setup: TournamentSetup, number: int) -> StagePlan:
    stage = setup.stages[number]
    schedule = programme_of(setup).schedules[number]
    return StagePlan(
        stage=stage,
        tables_per_round=schedule.tables_per_round,
        blocks=schedule.blocks,
        matches=schedule.matches,
        decisions_per_match=_decisions(stage),
    )


def _decisions(stage: StageSetup) -> float:
    """Play some matches at random and count their decisions."""
    game = find_game(stage.game)
    rng = Random(stage.game)
    moves = 0
    for matches in range(1, SAMPLE_MATCHES + 1):
        state = game.new_match(stage.options, NamedDraws(rng.randbytes(32)))
        while not state.is_over:
            state.play(rng.choice(state.legal_moves()))
            moves += 1
            if moves > SAMPLE_MOVES:
                return moves / matches
    return moves / SAMPLE_MATCHES
