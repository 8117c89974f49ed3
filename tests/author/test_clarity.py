"""Statistics of duels: what they promise, and what they cost in blocks."""

import math
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.author.clarity import Contest, Verdict, block_scores, clear_pairs, judge, pairs_of

DIFFERENCES = st.lists(st.floats(-1, 1), min_size=1, max_size=40)


def contest_of(differences: list[float], alpha: float = 0.05) -> Contest:
    contest = Contest(alpha)
    for difference in differences:
        contest.add(difference)
    return contest


def near(mean: float, rng: Random) -> float:
    """Draw a difference with a standard deviation of about 0.3."""
    return max(-1.0, min(1.0, rng.gauss(mean, 0.3)))


def blocks_until_clear(draw: Callable[[], float], most: int) -> int | None:
    """Look after every block; return when it was clear."""
    contest = Contest(0.05)
    for block in range(1, most + 1):
        contest.add(draw())
        if contest.p <= 0.05:
            return block
    return None


NULLS: dict[str, Callable[[Random], float]] = {
    "all or nothing": lambda rng: rng.choice((-1.0, 1.0)),
    "mostly equal": lambda rng: rng.choice((-0.5, 0.0, 0.0, 0.0, 0.5)),
    "skew": lambda rng: 1.0 if rng.random() < 0.1 else -1 / 9,
    "narrow": lambda rng: rng.gauss(0, 0.05),
}


@pytest.mark.parametrize("null", NULLS)
def test_of_equal_bots_at_most_one_duel_in_twenty_finds_a_difference_however_often_one_looks(
    null: str,
) -> None:
    rng = Random(2024)

    alarms = sum(blocks_until_clear(lambda: NULLS[null](rng), 150) is not None for _ in range(200))

    assert alarms <= 10


@pytest.mark.slow
@pytest.mark.parametrize("null", NULLS)
def test_nor_in_long_duels(null: str) -> None:
    rng = Random(7)

    alarms = sum(blocks_until_clear(lambda: NULLS[null](rng), 1_000) is not None for _ in range(500))

    # 25 are promised at most, on average; three standard deviations of chance may come on top.
    assert alarms <= 25 + 3 * math.sqrt(500 * 0.05 * 0.95)


def test_of_three_equal_bots_at_most_one_duel_in_twenty_finds_any_difference() -> None:
    rng = Random(12)
    alarms = 0
    for _ in range(200):
        contests = [Contest(0.05 / 3) for _ in range(3)]
        for _ in range(100):
            scores = rng.choice(((0.0, 0.5, 1.0), (1.0, 0.0, 0.5), (0.5, 1.0, 0.0)))
            for contest, (first, second) in zip(contests, pairs_of(3), strict=True):
                contest.add(scores[first] - scores[second])
            verdicts = judge(contests, sure=0.95, left=None)
            if Verdict.FIRST in verdicts or Verdict.SECOND in verdicts:
                alarms += 1
                break

    assert alarms <= 10


@pytest.mark.parametrize(("effect", "most"), [(0.2, 50), (0.1, 160), (0.05, 600)])
def test_a_difference_is_found_in_so_many_blocks(effect: float, most: int) -> None:
    """The median of 20 duels counts."""
    rng = Random(11)

    needed = sorted(blocks_until_clear(lambda: near(effect, rng), 2_000) or 2_000 for _ in range(20))

    assert needed[10] <= most


@given(DIFFERENCES)
def test_the_interval_excludes_nothing_exactly_when_the_capital_says_so_now(differences: list[float]) -> None:
    contest = contest_of(differences)

    low, high = contest.interval()

    assert -1 <= low <= high <= 1
    if low > 0 or high < 0:
        assert contest.p <= 0.05


@given(DIFFERENCES)
def test_who_is_first_is_only_a_matter_of_the_sign(differences: list[float]) -> None:
    contest, mirrored = contest_of(differences), contest_of([-each for each in differences])

    assert mirrored.p == pytest.approx(contest.p)
    assert mirrored.mean == pytest.approx(-contest.mean)
    assert mirrored.interval() == pytest.approx((-contest.interval()[1], -contest.interval()[0]))


