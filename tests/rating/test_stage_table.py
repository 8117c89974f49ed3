"""The fold of blocks into a stage's standings."""

import json
import random
from itertools import combinations, permutations, product
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.errors import ConfigError
from arena.rating.ranking import doubled_mean_ranks
from arena.rating.standings import BlockResult, RotationResult, StageTable, Tally
from arena.rating.trueskill_system import MU, SIGMA, TrueSkillSystem


def block(*matches: tuple[tuple[int, ...], tuple[int, ...]]) -> BlockResult:
    return BlockResult(matches[0][0], tuple(RotationResult(seats, places) for seats, places in matches))


def win(winner: int, loser: int) -> BlockResult:
    return block(((winner, loser), (1, 2)), ((loser, winner), (2, 1)))


def ratings(table: StageTable) -> dict[int, tuple[float, float]]:
    return {row.entrant: (row.mu, row.sigma) for row in table.rows()}


def played(places: list[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other < place for other in places) for place in places)


@st.composite
def blocks(draw: st.DrawFn) -> BlockResult:
    entrants = sorted(draw(st.sets(st.integers(0, 5), min_size=3, max_size=3)))
    scores = st.lists(st.integers(0, 3), min_size=3, max_size=3)
    rotations = tuple(
        RotationResult(
            tuple(entrants[turn:] + entrants[:turn]),
            played(draw(scores)),
            tuple(draw(st.sets(st.integers(0, 2), max_size=1))),
        )
        for turn in range(3)
    )
    return BlockResult(
        tuple(entrants), rotations, draw(st.dictionaries(st.sampled_from(entrants), st.integers(1, 3)))
    )


@pytest.mark.parametrize(
    ("places", "doubled"),
    [((1, 2, 2, 4), (2, 5, 5, 8)), ((1, 1, 1), (4, 4, 4)), ((2, 1), (4, 2)), ((3, 1, 3, 1), (7, 3, 7, 3))],
)
def test_shared_places_count_their_average(places: tuple[int, ...], doubled: tuple[int, ...]) -> None:
    assert doubled_mean_ranks(places) == doubled


def test_a_block_is_one_update_ranked_by_the_sum_of_mean_ranks() -> None:
    table = StageTable(range(4), draw_probability=0.2)

    # Mean ranks: 1, 2.5, 2.5, 4 | 4, 1, 2, 3 | 1, 4, 2.5, 2.5 | 2, 1, 4, 3 for bots 0 to 3, so
    # their sums are 8, 8.5, 11 and 12.5.
    table.fold(
        block(
            ((0, 1, 2, 3), (1, 2, 2, 4)),
            ((1, 2, 3, 0), (1, 2, 3, 4)),
            ((2, 3, 0, 1), (2, 2, 1, 4)),
            ((3, 0, 1, 2), (3, 2, 1, 4)),
        )
    )

    system = TrueSkillSystem(0.2)
    expected = system.rate([system.new()] * 4, [8, 8.5, 11, 12.5])
    assert ratings(table) == {number: (rating.mu, rating.sigma) for number, rating in enumerate(expected)}


def test_equal_sums_of_mean_ranks_are_a_tie() -> None:
    table = StageTable(range(2), draw_probability=0.7)

    table.fold(block(((0, 1), (1, 2)), ((1, 0), (1, 2))))

    (mu, sigma), other = ratings(table).values()
    assert (mu, sigma) == pytest.approx((25, 6.603), abs=0.001)
    assert other == pytest.approx((mu, sigma))


def test_a_table_counts_what_happened() -> None:
    table = StageTable((3, 5, 8), draw_probability=0.2)

    table.fold(
        BlockResult(
            (3, 5, 8),
            (
                RotationResult((3, 5, 8), (1, 1, 3), (2,)),
                RotationResult((5, 8, 3), (2, 3, 1)),
                RotationResult((8, 3, 5), (1, 2, 3), (2,)),
            ),
            {5: 3, 8: 1},
        )
    )

    counts = {
        row.entrant: (row.blocks, row.matches, row.wins, row.faults, row.forfeits) for row in table.rows()
    }
    assert counts == {3: (1, 3, 2, 0, 0), 5: (1, 3, 1, 3, 1), 8: (1, 3, 1, 1, 1)}
    places = {row.entrant: row.mean_place for row in table.rows()}
    assert places == {3: 4.5 / 3, 5: 6.5 / 3, 8: 7 / 3}


