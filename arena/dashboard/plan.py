"""What a tournament would play and need, for `arena plan`."""

from rich.console import Group, RenderableType
from rich.text import Text

from arena.core.text import harmless
from arena.dashboard.fitted import Column, FittedTable
from arena.dashboard.words import duration, plural
from arena.sandbox.choice import Choice
from arena.tournament.plan import Plan, StagePlan
from arena.tournament.setup import AUTO

STAGES = (
    Column("stage", is_number=False, gives_way=True),
    Column("game", is_number=False),
    Column("preset", is_number=False, dropped=2),
    Column("bots", dropped=4),
    Column("seats", dropped=6),
    Column("tables a round", dropped=3),
    Column("rounds", dropped=5),
    Column("blocks"),
    Column("matches"),
    Column("decisions a match", dropped=1),
)


def plan_table(plan: Plan, sandbox: Choice) -> RenderableType:
    """Draw a plan: a line for each stage, what all of it needs, and the warnings."""
    parts: list[RenderableType] = [
        FittedTable(STAGES, tuple(map(_stage, plan.stages))),
        Text(),
        Text(
            f"{plural(plan.matches, 'match')} in about {duration(plan.seconds)} if bots answer at once, "
            "not counting their start"
        ),
        Text(
            f"{plural(plan.instances, 'instance')} of bots, {plan.kept_instances:,} of them at a time, "
            f"with about {plan.memory_bytes / (1 << 20):,.0f} MiB of memory"
        ),
        _sandbox(sandbox),
    ]
    parts += [Text(f"warning: {harmless(warning, 400)}", style="yellow") for warning in plan.warnings]
    return Group(*parts)


def _sandbox(choice: Choice) -> Text:
    text = Text(f"sandbox {choice.sandbox}: {choice.reason}")
    if choice.sandbox == AUTO:
        text.append("; `arena sandbox doctor` says what it takes here")
    return text


def _stage(planned: StagePlan) -> tuple[Text, ...]:
    stage = planned.stage
    cells = (
        stage.name,
        stage.game,
        stage.options.preset,
        f"{len(stage.entrants):,}",
        f"{stage.seats}",
        f"{planned.tables_per_round:,}",
        f"{stage.deals:,}",
        f"{planned.blocks:,}",
        f"{planned.matches:,}",
        f"{planned.decisions_per_match:.0f}",
    )
    return tuple(map(Text, cells))
