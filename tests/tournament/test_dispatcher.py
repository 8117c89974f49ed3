"""The dispatcher: every wanted match is handed out once, never beyond the window."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arena.scheduling.schedule import Programme, StageSchedule
from arena.tournament.dispatcher import JOBS_IN_A_ROW, Dispatcher
from arena.tournament.job import Job

SECRET = bytes(32)


def programme(*stages: tuple[int, int, int]) -> Programme:
    """Make stages from (entrants, seats, deals)."""
    return Programme(
        [
            StageSchedule(f"s{number}", tuple(range(entrants)), seats, deals, None, SECRET)
            for number, (entrants, seats, deals) in enumerate(stages)
        ]
    )


def play_all(dispatcher: Dispatcher, stages: Programme, *, shards: int, most: int) -> list[Job]:
    """Hand out everything, completing each round of jobs before the next."""
    jobs: list[Job] = []
    handed: Counter[int] = Counter()
    complete = 0
    while True:
        new = [dispatcher.next_job(shard=shard, shards=shards, most=most) for shard in range(shards)]
        given_out = [job for job in new if job is not None]
        if not given_out:
            return jobs
        jobs += given_out
        for job in given_out:
            handed.update(stages.first_block(job.stage) + block for block in job.blocks)
        while complete < stages.total_blocks:
            stage, _ = stages.locate(complete)
            if handed[complete] < stages.schedules[stage].lanes:
                break
            complete += 1
        dispatcher.completed(complete)


@given(
    st.lists(st.tuples(st.integers(4, 6), st.integers(2, 4), st.integers(1, 5)), min_size=1, max_size=3),
    st.integers(1, 4),
    st.integers(1, 9),
    st.integers(1, 40),
)
def test_every_match_is_handed_out_exactly_once(
    stages: list[tuple[int, int, int]], shards: int, most: int, window: int
) -> None:
    blocks = programme(*stages)
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=window)

    jobs = play_all(dispatcher, blocks, shards=shards, most=most)

    handed = Counter((job.stage, block, job.lane) for job in jobs for block in job.blocks)
    assert set(handed.values()) == {1}
    assert len(handed) == blocks.total_matches


def test_no_block_beyond_the_window_is_handed_out() -> None:
    blocks = programme((4, 2, 50))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=10)

    jobs = []
    while job := dispatcher.next_job(shard=0, shards=1, most=100):
        jobs.append(job)

    assert max(block for job in jobs for block in job.blocks) == 9


def test_the_window_moves_when_blocks_are_complete() -> None:
    blocks = programme((4, 2, 50))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=10)
    while dispatcher.next_job(shard=0, shards=1, most=100):
        pass

    dispatcher.completed(4)
    job = dispatcher.next_job(shard=0, shards=1, most=100)

    assert job is not None
    assert job.blocks == (10, 11, 12, 13)


def test_a_shard_plays_the_lanes_whose_instances_it_has_a_few_jobs_in_a_row() -> None:
    blocks = programme((4, 4, 400))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=100)

    jobs = [dispatcher.next_job(shard=1, shards=2, most=2) for _ in range(8)]

    assert [job.lane for job in jobs if job] == [1, 1, 1, 1, 3, 3, 3, 3]


def test_in_a_small_tournament_lanes_take_turns_so_that_blocks_are_complete_early() -> None:
    blocks = programme((4, 4, 40))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=100)

    jobs = [dispatcher.next_job(shard=1, shards=2, most=2) for _ in range(4)]

    assert [job.lane for job in jobs if job] == [1, 3, 1, 3]


def test_a_lane_gets_no_more_than_a_few_jobs_ahead_of_the_others() -> None:
    blocks = programme((4, 4, 400))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=1000)
    ends = dict.fromkeys(range(4), 0)

    for turn in range(100):
        job = dispatcher.next_job(shard=turn % 2, shards=2, most=2)
        assert job is not None
        ends[job.lane] = job.blocks[-1] + 1

        assert max(ends.values()) - min(ends.values()) <= JOBS_IN_A_ROW * 2 + 2


def test_a_shard_without_lanes_of_its_own_helps_the_others() -> None:
    blocks = programme((4, 2, 10))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=100)

    job = dispatcher.next_job(shard=3, shards=4, most=2)

    assert job is not None
    assert job.lane in {0, 1}


def test_blocks_that_came_back_are_handed_out_again_in_small_jobs() -> None:
    blocks = programme((4, 2, 10))
    dispatcher = Dispatcher(blocks, lambda _block, _lane: True, first_block=0, window=100)
    while dispatcher.next_job(shard=0, shards=1, most=100):
        pass

    dispatcher.play_again(1, [7, 3, 5])
    jobs = [dispatcher.next_job(shard=0, shards=1, most=16) for _ in range(3)]

    assert [job and (job.lane, job.blocks) for job in jobs] == [(1, (3, 5)), (1, (7,)), None]


def test_what_is_stored_is_not_handed_out() -> None:
    blocks = programme((4, 2, 2))
    stored = {(0, 0), (3, 1)}
    dispatcher = Dispatcher(
        blocks, lambda block, lane: (block, lane) not in stored, first_block=0, window=100
    )

    jobs = play_all(dispatcher, blocks, shards=1, most=100)

    handed = {(block, job.lane) for job in jobs for block in job.blocks}
    assert not handed & stored
    assert len(handed) == blocks.total_matches - 2
