"""Sizes of jobs: about a second's work, learnt from the jobs before."""

from arena.tournament.sizing import FIRST, GROWTH, JobSizer


def test_the_first_job_is_small() -> None:
    assert JobSizer(4096).size(0, matches_left=10_000, shards=2) == FIRST


def test_a_job_is_what_fits_into_a_second() -> None:
    sizer = JobSizer(4096)

    sizer.learn(0, matches=600, seconds=2.0)

    assert sizer.size(0, matches_left=10_000, shards=2) == 300


def test_sizes_grow_step_by_step() -> None:
    sizer = JobSizer(4096)

    sizer.learn(0, matches=10, seconds=0.001)

    assert sizer.size(0, matches_left=10_000, shards=2) == 10 * GROWTH


def test_each_stage_has_a_size_of_its_own() -> None:
    sizer = JobSizer(4096)

    sizer.learn(0, matches=600, seconds=1.0)

    assert sizer.size(1, matches_left=10_000, shards=2) == FIRST


def test_near_the_end_the_rest_is_shared_among_the_shards() -> None:
    assert JobSizer(4096).size(0, matches_left=20, shards=2) == 5


def test_no_job_is_larger_than_half_of_the_window_and_none_is_empty() -> None:
    sizer = JobSizer(16)
    sizer.learn(0, matches=1_000, seconds=1.0)

    assert sizer.size(0, matches_left=10_000, shards=1) == 8
    assert JobSizer(1).size(0, matches_left=1, shards=4) == 1


def test_a_job_without_matches_teaches_nothing() -> None:
    sizer = JobSizer(4096)

    sizer.learn(0, matches=0, seconds=5.0)

    assert sizer.size(0, matches_left=10_000, shards=2) == FIRST