def test_an_entrant_that_has_not_played_is_a_newcomer() -> None:
    table = StageTable(range(3), draw_probability=0.7)

    table.fold(win(0, 1))

    row = next(row for row in table.rows() if row.entrant == 2)
    assert (row.mu, row.sigma, row.blocks, row.matches, row.mean_place) == (25, 25 / 3, 0, 0, 0)


def test_rows_are_ordered_by_mu_minus_three_sigma() -> None:
    table = StageTable(range(4), draw_probability=0.7)

    for winner, loser in [(2, 0), (2, 1), (0, 1), (2, 3), (3, 0), (2, 0)]:
        table.fold(win(winner, loser))

    rows = table.rows()
    assert [row.conservative for row in rows] == sorted(
        (row.mu - 3 * row.sigma for row in rows), reverse=True
    )
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert rows[0].entrant == 2


def test_equals_share_a_rank_and_the_next_is_skipped() -> None:
    table = StageTable(range(4), draw_probability=0.7)

    table.fold(win(2, 1))

    assert [(row.rank, row.entrant) for row in table.rows()] == [(1, 2), (2, 0), (2, 3), (4, 1)]


def test_a_benched_entrant_is_marked() -> None:
    table = StageTable(range(3), draw_probability=0.2)

    assert {row.entrant for row in table.rows(benched={1}) if row.is_benched} == {1}


@pytest.mark.parametrize("last", range(3))
def test_who_won_last_leads_a_circle_of_three(last: int) -> None:
    # Why blocks are folded in schedule order: the same results in another order give another table.
    table = StageTable(range(3), draw_probability=0.7)
    circle = [(0, 1), (1, 2), (2, 0)]

    for winner, loser in circle[last + 1 :] + circle[: last + 1]:
        table.fold(win(winner, loser))

    assert max(table.rows(), key=lambda row: row.mu).entrant == circle[last][0]


def test_the_order_of_a_table_s_entrants_changes_nothing() -> None:
    results = win(2, 1).rotations
    tables = [StageTable(range(3), draw_probability=0.7) for _ in range(2)]

    tables[0].fold(BlockResult((1, 2), results))
    tables[1].fold(BlockResult((2, 1), results[::-1]))

    assert tables[0].rows() == tables[1].rows()


def test_a_void_block_is_passed_over() -> None:
    table = StageTable(range(3), draw_probability=0.2)
    before = table.rows()

    table.skip()

    assert table.rows() == before
    assert table.blocks == 1


def test_matches_of_a_benched_entrant_are_its_forfeits_and_nobody_else_s_affair() -> None:
    table = StageTable(range(3), draw_probability=0.2)

    table.skip(benched=(1,), matches=3)

    assert {row.entrant: row.forfeits for row in table.rows()} == {0: 0, 1: 3, 2: 0}
    assert {(row.mu, row.blocks, row.matches) for row in table.rows()} == {(25, 0, 0)}


@settings(deadline=None)
@given(st.lists(blocks() | st.none(), max_size=12), st.data())
def test_a_resumed_fold_equals_an_undisturbed_one_exactly(
    results: list[BlockResult | None], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(results)))
    undisturbed = StageTable(range(6), draw_probability=0.2)
    resumed = StageTable(range(6), draw_probability=0.2)

    for number, result in enumerate(results):
        if number == cut:
            resumed = StageTable.from_state(json.loads(json.dumps(resumed.to_state())))
        for table in (undisturbed, resumed):
            if result is None:
                table.skip(benched=(4,), matches=3)
            else:
                table.fold(result)

    assert resumed.rows() == undisturbed.rows()
    assert resumed.to_state() == undisturbed.to_state()


