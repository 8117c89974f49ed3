"""TrueSkill's numbers, against its formulas worked out by hand."""

import os
import subprocess
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from arena.core.errors import ConfigError
from arena.rating.trueskill_system import Rating, TrueSkillSystem, default_draw_probability

NORMAL = NormalDist()
BETA = 25 / 6


def duel(winner: Rating, loser: Rating, draw_probability: float) -> Rating:
    """Return the winner's new rating by the formulas for two players (Herbrich, Minka, Graepel 2006)."""
    c = sqrt(2 * BETA**2 + winner.sigma**2 + loser.sigma**2)
    margin = NORMAL.inv_cdf((draw_probability + 1) / 2) * sqrt(2) * BETA
    x = (winner.mu - loser.mu - margin) / c
    v = NORMAL.pdf(x) / NORMAL.cdf(x)
    w = v * (v + x)
    sigma = winner.sigma * sqrt(1 - winner.sigma**2 / c**2 * w)
    return Rating(winner.mu + winner.sigma**2 / c * v, sigma)


def test_a_newcomer_is_worth_nothing_with_near_certainty() -> None:
    newcomer = TrueSkillSystem(0.2).new()

    assert newcomer == Rating(25.0, 25 / 3)
    assert newcomer.mu - 3 * newcomer.sigma == 0


@pytest.mark.parametrize("draw_probability", [0.2, 0.7])
@pytest.mark.parametrize(
    ("winner", "loser"), [((25, 25 / 3), (25, 25 / 3)), ((20, 3), (28, 1.5)), ((31, 1), (25, 6))]
)
def test_a_duel_gives_what_the_formulas_give(
    winner: tuple[float, float], loser: tuple[float, float], draw_probability: float
) -> None:
    before = [Rating(*winner), Rating(*loser)]

    rated = TrueSkillSystem(draw_probability).rate(before, [1, 2])

    expected = duel(before[0], before[1], draw_probability)
    assert rated[0].mu == pytest.approx(expected.mu, abs=1e-4)
    assert rated[0].sigma == pytest.approx(expected.sigma, abs=1e-4)


def test_a_duel_of_newcomers_moves_both_as_far() -> None:
    system = TrueSkillSystem(0.2)

    first, second = system.rate([system.new(), system.new()], [2, 1])

    assert (round(first.mu, 3), round(first.sigma, 3)) == (20.407, 7.148)
    assert (round(second.mu, 3), round(second.sigma, 3)) == (29.593, 7.148)


def test_ratings_come_back_in_the_order_given() -> None:
    system = TrueSkillSystem(0.2)

    rated = system.rate([system.new()] * 4, [3, 1, 4, 2])

    assert sorted(range(4), key=lambda seat: -rated[seat].mu) == [1, 3, 0, 2]


def test_only_the_order_of_ranks_counts() -> None:
    system = TrueSkillSystem(0.2)
    before = [Rating(20, 4), Rating(25, 3), Rating(30, 2)]

    assert system.rate(before, [8, 17, 17]) == system.rate(before, [1, 2, 2])


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_tie_of_newcomers_lowers_sigma_with_the_defaults(seats: int) -> None:
    system = TrueSkillSystem(default_draw_probability(seats))

    rated = system.rate([system.new()] * seats, [1] * seats)

    for rating in rated:
        assert rating.mu == pytest.approx(25, abs=0.01)
        assert rating.sigma < 25 / 3


def test_sigma_settles_because_bots_do_not_drift() -> None:
    system = TrueSkillSystem(0.2)
    before = [Rating(25, 0.01), Rating(25, 0.01)]

    rated = system.rate(before, [1, 2])

    assert all(rating.sigma < 0.01 for rating in rated)


@pytest.mark.parametrize("draw_probability", [0.0, 1.0, -0.1, 1.5, 1e-9, float("nan")])
def test_a_draw_probability_that_cannot_be_rated_with_is_refused(draw_probability: float) -> None:
    with pytest.raises(ConfigError, match=r"draw_probability = \S+ can't .* 0\.001 to 0\.999"):
        TrueSkillSystem(draw_probability)


