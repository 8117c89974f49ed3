"""What is left to play, as jobs: the schedule minus the stored matches, within the window.

Pure bookkeeping by number. Each lane has a cursor over the blocks of all stages; what must be played
again waits in front of it. Any cutting into jobs gives the same tournament.
"""

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush

from arena.scheduling.schedule import Programme
from arena.tournament.job import Job

JOBS_IN_A_ROW = 4
"""How many jobs a lane may be ahead of the one furthest behind before its shard turns to that one."""
MOST_LEAD_SHARE = 20
"""In a small tournament a lane is ahead by one part in so many at most, so that the table fills early."""

IsWanted = Callable[[int, int], bool]


class Dispatcher:
    """Hands out runs of blocks, lane by lane, never beyond the window."""

    def __init__(self, programme: Programme, is_wanted: IsWanted, *, first_block: int, window: int) -> None:
        """Begin at a block.

        Args:
            programme: All blocks of all stages.
            is_wanted: Tells for a block (over all stages) and a lane whether that match is to be played;
                asked once, when the block is about to be handed out.
            first_block: Blocks before it are complete.
            window: Block `b + window` is never handed out before block `b` is complete.
        """
        self._programme = programme
        self._is_wanted = is_wanted
        self._window = window
        self._complete_before = first_block
        lanes = max(schedule.lanes for schedule in programme.schedules)
        self._cursors = [first_block] * lanes
        self._again: list[list[tuple[int, int]]] = [[] for _ in range(lanes)]
        self._last_lane: dict[int, int] = {}
        self._returns: Counter[tuple[int, int]] = Counter()

    def completed(self, next_block: int) -> None:
        """Move the window: all blocks before `next_block` are complete."""
        self._complete_before = next_block

    def play_again(self, lane: int, blocks: list[int]) -> None:
        """Take back blocks that were handed out and not played.

        Those that have come back as often go out together, the fewer at a time the more often: so the
        one that breaks things is found, and the others are not given up with it.
        """
        for block in blocks:
            self._returns[lane, block] += 1
            heappush(self._again[lane], (self._returns[lane, block], block))

    def put_back(self, job: Job) -> None:
        """Take a job back that was not begun; its blocks go out again as they were."""
        first = self._programme.first_block(job.stage)
        for block in job.blocks:
            number = first + block
            heappush(self._again[job.lane], (self._returns[job.lane, number], number))

    def next_job(self, *, shard: int, shards: int, most: int) -> Job | None:
        """Return up to `most` blocks for a shard, or None if nothing can be started now.

        Each lane has a home shard, whose instances are warm; others help when their own lanes have
        nothing left to start. A shard stays with a lane for a few jobs, since with the instances of
        two lanes at work its batches would be half as full; then the lane that is furthest behind
        goes on, so that blocks are completed in order.
        """
        behind = {lane: self._behind(lane) for lane in range(len(self._cursors))}
        last = self._last_lane.get(shard, 0)
        lead = min(JOBS_IN_A_ROW * most, max(most, self._programme.total_blocks // MOST_LEAD_SHARE))
        stays = behind[last] < min(behind.values()) + lead
        lanes = sorted(
            behind, key=lambda lane: (lane % shards != shard, not (stays and lane == last), behind[lane])
        )
        for lane in lanes:
            blocks, stage = self._take(lane, most)
            if blocks:
                self._last_lane[shard] = lane
                return Job(stage, lane, tuple(blocks))
        return None

    def _behind(self, lane: int) -> int:
        """Return the first block that the lane has not handed out."""
        return min([self._cursors[lane], *(block for _, block in self._again[lane])])

    def _take(self, lane: int, most: int) -> tuple[list[int], int]:
        """Take blocks of one stage from a lane; return their numbers in that stage, and the stage."""
        if self._again[lane]:
            return self._take_again(lane, most)
        end = min(self._complete_before + self._window, self._programme.total_blocks)
        blocks: list[int] = []
        chosen = -1
        while self._cursors[lane] < end and len(blocks) < most:
            stage, block = self._programme.locate(self._cursors[lane])
            if lane < self._programme.schedules[stage].lanes and self._is_wanted(self._cursors[lane], lane):
                if chosen not in {-1, stage}:
                    break
                chosen = stage
                blocks.append(block)
            self._cursors[lane] += 1
        return blocks, chosen

    def _take_again(self, lane: int, most: int) -> tuple[list[int], int]:
        """Take blocks that are to be played again and have come back equally often."""
        returns = self._again[lane][0][0]
        fewer = max(1, most // 8**returns)
        blocks: list[int] = []
        chosen = -1
        while self._again[lane] and self._again[lane][0][0] == returns and len(blocks) < fewer:
            stage, block = self._programme.locate(self._again[lane][0][1])
            if chosen not in {-1, stage}:
                break
            _, number = heappop(self._again[lane])
            if self._is_wanted(number, lane):
                chosen = stage
                blocks.append(block)
        return blocks, chosen
