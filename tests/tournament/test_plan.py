"""The plan: what a tournament would play and need, from its numbers alone."""

from dataclasses import replace

import pytest

from arena.core.errors import ConfigError
from arena.games.registry import find_game
from arena.tournament.plan import INSTANCE_BYTES, WORKER_BYTES, make_plan, refuse_beyond
from arena.tournament.setup import TournamentSetup
from tests.tournament.tables_of_chance import tournament


def two_stages() -> TournamentSetup:
    """Six entrants: all tables of four in Linger Longer, five pairs a round in Color Elevator."""
    setup = tournament((4, 6), (2, 10), entrants=6)
    linger, elevator = setup.stages
    games = find_game("linger_longer"), find_game("color_elevator")
    return replace(
        setup,
        stages=(
            replace(linger, game=games[0].name, options=games[0].options("standard", {"players": 4})),
            replace(
                elevator, game=games[1].name, options=games[1].options("standard", {"players": 2}), tables=5
            ),
        ),
    )


def test_blocks_and_matches_follow_from_tables_deals_and_seats() -> None:
    plan = make_plan(two_stages(), workers=2)

    assert [(stage.tables_per_round, stage.blocks, stage.matches) for stage in plan.stages] == [
        (15, 90, 360),
        (5, 50, 100),
    ]
    assert plan.matches == 460


def test_there_is_one_instance_for_each_entrant_and_lane() -> None:
    assert make_plan(two_stages(), workers=2).instances == 6 * 4


def test_memory_is_that_of_the_instances_kept_and_the_workers() -> None:
    plan = make_plan(replace(two_stages(), max_instances=5), workers=2)

    assert plan.kept_instances == 10
    assert plan.memory_bytes == 10 * INSTANCE_BYTES + 2 * WORKER_BYTES


def test_twice_the_workers_take_half_the_time() -> None:
    one, two = (make_plan(two_stages(), workers=workers) for workers in (1, 2))

    assert one.seconds == pytest.approx(2 * two.seconds)


def test_decisions_of_a_match_are_counted_in_play() -> None:
    linger = make_plan(two_stages(), workers=1).stages[0]

    assert 12 < linger.decisions_per_match < 30  # 20 on average with four players


def test_deals_that_leave_some_orders_of_the_seats_out_earn_a_warning() -> None:
    setup = two_stages()
    uneven = replace(setup, stages=(replace(setup.stages[0], deals=5), setup.stages[1]))

    assert make_plan(setup, workers=1).warnings == ()
    assert [warning.split(":")[0] for warning in make_plan(uneven, workers=1).warnings] == ["stage-0"]


def test_a_plan_at_the_limit_is_let_through_and_one_beyond_is_refused_with_the_ways_out() -> None:
    plan = make_plan(two_stages(), workers=1)

    refuse_beyond(plan, 460)
    with pytest.raises(
        ConfigError, match=r"460 matches, over the limit of 459.*`tables = .*`max_matches = 460`"
    ):
        refuse_beyond(plan, 459)