@pytest.mark.parametrize("draw_probability", [0.001, 0.999])
def test_a_tie_lowers_sigma_at_the_bounds_too(draw_probability: float) -> None:
    system = TrueSkillSystem(draw_probability)

    assert all(rating.sigma < 25 / 3 for rating in system.rate([system.new()] * 4, [1] * 4))


SURPRISES = [
    pytest.param([(-500, 0.5), (500, 0.5)], [1, 2], 0.2, FloatingPointError, id="a win against all odds"),
    pytest.param([(-436, 0.5), (-8, 0.5)], [1, 1], 0.2, FloatingPointError, id="a tie against all odds"),
    pytest.param([(-166.7, 3), (89.3, 0.5)], [1, 1], 0.2, ValueError, id="a root of a negative number"),
]


@pytest.mark.parametrize(("before", "ranks", "draw_probability", "failure"), SURPRISES)
def test_a_surprise_beyond_floats_is_rated_all_the_same(
    before: list[tuple[float, float]], ranks: list[float], draw_probability: float, failure: type[Exception]
) -> None:
    plain = trueskill.TrueSkill(25, 25 / 3, BETA, tau=0, draw_probability=draw_probability)
    with pytest.raises(failure):
        plain.rate([(plain.create_rating(*rating),) for rating in before], ranks)

    low, high = TrueSkillSystem(draw_probability).rate([Rating(*rating) for rating in before], ranks)

    assert before[0][0] < low.mu
    assert high.mu < before[1][0]
    assert 0 < low.sigma < before[0][1]
    assert 0 < high.sigma < before[1][1]


def test_a_surprise_beyond_floats_moves_as_far_as_the_formulas_say() -> None:
    before = [Rating(-500, 0.5), Rating(500, 0.5)]

    low, _ = TrueSkillSystem(0.2).rate(before, [1, 2])

    # Far out in the tail v(x) is -x + 1/-x + …, and c and the margin are those of `duel`.
    c = sqrt(2 * BETA**2 + 2 * 0.5**2)
    x = (-1000 - NORMAL.inv_cdf(0.6) * sqrt(2) * BETA) / c
    assert low.mu == pytest.approx(-500 + 0.5**2 / c * (-x - 1 / x), rel=1e-6)


@given(st.lists(st.tuples(st.floats(-200, 200), st.floats(0.05, 9)), min_size=2, max_size=5), st.data())
def test_an_update_always_gives_finite_ratings_and_never_less_certain_ones(
    before: list[tuple[float, float]], data: st.DataObject
) -> None:
    ranks = data.draw(st.lists(st.integers(1, 5), min_size=len(before), max_size=len(before)))

    rated = TrueSkillSystem(0.2).rate([Rating(*rating) for rating in before], ranks)

    for (_, sigma), rating in zip(before, rated, strict=True):
        assert -2000 < rating.mu < 2000
        assert 0 < rating.sigma <= sigma * (1 + 1e-9)


@pytest.fixture
def other_global_environment() -> Iterator[None]:
    trueskill.setup(mu=50, sigma=1, beta=3, tau=2, draw_probability=0.5)
    yield
    trueskill.setup()


@pytest.mark.usefixtures("other_global_environment")
def test_the_package_s_global_environment_is_never_read() -> None:
    system = TrueSkillSystem(0.2)

    first, _ = system.rate([system.new(), system.new()], [1, 2])

    assert (round(first.mu, 3), round(first.sigma, 3)) == (29.593, 7.148)


def test_warnings_as_errors_do_not_keep_it_from_rating(tmp_path: Path) -> None:
    program = (
        "from arena.rating.trueskill_system import Rating, TrueSkillSystem\n"
        "print(len(TrueSkillSystem(0.2).rate([Rating(-500, 0.5), Rating(500, 0.5)], [1, 2])))"
    )
    # A fresh cache, so that warnings of the compiler would show too.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}

    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )

    assert (ran.stdout, ran.stderr) == ("2\n", "")
