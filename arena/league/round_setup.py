"""A round of a league as the tournament that it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb

from arena.core.errors import ConfigError
from arena.league.planning import Contender, PlannedRound, plan_final, plan_round, round_draws
from arena.league.settings import LeagueGame, LeagueSettings
from arena.rating.standings import Tally
from arena.roster.league import RoundKind
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup
from arena.tournament.spec import RunSection


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """One game of a round."""

    game: LeagueGame
    plan: PlannedRound


def plan_stages(
    settings: LeagueSettings, contenders: Mapping[str, Sequence[Contender]], *, number: int
) -> tuple[PlannedStage, ...]:
    """Plan the games of a round.

    Args:
        settings: of the league.
        contenders: by game, the bots that may play it.
        number: of the round in its league.

    Returns:
        The games that have enough accounts to fill a table; there may be none.
    """
    plans = [
        plan_round(
            contenders.get(game.game, ()),
            game.seats,
            draws=round_draws(settings.name, number, game.game),
            target_blocks=settings.target_blocks,
        )
        for game in settings.stages
    ]
    return _planned(settings, plans)


def plan_final_stages(
    settings: LeagueSettings, contenders: Mapping[str, Sequence[Contender]], *, number: int, deals: int
) -> tuple[PlannedStage, ...]:
    """Plan the games of a season's final, with so many deals at each table or a few more."""
    plans = [
        plan_final(
            contenders.get(game.game, ()),
            game.seats,
            draws=round_draws(settings.name, number, game.game),
            deals=deals,
        )
        for game in settings.stages
    ]
    return _planned(settings, plans)


def round_kind(stages: Sequence[PlannedStage]) -> RoundKind:
    """Return what kind of round these games make: a catch-up if somebody catches up in one of them."""
    kinds = {stage.plan.kind for stage in stages}
    return next(kind for kind in (RoundKind.FINAL, RoundKind.CATCH_UP, RoundKind.CYCLE) if kind in kinds)


def round_entrants(stages: Sequence[PlannedStage]) -> tuple[int, ...]:
    """Return the submissions that play in a round, by their numbers as entrants of its tournament."""
    return tuple(sorted({submission for stage in stages for submission in stage.plan.entrants}))


def round_setup(
    settings: LeagueSettings,
    stages: Sequence[PlannedStage],
    bots: Mapping[int, Entrant],
    priors: Mapping[str, Mapping[int, Tally]],
    *,
    secret: bytes,
    max_instances: int,
) -> TournamentSetup:
    """Return the tournament that a planned round is.

    Args:
        settings: of the league.
        stages: what is played, of at least one game.
        bots: the bots by submission; their numbers are set here. Their names must differ.
        priors: by game and submission, what is known of bots; of those that are not there, nothing. The
            entrant numbers in them are set here. In a final all are newcomers, whatever is known.
        secret: 32 new bytes from the operating system.
        max_instances: how many instances a shard may keep.

    Raises:
        ConfigError: two bots have the same name.
    """
    numbers = {submission: number for number, submission in enumerate(round_entrants(stages))}
    entrants = tuple(replace(bots[submission], number=number) for submission, number in numbers.items())
    _refuse_namesakes(entrants)
    run = RunSection()
    return TournamentSetup(
        name=settings.name,
        entrants=entrants,
        stages=tuple(_stage(stage, numbers, priors.get(stage.game.game, {})) for stage in stages),
        secret=secret,
        practice=False,
        time=settings.time,
        start_us=settings.start_us,
        timing=settings.timing,
        anonymous=settings.anonymous,
        max_faults=settings.max_faults,
        bench_after=settings.bench_after,
        window=run.window,
        in_flight=1 if settings.timing is Timing.STRICT else run.in_flight,
        max_instances=max_instances,
        sandbox=settings.sandbox,
    )


def _planned(settings: LeagueSettings, plans: Sequence[PlannedRound | None]) -> tuple[PlannedStage, ...]:
    games = zip(settings.stages, plans, strict=True)
    return tuple(PlannedStage(game, plan) for game, plan in games if plan is not None)


def _stage(stage: PlannedStage, numbers: Mapping[int, int], priors: Mapping[int, Tally]) -> StageSetup:
    game, plan = stage.game, stage.plan
    known = () if plan.kind is RoundKind.FINAL else [one for one in plan.entrants if one in priors]
    are_all = len(plan.tables) == comb(len(plan.entrants), game.seats)
    entrants = tuple(numbers[submission] for submission in plan.entrants)
    given = tuple(tuple([entrants[index] for index in table]) for table in plan.tables)
    return StageSetup(
        name=game.game,
        game=game.game,
        options=game.options,
        entrants=entrants,
        seats=game.seats,
        deals=plan.deals,
        tables=None if are_all else given,
        draw_probability=game.draw_probability,
        priors=tuple(replace(priors[one], entrant=numbers[one]) for one in known),
    )


def _refuse_namesakes(entrants: Sequence[Entrant]) -> None:
    names = [entrant.name for entrant in entrants]
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise ConfigError(f"two bots of the round are named {twice!r}; put their accounts into their names")