@settings(deadline=None)
@given(st.lists(st.lists(blocks() | st.none(), max_size=4), max_size=4))
def test_rounds_that_go_on_from_priors_give_the_table_of_all_their_blocks(
    rounds: list[list[BlockResult | None]],
) -> None:
    at_once = StageTable(range(6), draw_probability=0.2)
    in_rounds = StageTable(range(6), draw_probability=0.2)

    for results in rounds:
        stored = json.loads(json.dumps(in_rounds.to_state()))["entrants"]
        in_rounds = StageTable(range(6), draw_probability=0.2, priors=[Tally(**tally) for tally in stored])
        for table, result in product((at_once, in_rounds), results):
            if result is None:
                table.skip(benched=(4,), matches=3)
            else:
                table.fold(result)

    assert in_rounds.rows() == at_once.rows()
    assert in_rounds.to_state()["entrants"] == at_once.to_state()["entrants"]


def test_whoever_has_no_prior_begins_as_a_newcomer() -> None:
    table = StageTable((0, 1), draw_probability=0.2, priors=[Tally(1, 30.0, 2.0, blocks=7)])

    assert [(row.entrant, row.mu, row.sigma, row.blocks) for row in table.rows()] == [
        (1, 30.0, 2.0, 7),
        (0, MU, SIGMA, 0),
    ]


def test_a_table_leaves_its_priors_as_they_are() -> None:
    prior = Tally(1, 30.0, 2.0, blocks=7)

    StageTable((0, 1), draw_probability=0.2, priors=[prior]).fold(win(0, 1))

    assert prior == Tally(1, 30.0, 2.0, blocks=7)


@pytest.mark.parametrize(
    ("priors", "told"),
    [
        ([Tally(2, 25.0, 8.0)], "entrant 2, who isn't there"),
        ([Tally(1, 25.0, 8.0), Tally(1, 25.0, 8.0)], "has one already"),
        ([Tally(1, 1e9, 8.0)], "mu 1000000000.0"),
        ([Tally(1, nan, 8.0)], "mu nan"),
        ([Tally(1, 25.0, 0.0)], r"sigma 0\.0"),
        ([Tally(1, 25.0, inf)], "sigma inf"),
        ([Tally(1, 25.0, 8.0, faults=10**400)], "entrant 1 counts"),
        ([Tally(1, 25.0, 8.0, wins=-1)], r"counts \(0, 0, -1, 0, 0, 0\), which can't be"),
    ],
)
def test_priors_that_cannot_be_are_refused(priors: list[Tally], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        StageTable((0, 1), draw_probability=0.2, priors=priors)


def test_a_state_keeps_the_draw_probability() -> None:
    tables = [StageTable(range(2), draw_probability=probability) for probability in (0.2, 0.7)]

    for table in (resumed := [StageTable.from_state(table.to_state()) for table in tables]):
        table.fold(win(0, 1))

    assert resumed[0].rows() != resumed[1].rows()


def simulate(seed: int, *, by_block: bool) -> StageTable:
    """Play eight identical bots at all tables of four, with luck of the deal twice that of the play."""
    rng = random.Random(seed)
    table = StageTable(range(8), draw_probability=0.2)
    for bots in [bots for _ in range(3) for bots in combinations(range(8), 4)]:
        order = rng.choice(list(permutations(bots)))
        deal = [rng.gauss(0, 2) for _ in range(4)]
        matches = []
        for rotation in range(4):
            scores = [luck + rng.gauss(0, 1) for luck in deal]
            places = tuple(1 + sum(other > score for other in scores) for score in scores)
            matches.append(RotationResult(order[rotation:] + order[:rotation], places))
        for rated in [matches] if by_block else [[match] for match in matches]:
            table.fold(BlockResult(bots, tuple(rated)))
    return table


def coverage(tables: list[StageTable]) -> float:
    """Return the share of 95 % intervals that hold the mean, which is what identical bots are worth."""
    inside = [
        abs(row.mu - sum(other.mu for other in table.rows()) / 8) < 1.96 * row.sigma
        for table in tables
        for row in table.rows()
    ]
    return sum(inside) / len(inside)


@pytest.mark.slow
def test_intervals_of_identical_bots_cover_about_what_they_say() -> None:
    assert 0.93 <= coverage([simulate(seed, by_block=True) for seed in range(40)]) <= 0.99


@pytest.mark.slow
def test_intervals_would_be_too_wide_if_matches_of_one_deal_were_rated_one_by_one() -> None:
    assert coverage([simulate(seed, by_block=False) for seed in range(15)]) > 0.99
