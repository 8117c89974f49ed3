"""The blocks of a tournament: its setup as the schedule sees it."""

from arena.scheduling.schedule import Programme, StageSchedule
from arena.tournament.setup import Competition


def programme_of(setup: Competition) -> Programme:
    """Return the blocks of all stages of a tournament."""
    return Programme(
        [
            StageSchedule(stage.name, stage.entrants, stage.seats, stage.deals, stage.tables, setup.secret)
            for stage in setup.stages
        ]
    )
