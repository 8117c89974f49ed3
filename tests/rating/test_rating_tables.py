"""The overall table, head-to-head and per-seat counts."""

from dataclasses import replace
from math import sqrt

from arena.rating.head_to_head import HeadToHead, PairRow
from arena.rating.overall import overall_table
from arena.rating.per_seat import PerSeat, SeatRow
from arena.rating.standings import StandingRow


def row(
    entrant: int, mu: float, sigma: float, *, matches: int = 4, place: float = 2, benched: bool = False
) -> StandingRow:
    return StandingRow(1, entrant, mu, sigma, 1, matches, 2, place, 3, 4, benched)


def test_overall_mu_is_the_mean_and_sigma_that_of_a_mean() -> None:
    (combined,) = overall_table([[row(0, 30, 3)], [row(0, 20, 4)]])

    assert (combined.mu, combined.sigma) == (25, 2.5)


def test_overall_sigma_divides_by_the_number_of_stages() -> None:
    (combined,) = overall_table([[row(0, 25, 2)]] * 3)

    assert combined.sigma == sqrt(12) / 3


def test_overall_counts_add_up_and_places_weigh_by_matches() -> None:
    (combined,) = overall_table(
        [[row(0, 30, 3, matches=4, place=1.5)], [row(0, 20, 4, matches=12, place=2.5)]]
    )

    assert (combined.blocks, combined.matches, combined.wins) == (2, 16, 4)
    assert (combined.faults, combined.forfeits) == (6, 8)
    assert combined.mean_place == 2.25


def test_overall_rows_are_ranked_by_mu_minus_three_sigma() -> None:
    stage = [row(0, 30, 5), row(1, 28, 1), row(2, 30, 5)]

    table = overall_table([stage, stage])

    assert [(combined.rank, combined.entrant) for combined in table] == [(1, 1), (2, 0), (2, 2)]


def test_entrants_that_miss_a_stage_are_listed_apart() -> None:
    table = overall_table([[row(0, 20, 1), row(1, 40, 1)], [row(0, 20, 1), row(2, 50, 1)]])

    assert [(combined.rank, combined.entrant) for combined in table] == [(1, 0), (0, 2), (0, 1)]


def test_an_entrant_benched_in_one_stage_is_benched_overall() -> None:
    table = overall_table([[row(0, 20, 1), row(1, 25, 1)], [row(0, 20, 1, benched=True), row(1, 25, 1)]])

    assert {combined.entrant for combined in table if combined.is_benched} == {0}


def unrated(entrant: int) -> StandingRow:
    """A newcomer's row: what everybody has in a stage before its first block."""
    return StandingRow(1, entrant, 25, 25 / 3, 0, 0, 0, 0, 0, 0)


def test_a_stage_without_a_rated_block_does_not_count_yet() -> None:
    table = overall_table([[row(0, 30, 3), row(1, 28, 3)], [unrated(0), unrated(1)]])

    assert [(combined.rank, combined.mu, combined.sigma) for combined in table] == [(1, 30, 3), (2, 28, 3)]


def test_a_stage_without_a_rated_block_is_not_missed_by_those_who_are_not_in_it() -> None:
    table = overall_table([[row(0, 30, 3), row(1, 28, 3)], [unrated(0)]])

    assert [(combined.rank, combined.entrant) for combined in table] == [(1, 0), (2, 1)]


def test_an_entrant_without_a_rated_block_in_a_played_stage_missed_it() -> None:
    table = overall_table([[row(0, 20, 1), row(1, 30, 1)], [row(0, 20, 1), unrated(1)]])

    assert [(combined.rank, combined.entrant, combined.mu) for combined in table] == [(1, 0, 20), (0, 1, 30)]


def test_forfeits_of_a_missed_stage_count_all_the_same() -> None:
    forfeited = replace(unrated(0), forfeits=6)

    table = overall_table([[row(0, 20, 1), row(1, 30, 1)], [forfeited, row(1, 30, 1)]])

    assert {combined.entrant: combined.forfeits for combined in table} == {0: 10, 1: 8}


def test_an_entrant_without_any_rated_block_is_left_out() -> None:
    table = overall_table([[row(0, 20, 1), unrated(1)], [row(0, 20, 1), unrated(1)]])

    assert [combined.entrant for combined in table] == [0]


def test_there_is_no_overall_table_before_the_first_block() -> None:
    assert overall_table([[unrated(0)], [unrated(0)]]) == ()


def test_head_to_head_counts_each_ordered_pair() -> None:
    pairs = HeadToHead()

    pairs.add((4, 2, 9), (1, 2, 2))
    pairs.add((9, 4, 2), (1, 2, 3))

    assert pairs.rows() == (
        PairRow(2, 4, 2, 0, 0),
        PairRow(2, 9, 2, 0, 1),
        PairRow(4, 2, 2, 2, 0),
        PairRow(4, 9, 2, 1, 0),
        PairRow(9, 2, 2, 1, 1),
        PairRow(9, 4, 2, 1, 0),
    )


def test_head_to_head_means_count_a_shared_place_as_one_half() -> None:
    pairs = HeadToHead()

    for places in [(1, 2), (1, 1), (2, 1), (1, 2)]:
        pairs.add((0, 1), places)

    assert [pair.mean for pair in pairs.rows()] == [0.625, 0.375]


def test_head_to_head_knows_only_pairs_that_met() -> None:
    pairs = HeadToHead()

    pairs.add((0, 1), (1, 2))
    pairs.add((2, 1), (1, 2))

    assert [(pair.entrant, pair.opponent) for pair in pairs.rows()] == [(0, 1), (1, 0), (1, 2), (2, 1)]


def test_per_seat_counts_each_entrant_in_each_seat() -> None:
    seats = PerSeat()

    seats.add((4, 2, 9), (1, 1, 3))
    seats.add((4, 9, 2), (3, 1, 2))

    assert seats.rows() == (
        SeatRow(2, 1, 1, 1, 1.5),
        SeatRow(2, 2, 1, 0, 2),
        SeatRow(4, 0, 2, 1, 2.25),
        SeatRow(9, 1, 1, 1, 1),
        SeatRow(9, 2, 1, 0, 3),
    )