def test_the_interval_holds_the_true_mean_at_all_times_together() -> None:
    rng = Random(3)
    missed = 0
    for _ in range(20):
        contest = Contest(0.05)
        intervals = []
        for block in range(1, 101):
            contest.add(rng.choice((-0.5, 0.5, 0.5)))
            if block % 10 == 0:
                intervals.append(contest.interval())
        missed += any(not low <= 1 / 6 <= high for low, high in intervals)

    assert missed <= 1


def test_before_the_first_block_nothing_is_known() -> None:
    contest = Contest(0.05)

    assert (contest.blocks, contest.mean, contest.p) == (0, 0.0, 1.0)
    assert contest.interval() == pytest.approx((-1, 1))
    assert judge([contest], sure=0.95, left=1_000) == [Verdict.OPEN]


@pytest.mark.parametrize(("sign", "verdict"), [(1, Verdict.FIRST), (-1, Verdict.SECOND)])
def test_the_better_one_is_named(sign: int, verdict: Verdict) -> None:
    assert judge([contest_of([0.5 * sign] * 30)], sure=0.95, left=0) == [verdict]


def test_what_was_clear_once_stays_so() -> None:
    contest = contest_of([0.5] * 30)
    for _ in range(30):
        contest.add(-0.5)

    assert judge([contest], sure=0.95, left=0) == [Verdict.FIRST]


def test_bots_that_never_differ_are_given_up_before_the_end() -> None:
    contest = contest_of([0.0] * 100)

    assert judge([contest], sure=0.95, left=0) == [Verdict.HOPELESS]
    assert judge([contest], sure=0.95, left=None) == [Verdict.OPEN]


def test_hope_is_not_given_up_early() -> None:
    rng = Random(1)
    contest = contest_of([rng.choice((-0.5, 0.5)) for _ in range(100)])

    assert judge([contest], sure=0.95, left=1_000) == [Verdict.OPEN]
    assert judge([contest], sure=0.95, left=10) == [Verdict.HOPELESS]


def test_the_more_blocks_are_left_the_more_chance() -> None:
    rng = Random(1)
    contest = contest_of([near(0.02, rng) for _ in range(100)])

    chances = [contest.chance(left) for left in (0, 50, 200, 800)]

    assert chances == sorted(chances)
    assert chances[0] == 0
    assert chances[-1] > 0.5


def test_a_pair_given_up_would_have_become_clear_in_one_duel_of_a_hundred_at_most() -> None:
    rng = Random(5)
    given_up, clear = 0, 0
    for _ in range(60):
        contest = contest_of([near(0.01, rng) for _ in range(150)])
        if contest.p > 0.05 and contest.chance(60) < 0.01:
            given_up += 1
            for _ in range(60):
                contest.add(near(0.01, rng))
            clear += contest.p <= 0.05

    assert given_up > 20
    assert clear <= 1


@pytest.mark.parametrize(
    ("values", "clear"),
    [
        ([0.01, 0.02, 0.04], [True, True, True]),
        ([0.01, 0.03, 0.04], [True, False, False]),
        ([0.04, 0.001, 0.03], [False, True, False]),
        ([0.02, 0.02, 0.02], [False, False, False]),
        ([0.05], [True]),
        ([], []),
    ],
)
def test_of_several_pairs_holm_says_which_are_clear(values: list[float], clear: list[bool]) -> None:
    assert clear_pairs(values, 0.05) == clear


def test_every_two_bots_are_a_pair() -> None:
    assert pairs_of(3) == [(0, 1), (0, 2), (1, 2)]


def test_scores_are_from_last_to_first() -> None:
    rotations = [[(0, 1.0), (1, 3.0), (2, 2.0)], [(1, 3.0), (2, 2.0), (0, 1.0)]]

    assert block_scores(rotations, 3) == [1.0, 0.0, 0.5]


def test_a_bot_that_sits_twice_at_a_table_has_the_mean_of_both() -> None:
    assert block_scores([[(0, 1.0), (1, 2.0), (0, 4.0), (1, 3.0)]], 2) == [0.5, 0.5]


@pytest.mark.parametrize("difference", [1.5, -1.01, math.nan])
def test_a_difference_beyond_the_scale_is_a_mistake(difference: float) -> None:
    with pytest.raises(ValueError, match="a difference is -1 to 1"):
        Contest(0.05).add(difference)
